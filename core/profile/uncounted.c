/* SPDX-License-Identifier: MIT */
#include "profile/uncounted.h"

#include "base/map.h"
#include "format/notes.h"
#include "profile/symbols.h"

#include <edgeprof/increment_x86_64.h>

#include <string.h>

/* A function of the notes. */
struct noted {
    uint64_t id;
    const uint8_t *name; /* not terminated */
    size_t length;
    int is_replaced; /* bool: code of that name was seen, and none counts */
    int is_counted;  /* bool: some does */
};

struct search {
    Elf *elf;
    struct edgeprof_words counters; /* by their addresses in the file */
    struct noted *items;
    size_t n;
    size_t capacity;
    struct ep_map by_name;
    int failed; /* bool: libelf cannot read the file */
};

/* ---- the functions of the notes ------------------------------------------ */

static int add_function(struct search *search, struct ep_reader *record)
{
    struct noted noted = {.id = ep_read_u64(record)};
    uint64_t size;

    (void)ep_read_u64(record); /* hash */
    size = ep_read_leb(record);
    noted.name = ep_read_bytes(record, size);
    noted.length = (size_t)size;
    if (ep_read_leb(record) & EP_FUNCTION_LOCAL || record->bad)
        return EP_OK;
    if (EP_GROW(search->items, search->n, search->capacity) ||
        ep_map_add(&search->by_name,
                   ep_hash(EP_HASH_START, noted.name, noted.length),
                   (uint32_t)search->n))
        return EP_ENOMEM;
    search->items[search->n++] = noted;
    return EP_OK;
}

/* What is malformed ends the list: whoever reads the notes says so. */
static int list_functions(struct search *search, const struct ep_buf *notes)
{
    struct ep_reader section = ep_buf_reader(notes);
    struct ep_note_record record;
    int status = EP_OK;

    while (!status && section.at < section.end &&
           !ep_notes_next(&section, &record))
        if (record.kind == EP_NOTE_FUNCTION)
            status = add_function(search, &record.bytes);
    return status;
}

/* ---- code ---------------------------------------------------------------- */

struct code {
    const unsigned char *bytes;
    size_t size; /* 0: there is none */
    uint64_t address;
};

/* The code of SYMBOL, and the byte before: where an increment has no prefix,
 * another byte stands for it. */
static struct code code_of(struct search *search, const GElf_Sym *symbol)
{
    struct code code = {NULL, 0, symbol->st_value};
    Elf_Scn *section = elf_getscn(search->elf, symbol->st_shndx);
    GElf_Shdr header;
    Elf_Data *data;
    uint64_t offset;

    if (!section || !gelf_getshdr(section, &header) ||
        header.sh_type != SHT_PROGBITS || !(header.sh_flags & SHF_EXECINSTR) ||
        header.sh_flags & SHF_COMPRESSED)
        return code;
    data = elf_rawdata(section, NULL);
    offset = symbol->st_value - header.sh_addr;
    search->failed |= !data;
    if (!data || !data->d_buf || offset > data->d_size ||
        symbol->st_size > data->d_size - offset)
        return code;
    code.bytes = (const unsigned char *)data->d_buf + offset - (offset > 0);
    code.size = (size_t)symbol->st_size + (offset > 0);
    code.address -= offset > 0;
    return code;
}

static int has_counters(const struct search *search, const struct code *code)
{
    for (size_t at = 0; at < code->size; at++)
        if (edgeprof_increment_of(code->bytes + at, code->size - at,
                                  (uintptr_t)code->address + at,
                                  search->counters))
            return 1;
    return 0;
}

static void look_at(struct search *search, const char *name, size_t length,
                    const GElf_Sym *symbol)
{
    size_t cursor = 0;
    uint64_t hash = ep_hash(EP_HASH_START, name, length);
    struct code code = {0};
    uint32_t index;

    while ((index = ep_map_next(&search->by_name, hash, &cursor)) != EP_NONE) {
        struct noted *noted = &search->items[index];

        if (noted->length != length || memcmp(noted->name, name, length) != 0)
            continue;
        if (!code.size)
            code = code_of(search, symbol);
        if (!code.size)
            return;
        if (has_counters(search, &code))
            noted->is_counted = 1;
        else
            noted->is_replaced = 1;
    }
}

/* What was hidden is local when it is linked. */
static int is_local(const GElf_Sym *symbol)
{
    return GELF_ST_BIND(symbol->st_info) == STB_LOCAL &&
           GELF_ST_VISIBILITY(symbol->st_other) == STV_DEFAULT;
}

static int is_function(const GElf_Sym *symbol)
{
    return GELF_ST_TYPE(symbol->st_info) == STT_FUNC && !is_local(symbol) &&
           symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE &&
           symbol->st_size > 0;
}

static int look_at_symbol(void *context, const char *name, size_t length,
                          const GElf_Sym *symbol)
{
    if (is_function(symbol))
        look_at(context, name, length, symbol);
    return EP_OK;
}

/* ---- the record ---------------------------------------------------------- */

static void put_record(const struct search *search, struct ep_buf *notes)
{
    static const char zeros[8];
    size_t at;

    ep_buf_add(notes, zeros, -notes->size & 7);
    at = ep_notes_begin(notes, EP_NOTE_UNCOUNTED);
    for (size_t i = 0; i < search->n; i++)
        if (search->items[i].is_replaced && !search->items[i].is_counted)
            ep_buf_u64(notes, search->items[i].id);
    if (notes->size > at + 16)
        ep_notes_end(notes, at);
    else if (!notes->failed)
        notes->size = at; /* none */
}

int ep_uncounted_note(Elf *elf, uint64_t low, uint64_t high,
                      struct ep_buf *notes)
{
    struct search search = {.elf = elf,
                            .counters = {(uintptr_t)low, (uintptr_t)high}};
    int status = low < high ? list_functions(&search, notes) : EP_OK;

    if (!status && search.n)
        status = ep_symbols_each(elf, look_at_symbol, &search);
    if (!status && search.n)
        put_record(&search, notes);
    ep_map_release(&search.by_name);
    ep_mem_free(search.items);
    if (!status && notes->failed)
        status = EP_ENOMEM;
    return !status && search.failed ? EP_EIO : status;
}
