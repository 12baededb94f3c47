/* SPDX-License-Identifier: MIT */
#include "code/foreign.h"
#include "code/code_private.h"

#include "base/order.h"

#include <gelf.h>
#include <string.h>

/* What goes on in each pass over the file. */
struct reading {
    struct ep_foreign *out;
    Elf *elf;
    struct mapping *mappings; /* by address */
    size_t n_mappings;
    size_t mappings_capacity;
};

/* From ADDRESS on there are instructions of KIND, or data: Arm's and RISC-V's symbols
 * $a, $t, $x and $d. */
struct mapping {
    uint64_t address;
    enum ep_foreign_kind kind;
};

void ep_foreign_release(struct ep_foreign *foreign)
{
    ep_code_release(&foreign->code);
    ep_lines_release(&foreign->lines);
    ep_mem_free(foreign->loader);
    ep_mem_free(foreign->image.segments);
    ep_image_release(&foreign->image);
    *foreign = (struct ep_foreign){0};
}

/* ---- the file -------------------------------------------------------------- */

static int check_processor(struct reading *reading, struct ep_diag *diag)
{
    const struct ep_image *image = &reading->out->image;
    GElf_Ehdr header;

    if (image->size > 2 && memcmp(image->bytes, "#!", 2) == 0)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: a script; name its interpreter instead",
                       image->path);
    if (elf_kind(reading->elf) != ELF_K_ELF ||
        !gelf_getehdr(reading->elf, &header))
        return ep_fail(diag, EP_EFORMAT, "%s: not an ELF file", image->path);
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return ep_fail(diag, EP_EFORMAT, "%s: not an executable", image->path);
    /* (Of MIPS neither 64 bits in files of 32, nor short instructions.) */
    if (header.e_machine != EM_MIPS ||
        !(header.e_flags & (EF_MIPS_ABI2 | 0x6000000)))
        reading->out->processor = ep_processor_find(
            header.e_machine, header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32,
            header.e_ident[EI_DATA] == ELFDATA2MSB);
    if (!reading->out->processor)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: a program for a processor that is not known here "
                       "(machine %u)",
                       image->path, (unsigned)header.e_machine);
    return EP_OK;
}

static int take_segment(struct ep_foreign *out, const GElf_Phdr *header)
{
    struct ep_image *image = &out->image;

    if (header->p_offset > image->size ||
        header->p_filesz > image->size - header->p_offset)
        return EP_EFORMAT;
    image->segments[image->n_segments++] =
        (Elf64_Phdr){.p_type = header->p_type,
                     .p_flags = header->p_flags,
                     .p_offset = header->p_offset,
                     .p_vaddr = header->p_vaddr,
                     .p_filesz = header->p_filesz,
                     .p_memsz = header->p_memsz};
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X) &&
        header->p_vaddr < out->loaded)
        out->loaded = header->p_vaddr;
    if (header->p_type == PT_INTERP && !out->loader) {
        const char *name = (const char *)image->bytes + header->p_offset;

        out->loader = ep_mem_dup(name, strnlen(name, header->p_filesz));
        return out->loader ? EP_OK : EP_ENOMEM;
    }
    return EP_OK;
}

static int read_segments(struct reading *reading, struct ep_diag *diag)
{
    struct ep_foreign *out = reading->out;
    GElf_Phdr header;
    int status = EP_OK;
    size_t n;

    if (elf_getphdrnum(reading->elf, &n))
        return ep_fail(diag, EP_EFORMAT, "%s: damaged ELF file",
                       out->image.path);
    out->image.segments = ep_mem_zeroed(n + 1, sizeof *out->image.segments);
    if (!out->image.segments)
        return EP_ENOMEM;
    out->loaded = UINT64_MAX;
    for (size_t i = 0; !status && i < n; i++)
        status = gelf_getphdr(reading->elf, (int)i, &header)
                     ? take_segment(out, &header)
                     : EP_EFORMAT;
    return status == EP_EFORMAT ? ep_fail(diag, status,
                                          "%s: damaged ELF file: a segment is "
                                          "not in it",
                                          out->image.path)
                                : status;
}

/* ---- symbols --------------------------------------------------------------- */

static enum ep_foreign_kind kind_of(const struct ep_foreign *foreign,
                                    char letter)
{
    if (letter == 'd')
        return EP_FOREIGN_NONE;
    return letter == 't' ? EP_FOREIGN_THUMB
                         : (enum ep_foreign_kind)foreign->processor->kind;
}

static int add_mapping(struct reading *reading, uint64_t address, char letter)
{
    if (EP_GROW(reading->mappings, reading->n_mappings,
                reading->mappings_capacity))
        return EP_ENOMEM;
    reading->mappings[reading->n_mappings++] =
        (struct mapping){address, kind_of(reading->out, letter)};
    return EP_OK;
}

/* How far behind its start a function of POWER's second ABI begins for who shares
 * its table of constants; who does not begins before, and comes by there. */
static uint64_t local_entry(const struct ep_foreign *foreign,
                            const GElf_Sym *symbol)
{
    unsigned power = symbol->st_other >> 5;

    return foreign->processor->machine == EM_PPC64 && power > 1
               ? UINT64_C(1) << power
               : 0;
}

/* Arm's functions of short instructions have an odd address. */
static int add_function(struct reading *reading, const GElf_Sym *symbol,
                        const char *name)
{
    struct ep_foreign *out = reading->out;
    struct ep_code *code = &out->code;
    uint64_t start = symbol->st_value;
    int is_thumb = out->processor->kind == EP_FOREIGN_ARM && (start & 1);
    const Elf64_Phdr *segment;

    start -= (uint64_t)is_thumb;
    segment = ep_image_segment(&out->image, start);
    if (symbol->st_size == 0 || !segment || !(segment->p_flags & PF_X) ||
        ep_image_room(&out->image, start) < symbol->st_size)
        return EP_OK;
    if (is_thumb && add_mapping(reading, start, 't'))
        return EP_ENOMEM;
    if (EP_GROW(code->functions, code->n_functions, code->functions_capacity))
        return EP_ENOMEM;
    code->functions[code->n_functions++] = (struct ep_code_function){
        .start = start,
        .end = start + symbol->st_size,
        .entry = start + local_entry(out, symbol),
        .name = name,
        .early = GELF_ST_BIND(symbol->st_info) != STB_GLOBAL};
    return EP_OK;
}

static int take_symbol(struct reading *reading, const GElf_Sym *symbol,
                       const char *name)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);

    if (symbol->st_shndx == SHN_UNDEF || !name)
        return EP_OK;
    if (name[0] == '$' && name[1] && strchr("atxd", name[1]) &&
        (name[2] == '\0' || name[2] == '.'))
        return add_mapping(reading, symbol->st_value, name[1]);
    return type == STT_FUNC || type == STT_GNU_IFUNC
               ? add_function(reading, symbol, name)
               : EP_OK;
}

static int read_symbols(struct reading *reading, unsigned type)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    int status = EP_OK;

    while (!status && (section = elf_nextscn(reading->elf, section)) != NULL) {
        Elf_Data *data;
        GElf_Sym symbol;

        if (!gelf_getshdr(section, &header) || header.sh_type != type)
            continue;
        data = elf_getdata(section, NULL);
        for (int i = 0; !status && data && gelf_getsym(data, i, &symbol); i++)
            status = take_symbol(
                reading, &symbol,
                elf_strptr(reading->elf, header.sh_link, symbol.st_name));
    }
    return status;
}

/* Of several names a global one; of those the first in the alphabet, as tables of
 * symbols are in no order. */
static int by_start(const void *left, const void *right)
{
    const struct ep_code_function *a = left, *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->early != b->early ? a->early - b->early
                                : strcmp(a->name, b->name);
}

/* Of those that overlap the first stays, and ends where the next begins. */
static void order_functions(struct ep_code *code)
{
    struct ep_code_function *all = code->functions;
    size_t kept = 0;

    ep_sort(all, code->n_functions, sizeof *all, by_start);
    for (size_t i = 0; i < code->n_functions; i++) {
        all[i].early = 0;
        if (kept > 0 && all[i].start == all[kept - 1].start)
            continue;
        if (kept > 0 && all[i].start < all[kept - 1].end)
            all[kept - 1].end = all[i].start;
        all[kept++] = all[i];
    }
    code->n_functions = kept;
}

/* ---- instructions ---------------------------------------------------------- */

static int by_address(const void *left, const void *right)
{
    const struct mapping *a = left, *b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

static int starts_before(const void *item, const void *key)
{
    return ((const struct mapping *)item)->address <= *(const uint64_t *)key;
}

/* What is at ADDRESS of a function that starts at START; *OUT_END is where that
 * may end. */
static enum ep_foreign_kind kind_at(const struct reading *reading,
                                    uint64_t start, uint64_t address,
                                    uint64_t *out_end)
{
    size_t behind;

    if (reading->n_mappings == 0)
        return (enum ep_foreign_kind)reading->out->processor->kind;
    behind = ep_lower_bound(reading->mappings, reading->n_mappings,
                            sizeof *reading->mappings, starts_before, &address);
    if (behind < reading->n_mappings &&
        reading->mappings[behind].address < *out_end)
        *out_end = reading->mappings[behind].address;
    return behind > 0 && reading->mappings[behind - 1].address >= start
               ? reading->mappings[behind - 1].kind
               : (enum ep_foreign_kind)reading->out->processor->kind;
}

static int add_insn(struct ep_foreign *out, struct ep_code_function *function,
                    enum ep_foreign_kind kind, uint64_t address, uint64_t end)
{
    const uint8_t *bytes = ep_image_at(&out->image, address, end - address);
    struct ep_insn insn = {.address = address};

    insn.length = (uint8_t)ep_foreign_length(out->processor, kind, bytes,
                                             (size_t)(end - address));
    if (insn.length > end - address)
        insn.length = (uint8_t)(end - address);
    if (ep_foreign_branches(out->processor, kind, bytes, insn.length, address,
                            function->entry))
        insn.copy |= EP_FOREIGN_BACK;
    if (ep_foreign_repeats(kind, bytes, insn.length))
        insn.copy |= EP_FOREIGN_REPEATS;
    if (EP_GROW(function->insns, function->n_insns, function->capacity))
        return EP_ENOMEM;
    function->insns[function->n_insns++] = insn;
    return EP_OK;
}

static int add_insns(const struct reading *reading,
                     struct ep_code_function *function)
{
    uint64_t at = function->start;
    int status = EP_OK;

    while (!status && at < function->end) {
        uint64_t end = function->end;
        enum ep_foreign_kind kind = kind_at(reading, function->start, at, &end);

        if (kind == EP_FOREIGN_NONE) {
            at = end;
            continue;
        }
        status = add_insn(reading->out, function, kind, at, end);
        if (!status)
            at += function->insns[function->n_insns - 1].length;
    }
    return status;
}

/* ---- graphs ---------------------------------------------------------------- */

static int add_lines(const struct ep_code *code,
                     struct ep_code_function *function, uint32_t block,
                     uint64_t address)
{
    const struct ep_row *rows;
    size_t n = ep_lines_at(code->lines, address, &rows);
    int status = EP_OK;

    for (size_t i = 0; !status && i < n; i++)
        status =
            ep_cfg_add_line(&function->cfg, block,
                            code->lines->files[rows[i].file], rows[i].line);
    return status;
}

static int add_block(const struct ep_code *code,
                     struct ep_code_function *function, uint32_t k)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t block = ep_cfg_add_block(cfg);
    int status =
        ep_cfg_add_edge(cfg, EP_BLOCK_EXIT, block, EP_EDGE_ARRIVE, 0, 0);

    function->blocks[block].first = function->blocks[block].last = k;
    if (!status)
        status = ep_cfg_add_edge(cfg, block, EP_BLOCK_EXIT, EP_EDGE_FALL, 0, 0);
    return status
               ? status
               : add_lines(code, function, block, function->insns[k].address);
}

/* The instructions' edges have the first marks, in their order. */
static int place_marks(struct ep_code *code, struct ep_code_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;

    function->mark = ep_mem_zeroed(cfg->n_edges, sizeof *function->mark);
    if (!function->mark)
        return EP_ENOMEM;
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        function->mark[e] = cfg->edges[e].kind == EP_EDGE_ARRIVE ||
                                    cfg->edges[e].src == EP_BLOCK_ENTRY
                                ? function->n_marks++
                                : EP_NONE;
    function->first_counter = code->n_counters;
    code->n_counters += function->n_marks;
    return EP_OK;
}

static int make_graph(struct ep_code *code, struct ep_code_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    const struct ep_row *row;
    int status = EP_OK;

    ep_cfg_init(cfg);
    function->blocks = ep_mem_zeroed(function->n_insns + EP_BLOCK_FIRST,
                                     sizeof *function->blocks);
    if (!function->blocks)
        return EP_ENOMEM;
    if (ep_lines_at(code->lines, function->start, &row)) {
        function->line = row->line;
        status = ep_cfg_add_file(cfg, code->lines->files[row->file],
                                 &function->file);
    }
    for (size_t k = 0; !status && k < function->n_insns; k++)
        status = add_block(code, function, (uint32_t)k);
    if (!status)
        status = ep_cfg_add_edge(cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY,
                                 EP_EDGE_ENTRY, 0, 0);
    if (!status)
        status = ep_cfg_add_edge(cfg, EP_BLOCK_ENTRY, EP_BLOCK_EXIT,
                                 EP_EDGE_FALL, 0, 0);
    if (!status)
        status = ep_cfg_finish(cfg, NULL);
    return status ? status : place_marks(code, function);
}

/* ---- reading --------------------------------------------------------------- */

static const char *file_of(const struct ep_code *code, uint64_t address)
{
    const struct ep_row *row;

    return ep_lines_at(code->lines, address, &row)
               ? code->lines->files[row->file]
               : NULL;
}

static int make_functions(struct reading *reading, ep_code_wanted_fn *wanted,
                          const void *context)
{
    struct ep_code *code = &reading->out->code;
    int status = EP_OK;

    ep_sort(reading->mappings, reading->n_mappings, sizeof *reading->mappings,
            by_address);
    order_functions(code);
    for (size_t i = 0; !status && i < code->n_functions; i++) {
        struct ep_code_function *function = &code->functions[i];

        if (wanted &&
            !wanted(context, function->name, file_of(code, function->start)))
            ep_code_leave(function, "not chosen");
        else
            status = add_insns(reading, function);
        if (!status && ep_code_is_copied(function))
            status = make_graph(code, function);
    }
    return status;
}

static int fail(const char *path, int status, struct ep_diag *diag)
{
    return status == EP_ENOMEM
               ? ep_fail(diag, status, "%s: out of memory", path)
               : status;
}

static void begin(struct ep_foreign *foreign, struct reading *reading)
{
    *reading = (struct reading){.out = foreign};
    if (elf_version(EV_CURRENT) != EV_NONE)
        reading->elf =
            elf_memory((char *)foreign->image.bytes, foreign->image.size);
}

static void end(struct reading *reading)
{
    ep_mem_free(reading->mappings);
    if (reading->elf)
        (void)elf_end(reading->elf);
}

int ep_foreign_read(const char *path, struct ep_diag *diag,
                    struct ep_foreign *out)
{
    struct reading reading;
    int status;

    *out = (struct ep_foreign){0};
    status = ep_image_load(path, diag, &out->image);
    if (status)
        return status;
    begin(out, &reading);
    status = check_processor(&reading, diag);
    if (!status)
        status = read_segments(&reading, diag);
    end(&reading);
    if (status)
        ep_foreign_release(out);
    return fail(path, status, diag);
}

int ep_foreign_read_code(struct ep_foreign *foreign, ep_code_wanted_fn *wanted,
                         const void *context, struct ep_diag *diag)
{
    struct reading reading;
    int status = ep_lines_read(&foreign->image, &foreign->lines);

    begin(foreign, &reading);
    foreign->code.image = &foreign->image;
    foreign->code.lines = &foreign->lines;
    foreign->code.foreign = 1;
    if (!status)
        status = read_symbols(&reading, SHT_SYMTAB);
    if (!status && foreign->code.n_functions == 0)
        status = read_symbols(&reading, SHT_DYNSYM);
    if (!status)
        status = make_functions(&reading, wanted, context);
    end(&reading);
    if (!status && foreign->code.n_counters == 0)
        return ep_fail(diag, EP_ENONE,
                       foreign->code.n_functions
                           ? "%s: no such functions"
                           : "%s: no functions: it has no symbols",
                       foreign->image.path);
    return fail(foreign->image.path, status, diag);
}
