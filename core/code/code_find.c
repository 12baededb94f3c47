/* SPDX-License-Identifier: MIT
 *
 * code_find.c - which functions there are, and what is imported.
 */
#include "code/code_private.h"

#include "base/order.h"
#include "graph/calls.h"

#include <string.h>

/* ---- functions ------------------------------------------------------------ */

/* Code that the linker made, or pieced together of several objects'. */
static int is_made(const struct ep_image *image, uint64_t address)
{
    const Elf64_Shdr *section = ep_image_section_at(image, address);
    const char *name = section ? ep_image_section_name(image, section) : "";

    return strncmp(name, ".plt", 4) == 0 || strcmp(name, ".init") == 0 ||
           strcmp(name, ".fini") == 0;
}

static int in_code(const struct ep_code *code, uint64_t start, uint64_t end)
{
    return start >= code->low && end <= code->high && start < end &&
           ep_image_at(code->image, start, end - start) != NULL &&
           !is_made(code->image, start);
}

static int add_function(struct ep_code *code, uint64_t start, uint64_t end,
                        const struct ep_frame *frame)
{
    if (!in_code(code, start, end))
        return EP_OK;
    if (EP_GROW(code->functions, code->n_functions, code->functions_capacity))
        return EP_ENOMEM;
    code->functions[code->n_functions++] =
        (struct ep_code_function){.start = start, .end = end, .frame = frame};
    return EP_OK;
}

static int by_start(const void *left, const void *right)
{
    const struct ep_code_function *a = left, *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->frame == NULL) - (b->frame == NULL);
}

/* Sort; of those that overlap the first stays. */
static void order_functions(struct ep_code *code)
{
    struct ep_code_function *all = code->functions;
    size_t kept = 0;

    ep_sort(all, code->n_functions, sizeof *all, by_start);
    for (size_t i = 0; i < code->n_functions; i++)
        if (kept == 0 || all[i].start >= all[kept - 1].end)
            all[kept++] = all[i];
    code->n_functions = kept;
}

struct symbols {
    const Elf64_Sym *items;
    size_t n;
    const char *strings;
    size_t strings_size;
};

/* .symtab, or what is left of it. */
static int find_symbols(const struct ep_image *image, const char *name,
                        struct symbols *out)
{
    const Elf64_Shdr *header = ep_image_section(image, name);
    size_t size;

    *out = (struct symbols){0};
    if (!header || header->sh_link >= image->n_sections ||
        header->sh_entsize != sizeof(Elf64_Sym) || header->sh_offset % 8)
        return 0;
    out->items = (const Elf64_Sym *)ep_image_content(image, header, &size);
    out->n = out->items ? size / sizeof(Elf64_Sym) : 0;
    out->strings = (const char *)ep_image_content(
        image, &image->sections[header->sh_link], &out->strings_size);
    return out->n > 0 && out->strings_size > 0 &&
           out->strings[out->strings_size - 1] == '\0';
}

static int is_function(const Elf64_Sym *symbol)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);

    return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           symbol->st_shndx != SHN_UNDEF;
}

/* What is done with each function's symbol in a table. */
typedef int symbol_fn(struct ep_code *code, const char *table, const char *name,
                      const Elf64_Sym *symbol);

static int each_symbol(struct ep_code *code, symbol_fn *take)
{
    static const char *const tables[] = {".symtab", ".dynsym"};
    int status = EP_OK;

    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        struct symbols symbols;

        if (!find_symbols(code->image, tables[t], &symbols))
            continue;
        for (size_t i = 0; !status && i < symbols.n; i++) {
            const Elf64_Sym *at = &symbols.items[i];

            if (is_function(at))
                status = take(code, tables[t],
                              at->st_name < symbols.strings_size
                                  ? symbols.strings + at->st_name
                                  : NULL,
                              at);
        }
    }
    return status;
}

/* Of a function without a size, as musl's in assembler, until its end is known. */
enum { UNSIZED = 1 };

static int add_symbol(struct ep_code *code, const char *table, const char *name,
                      const Elf64_Sym *symbol)
{
    uint64_t size = symbol->st_size;

    (void)table;
    (void)name;
    if (size == 0 && code->is_static)
        size = UNSIZED;
    if (!size || ep_frames_at(code->frames, symbol->st_value))
        return EP_OK;
    return add_function(code, symbol->st_value, symbol->st_value + size, NULL);
}

/* Of several names a global one.  A symbol in the midst of a function is another
 * way in. */
static int name_function(struct ep_code *code, const char *table,
                         const char *name, const Elf64_Sym *symbol)
{
    struct ep_code_function *function = ep_code_at(code, symbol->st_value);
    int is_dynamic = strcmp(table, ".dynsym") == 0;
    int begins = function && symbol->st_value == function->start;

    if (function && ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        function->early = 1;
    if (!function || !name)
        return EP_OK;
    if (begins &&
        (!function->name ||
         (ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL && !is_dynamic)))
        function->name = name;
    return begins && !is_dynamic
               ? EP_OK
               : ep_code_arrive(code, symbol->st_value, EP_BYTE_HELD);
}

/* Where .eh_frame stops telling right before a system call, as glibc's does in clone
 * and clone3, since what begins there has nobody above it: what there is up to the
 * next function is one. */
static int add_calls_of_kernel(struct ep_code *code)
{
    size_t n = code->n_functions;
    int status = EP_OK;

    for (size_t i = 0; !status && i + 1 < n; i++) {
        uint64_t start = code->functions[i].end;
        const uint8_t *at = ep_image_at(code->image, start, 2);

        if (code->functions[i].frame && at && at[0] == 0x0f && at[1] == 0x05)
            status =
                add_function(code, start, code->functions[i + 1].start, NULL);
    }
    return status;
}

/* Such a function ends where the next one or the section does, or the file. */
static void end_unsized(struct ep_code *code)
{
    for (size_t i = 0; code->is_static && i < code->n_functions; i++) {
        struct ep_code_function *at = &code->functions[i];
        const Elf64_Shdr *section = ep_image_section_at(code->image, at->start);
        uint64_t room = ep_image_room(code->image, at->start);

        if (at->end != at->start + UNSIZED || !section)
            continue;
        at->end = section->sh_addr + section->sh_size;
        if (i + 1 < code->n_functions && at[1].start < at->end)
            at->end = at[1].start;
        if (at->end - at->start > room)
            at->end = at->start + room;
    }
}

static void find_bytes(struct ep_code *code)
{
    for (size_t i = 0; i < code->n_functions; i++) {
        struct ep_code_function *at = &code->functions[i];

        at->bytes = ep_image_at(code->image, at->start, at->end - at->start);
    }
}

int ep_code_find_functions(struct ep_code *code)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->frames->n; i++)
        status =
            add_function(code, code->frames->items[i].start,
                         code->frames->items[i].end, &code->frames->items[i]);
    if (!status)
        status = each_symbol(code, add_symbol);
    order_functions(code);
    end_unsized(code);
    if (!status && code->is_static)
        status = add_calls_of_kernel(code);
    order_functions(code);
    find_bytes(code);
    if (!status)
        status = ep_code_index(code);
    return status ? status : each_symbol(code, name_function);
}

/* ---- imports -------------------------------------------------------------- */

static int by_address(const void *left, const void *right)
{
    const struct ep_code_import *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

static int add_imports(struct ep_code *code, const struct symbols *symbols,
                       uint64_t address, uint64_t size)
{
    const Elf64_Rela *at = ep_image_table(code->image, address, size);

    for (size_t n = at ? size / sizeof *at : 0; n-- > 0; at++) {
        uint64_t type = ELF64_R_TYPE(at->r_info);
        const Elf64_Sym *symbol;

        if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) ||
            ELF64_R_SYM(at->r_info) >= symbols->n)
            continue;
        symbol = &symbols->items[ELF64_R_SYM(at->r_info)];
        if (symbol->st_name >= symbols->strings_size)
            continue;
        if (EP_GROW(code->imports, code->n_imports, code->imports_capacity))
            return EP_ENOMEM;
        code->imports[code->n_imports++] = (struct ep_code_import){
            at->r_offset, ep_calls_returns(symbols->strings + symbol->st_name)};
    }
    return EP_OK;
}

int ep_code_find_imports(struct ep_code *code)
{
    const struct ep_image *image = code->image;
    struct symbols symbols;
    int status;

    if (!find_symbols(image, ".dynsym", &symbols))
        return EP_OK;
    status = add_imports(code, &symbols, ep_image_value(image, DT_RELA),
                         ep_image_value(image, DT_RELASZ));
    if (!status)
        status = add_imports(code, &symbols, ep_image_value(image, DT_JMPREL),
                             ep_image_value(image, DT_PLTRELSZ));
    ep_sort(code->imports, code->n_imports, sizeof *code->imports, by_address);
    return status;
}

static int import_before(const void *item, const void *key)
{
    return ((const struct ep_code_import *)item)->address <
           *(const uint64_t *)key;
}

int ep_code_import_returns(const struct ep_code *code, uint64_t address)
{
    size_t at = ep_lower_bound(code->imports, code->n_imports,
                               sizeof *code->imports, import_before, &address);

    return at < code->n_imports && code->imports[at].address == address &&
           code->imports[at].returns;
}
