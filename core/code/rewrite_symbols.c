/* SPDX-License-Identifier: MIT
 *
 * rewrite_symbols.c - names of copies, for debuggers, perf and backtraces.
 *
 * The symbol table of a rewritten file has a local symbol more for each copy, of
 * the function's own name: where that has none, the name that reports have for it.
 */
#include "code/describe.h"
#include "code/rewrite_private.h"

#include <string.h>

static void add(struct ep_new_symbols *to, const char *name, uint64_t at,
                uint64_t size, size_t section)
{
    Elf64_Sym symbol = {.st_name = (Elf64_Word)to->names.size,
                        .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC),
                        .st_shndx = (Elf64_Section)section,
                        .st_value = at,
                        .st_size = size};

    ep_buf_add(&to->items, &symbol, sizeof symbol);
    ep_buf_add(&to->names, name, strlen(name) + 1);
}

static void add_copy(const struct ep_new_file *file,
                     const struct ep_code_function *function, int both,
                     struct ep_new_symbols *to)
{
    const struct ep_image *image = file->image;
    const Elf64_Shdr *old = ep_image_section_at(image, function->start);
    struct ep_buf name = {0};

    ep_describe_name(function, &name);
    if (name.failed)
        to->names.failed = 1;
    else if (both && old && function->name)
        add(to, name.data, function->start, function->end - function->start,
            (size_t)(old - image->sections));
    if (!name.failed)
        add(to, name.data, file->copies_at + function->copy_start,
            function->copy_end - function->copy_start, image->n_sections);
    ep_buf_release(&name);
}

/* Whether relocations of SECTION name symbols: those of a static program's indirect
 * functions do not, though the linker gives their section a table. */
static int names_symbols(const struct ep_image *image,
                         const Elf64_Shdr *section)
{
    size_t size;
    const uint8_t *bytes = ep_image_content(image, section, &size);

    if (!bytes || section->sh_type != SHT_RELA)
        return 1;
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= size;
         at += sizeof(Elf64_Rela)) {
        Elf64_Rela relocation;

        memcpy(&relocation, bytes + at, sizeof relocation);
        if (ELF64_R_SYM(relocation.r_info) != 0)
            return 1;
    }
    return 0;
}

/* The table of IMAGE, if nothing else counts by its indices. */
static const Elf64_Shdr *find_table(const struct ep_image *image)
{
    const Elf64_Shdr *found = ep_image_section(image, ".symtab");
    size_t index = found ? (size_t)(found - image->sections) : 0;

    for (size_t i = 0; found && i < image->n_sections; i++)
        if ((image->sections[i].sh_type == SHT_RELA ||
             image->sections[i].sh_type == SHT_SYMTAB_SHNDX) &&
            image->sections[i].sh_link == index &&
            names_symbols(image, &image->sections[i]))
            return NULL;
    return found;
}

/* Its symbols and names, as they were; false: it is damaged. */
static int take_old(const struct ep_image *image, const Elf64_Shdr *table,
                    struct ep_new_symbols *out, const Elf64_Sym **out_globals,
                    size_t *out_n)
{
    size_t size, n_names;
    const uint8_t *items = ep_image_content(image, table, &size);
    const Elf64_Shdr *strings = table->sh_link < image->n_sections
                                    ? &image->sections[table->sh_link]
                                    : NULL;
    const uint8_t *names =
        strings ? ep_image_content(image, strings, &n_names) : NULL;
    size_t locals = table->sh_info * sizeof(Elf64_Sym);

    if (!items || !names || strings->sh_type != SHT_STRTAB ||
        (strings->sh_flags & SHF_ALLOC) || locals > size || n_names == 0 ||
        table->sh_offset % 8 || names[n_names - 1] != 0)
        return 0;
    ep_buf_add(&out->items, items, locals);
    ep_buf_add(&out->names, names, n_names);
    *out_globals = (const Elf64_Sym *)(items + locals);
    *out_n = (size - locals) / sizeof(Elf64_Sym);
    return 1;
}

void ep_new_make_symbols(const struct ep_new_file *file,
                         struct ep_new_symbols *out)
{
    const struct ep_image *image = file->image;
    const Elf64_Shdr *table = find_table(image);
    const Elf64_Sym *globals = NULL;
    size_t n_globals = 0;

    *out = (struct ep_new_symbols){.table = table};
    if (image->n_sections >= SHN_LORESERVE - 16 ||
        (!table && ep_image_section(image, ".symtab")) ||
        (table && !take_old(image, table, out, &globals, &n_globals)))
        return;
    if (!table) {
        static const Elf64_Sym none;

        ep_buf_add(&out->items, &none, sizeof none);
        ep_buf_add(&out->names, "", 1);
    }
    for (size_t i = 0; i < file->code->n_functions; i++)
        if (ep_code_is_copied(&file->code->functions[i]))
            add_copy(file, &file->code->functions[i], !table, out);
    out->n_locals = out->items.size / sizeof(Elf64_Sym);
    ep_buf_add(&out->items, globals, n_globals * sizeof *globals);
}

void ep_new_release_symbols(struct ep_new_symbols *symbols)
{
    ep_buf_release(&symbols->items);
    ep_buf_release(&symbols->names);
}
