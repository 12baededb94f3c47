/* SPDX-License-Identifier: MIT
 *
 * rewrite_sections.c - what of a rewritten file is not loaded: notes, names,
 * section headers.
 */
#include "code/place_copies.h"
#include "code/rewrite_private.h"

#include <edgeprof/abi.h>

#include <string.h>

struct sections {
    struct ep_new_file *file;
    struct ep_new_symbols symbols;
    struct ep_buf headers, names;
};

static void align_to(struct ep_buf *out, size_t to)
{
    while (out->size % to && !out->failed)
        ep_buf_add(out, "", 1);
}

/* Append a header for a section NAME. */
static void add(struct sections *all, const char *name, Elf64_Shdr header)
{
    header.sh_name = (Elf64_Word)all->names.size;
    ep_buf_add(&all->names, name, strlen(name) + 1);
    ep_buf_add(&all->headers, &header, sizeof header);
}

static Elf64_Shdr loaded(const struct sections *all, uint32_t type,
                         uint64_t flags, uint64_t at, uint64_t size)
{
    return (Elf64_Shdr){.sh_type = type,
                        .sh_flags = SHF_ALLOC | flags,
                        .sh_addr = at,
                        .sh_offset = at - all->file->delta,
                        .sh_size = size,
                        .sh_addralign = 8};
}

/* A table that the loader has elsewhere now. */
static void move(const struct sections *all, const struct ep_new_table *table,
                 uint32_t type, Elf64_Shdr *section)
{
    if (section->sh_type != type || section->sh_addr != table->old ||
        table->size == 0)
        return;
    section->sh_addr = table->at;
    section->sh_offset = table->at - all->file->delta;
    section->sh_size = table->size;
}

static void add_old(struct sections *all)
{
    const struct ep_new_file *file = all->file;
    const struct ep_image *image = file->image;

    ep_buf_add(&all->names, image->section_names, image->section_names_size);
    for (size_t i = 0; i < image->n_sections; i++) {
        Elf64_Shdr header = image->sections[i];
        const char *name = ep_image_section_name(image, &header);

        move(all, &file->symbols, SHT_DYNSYM, &header);
        move(all, &file->strings, SHT_STRTAB, &header);
        move(all, &file->versions, SHT_GNU_versym, &header);
        move(all, &file->relocations, SHT_RELA, &header);
        if (strcmp(name, ".eh_frame") == 0)
            add(all, ".eh_frame.old", header);
        else if (strcmp(name, ".eh_frame_hdr") == 0)
            add(all, ".eh_frame_hdr.old", header);
        else
            ep_buf_add(&all->headers, &header, sizeof header);
    }
}

static void add_new(struct sections *all)
{
    const struct ep_new_file *file = all->file;
    const struct ep_unwind *unwind = &file->unwind;

    add(all, ".text.edgeprof",
        loaded(all, SHT_PROGBITS, SHF_EXECINSTR, file->text.at,
               file->text.bytes.size));
    add(all, ".eh_frame",
        loaded(all, SHT_PROGBITS, 0, unwind->frames_at, unwind->frames.size));
    add(all, ".eh_frame_hdr",
        loaded(all, SHT_PROGBITS, 0, unwind->index_at, unwind->index.size));
    add(all, ".data.edgeprof",
        loaded(all, SHT_PROGBITS, SHF_WRITE, file->data.at,
               file->data.bytes.size));
    add(all, EDGEPROF_COUNTERS_SECTION,
        loaded(all, SHT_NOBITS, SHF_WRITE, file->counters_at,
               8 * (uint64_t)file->code->n_counters));
}

/* Notes go to the end of OUT, which is the file. */
static void add_notes(struct sections *all, struct ep_buf *out)
{
    const struct ep_buf *notes = &all->file->notes;
    Elf64_Shdr header = {.sh_type = SHT_PROGBITS, .sh_addralign = 8};

    align_to(out, 8);
    header.sh_offset = out->size;
    header.sh_size = notes->size;
    ep_buf_add(out, notes->data, notes->size);
    add(all, EDGEPROF_NOTES_SECTION, header);
}

/* Append BYTES to OUT, which is the file, as what HEADER tells of. */
static void put_content(const struct ep_buf *bytes, Elf64_Shdr *header,
                        struct ep_buf *out)
{
    align_to(out, 8);
    header->sh_offset = out->size;
    header->sh_size = bytes->size;
    ep_buf_add(out, bytes->data, bytes->size);
}

/* Which instructions the copies are of, for those that look at times. */
static void add_copies(struct sections *all, struct ep_buf *out)
{
    Elf64_Shdr header = {.sh_type = SHT_PROGBITS, .sh_addralign = 8};
    struct ep_buf copies = {0};

    ep_copies_describe(all->file->code, all->file->copies_at, &copies);
    put_content(&copies, &header, out);
    out->failed |= copies.failed;
    ep_buf_release(&copies);
    add(all, EP_COPIES_SECTION, header);
}

/* The symbol table, where the old one was among the headers, or as a new one. */
static void add_symbols(struct sections *all, struct ep_buf *out)
{
    const struct ep_new_symbols *symbols = &all->symbols;
    const struct ep_image *image = all->file->image;
    Elf64_Shdr items = {.sh_type = SHT_SYMTAB,
                        .sh_entsize = sizeof(Elf64_Sym),
                        .sh_addralign = 8};
    Elf64_Shdr names = {.sh_type = SHT_STRTAB, .sh_addralign = 1};
    Elf64_Shdr *headers = (Elf64_Shdr *)all->headers.data;

    if (symbols->items.size == 0 || all->headers.failed)
        return;
    if (symbols->table) {
        items = headers[symbols->table - image->sections];
        names = headers[symbols->table->sh_link];
    }
    items.sh_info = (Elf64_Word)symbols->n_locals;
    put_content(&symbols->items, &items, out);
    put_content(&symbols->names, &names, out);
    if (symbols->table) {
        headers[symbols->table - image->sections] = items;
        headers[symbols->table->sh_link] = names;
        return;
    }
    items.sh_link = (Elf64_Word)(all->headers.size / sizeof items + 1);
    add(all, ".symtab", items);
    add(all, ".strtab", names);
}

static void put_headers(struct sections *all, struct ep_buf *out)
{
    Elf64_Shdr names = {.sh_type = SHT_STRTAB, .sh_addralign = 1};
    Elf64_Ehdr *header;
    size_t at;

    names.sh_name = (Elf64_Word)all->names.size;
    ep_buf_text(&all->names, ".shstrtab.edgeprof");
    ep_buf_add(&all->names, "", 1);
    names.sh_offset = out->size;
    names.sh_size = all->names.size;
    ep_buf_add(&all->headers, &names, sizeof names);
    ep_buf_add(out, all->names.data, all->names.size);
    align_to(out, 8);
    at = out->size;
    ep_buf_add(out, all->headers.data, all->headers.size);
    if (out->failed || all->names.failed || all->headers.failed)
        return;
    header = (Elf64_Ehdr *)out->data;
    header->e_shoff = at;
    header->e_shentsize = sizeof(Elf64_Shdr);
    header->e_shnum = (Elf64_Half)(all->headers.size / sizeof(Elf64_Shdr));
    header->e_shstrndx = (Elf64_Half)(header->e_shnum - 1);
}

int ep_new_add_sections(struct ep_new_file *file, struct ep_buf *out)
{
    struct sections all = {.file = file};
    int status;

    add_old(&all);
    add_new(&all);
    add_notes(&all, out);
    add_copies(&all, out);
    ep_new_make_symbols(file, &all.symbols);
    add_symbols(&all, out);
    put_headers(&all, out);
    status = all.headers.failed || all.names.failed ||
                     all.symbols.items.failed || all.symbols.names.failed
                 ? EP_ENOMEM
                 : EP_OK;
    ep_new_release_symbols(&all.symbols);
    ep_buf_release(&all.headers);
    ep_buf_release(&all.names);
    return status;
}
