/* SPDX-License-Identifier: MIT */
#include "profile/callees.h"

#include "base/map.h"
#include "format/notes.h"
#include "profile/symbols.h"

struct search {
    struct ep_map named;  /* hashes of names that the notes have */
    struct ep_map wanted; /* ids of callees */
    char **names;         /* found, owned */
    size_t n_names;
    size_t names_capacity;
};

static int has(const struct ep_map *map, uint64_t hash)
{
    size_t cursor = 0;

    return ep_map_next(map, hash, &cursor) != EP_NONE;
}

static int add_to(struct ep_map *map, uint64_t hash)
{
    return has(map, hash) ? EP_OK : ep_map_add(map, hash, 0);
}

/* ---- the notes ----------------------------------------------------------- */

static int add_name(struct search *search, struct ep_reader *from)
{
    uint64_t size = ep_read_leb(from);
    const uint8_t *name = ep_read_bytes(from, size);

    return from->bad ? EP_OK
                     : add_to(&search->named,
                              ep_hash(EP_HASH_START, name, (size_t)size));
}

/* What names RECORD has. */
static int add_names(struct search *search, struct ep_note_record *record)
{
    struct ep_reader *from = &record->bytes;
    uint32_t n = 0;
    int status = EP_OK;

    if (record->kind == EP_NOTE_FUNCTION) {
        (void)ep_read_bytes(from, 16); /* id, hash */
        n = 1;
    } else if (record->kind == EP_NOTE_NAMES) {
        n = ep_read_count(from, 1);
    }
    while (n-- > 0 && !status && !from->bad)
        status = add_name(search, from);
    return status;
}

/* Whom RECORD has as callees. */
static int add_callees(struct search *search, struct ep_note_record *record)
{
    struct ep_reader *from = &record->bytes;
    int status = EP_OK;
    uint32_t n;

    if (record->kind != EP_NOTE_CALLS)
        return EP_OK;
    (void)ep_read_u64(from); /* of the caller */
    n = ep_read_count(from, 4);
    while (n-- > 0 && !status && !from->bad)
        status = add_to(&search->wanted, ep_read_u32(from));
    return status;
}

/* What is malformed ends it: whoever reads the notes says so. */
static int each_record(struct search *search, const struct ep_buf *notes,
                       int (*take)(struct search *, struct ep_note_record *))
{
    struct ep_reader section = ep_buf_reader(notes);
    struct ep_note_record record;
    int status = EP_OK;

    while (!status && section.at < section.end &&
           !ep_notes_next(&section, &record))
        status = take(search, &record);
    return status;
}

/* ---- the symbols --------------------------------------------------------- */

static int look_at_symbol(void *context, const char *name, size_t length,
                          const GElf_Sym *symbol)
{
    struct search *search = context;
    uint64_t hash = ep_hash(EP_HASH_START, name, length);

    (void)symbol;
    if (!has(&search->wanted, ep_callee_id(name, length)) ||
        has(&search->named, hash))
        return EP_OK;
    if (EP_GROW(search->names, search->n_names, search->names_capacity) ||
        add_to(&search->named, hash) ||
        !(search->names[search->n_names] = ep_mem_dup(name, length)))
        return EP_ENOMEM;
    search->n_names++;
    return EP_OK;
}

int ep_callees_note(Elf *elf, struct ep_buf *notes)
{
    static const char zeros[8];
    struct search search = {0};
    int status = each_record(&search, notes, add_names);

    if (!status)
        status = each_record(&search, notes, add_callees);
    if (!status && search.wanted.n)
        status = ep_symbols_each(elf, look_at_symbol, &search);
    if (!status && search.n_names) {
        ep_buf_add(notes, zeros, -notes->size & 7);
        ep_notes_write_names(notes, (const char *const *)search.names,
                             search.n_names);
        status = notes->failed ? EP_ENOMEM : EP_OK;
    }
    ep_map_release(&search.named);
    ep_map_release(&search.wanted);
    for (size_t i = 0; i < search.n_names; i++)
        ep_mem_free(search.names[i]);
    ep_mem_free(search.names);
    return status;
}

/* ---- where pointers lead ------------------------------------------------- */

struct places {
    uint64_t start;
    struct ep_targets targets;
};

static int add_place(struct places *places, int64_t place, const char *name,
                     size_t length)
{
    struct ep_targets *targets = &places->targets;
    struct ep_target *target;

    if (EP_GROW(targets->items, targets->n, targets->capacity))
        return EP_ENOMEM;
    target = &targets->items[targets->n];
    *target = (struct ep_target){place, ep_target_hash(place),
                                 ep_mem_dup(name, length)};
    if (!target->name)
        return EP_ENOMEM;
    targets->n++;
    return EP_OK;
}

static int look_at_function(void *context, const char *name, size_t length,
                            const GElf_Sym *symbol)
{
    struct places *places = context;

    if (GELF_ST_TYPE(symbol->st_info) != STT_FUNC ||
        symbol->st_shndx == SHN_UNDEF || symbol->st_value == 0 || length == 0)
        return EP_OK;
    return add_place(places, (int64_t)(symbol->st_value - places->start), name,
                     length);
}

static int has_values(const struct ep_buf *notes)
{
    struct ep_reader section = ep_buf_reader(notes);
    struct ep_note_record record;

    while (section.at < section.end && !ep_notes_next(&section, &record))
        if (record.kind == EP_NOTE_VALUES)
            return 1;
    return 0;
}

int ep_callees_note_targets(Elf *elf, uint64_t start, struct ep_buf *notes)
{
    static const char zeros[8];
    struct places places = {.start = start};
    int status;

    if (!has_values(notes))
        return EP_OK;
    status = add_place(&places, 0, "", 0);
    if (!status)
        status = ep_symbols_each(elf, look_at_function, &places);
    if (!status) {
        ep_targets_sort(&places.targets);
        ep_buf_add(notes, zeros, -notes->size & 7);
        ep_notes_write_targets(notes, &places.targets);
        status = notes->failed ? EP_ENOMEM : EP_OK;
    }
    ep_targets_release(&places.targets);
    return status;
}
