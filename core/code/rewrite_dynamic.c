/* SPDX-License-Identifier: MIT
 *
 * rewrite_dynamic.c - the loader's tables of a rewritten file: a few symbols
 * that the start imports if they are there, and relocations for what it points
 * to.
 */
#include "code/rewrite_private.h"

#include <edgeprof/abi.h>

#include <gnu/lib-names.h>
#include <string.h>

/* Words of data that are relocated: two slots, four of the descriptor. */
enum { N_RELATIVE = 6 };

static int add_table(struct ep_new_file *file, uint64_t old, uint64_t size,
                     struct ep_new_table *out)
{
    struct ep_buf *bytes = &file->tables.bytes;
    const uint8_t *from = ep_image_at(file->image, old, size);

    while (bytes->size % 16 && !bytes->failed)
        ep_buf_add(bytes, "", 1);
    *out =
        (struct ep_new_table){.old = old, .at = file->tables.at + bytes->size};
    if (size && !from)
        return ep_fail(file->diag, EP_EFORMAT,
                       "%s: damaged ELF file: a table of its dynamic section "
                       "is not in it",
                       file->image->path);
    if (size)
        ep_buf_add(bytes, from, (size_t)size);
    return EP_OK;
}

static void end_table(const struct ep_new_file *file,
                      struct ep_new_table *table)
{
    table->size = file->tables.at + file->tables.bytes.size - table->at;
}

/* A program names its libraries' folders by its own.  */
static uint64_t add_path(struct ep_new_file *file, const char *path)
{
    static const char *const words[] = {"$ORIGIN", "${ORIGIN}"};
    struct ep_buf *out = &file->tables.bytes;
    uint64_t at = file->tables.at + out->size;

    while (*path) {
        size_t known = 0;

        for (unsigned i = 0; i < 2; i++)
            if (strncmp(path, words[i], strlen(words[i])) == 0)
                known = strlen(words[i]);
        if (known)
            ep_buf_text(out, file->how->origin);
        else
            ep_buf_add(out, path, 1);
        path += known ? known : 1;
    }
    ep_buf_add(out, "", 1);
    return at;
}

static void move_path(struct ep_new_file *file, int64_t tag)
{
    Elf64_Dyn *found = ep_image_tag(file->image, tag);
    size_t at = (size_t)(file->strings.at - file->tables.at);
    uint64_t size = ep_image_value(file->image, DT_STRSZ);
    struct ep_buf path = {0};

    if (!found || !file->how->origin || found->d_un.d_val >= size ||
        file->tables.bytes.failed)
        return;
    ep_buf_text(&path, file->tables.bytes.data + at + found->d_un.d_val);
    if (path.failed)
        file->tables.bytes.failed = 1;
    else if (path.data && strstr(path.data, "ORIGIN"))
        found->d_un.d_val = add_path(file, path.data) - file->strings.at;
    ep_buf_release(&path);
}

/* ---- the dynamic section ---------------------------------------------------- */

static int add_tag(struct ep_new_file *file, int64_t tag, uint64_t value)
{
    struct ep_image *image = file->image;
    const Elf64_Phdr *segment = ep_image_find_segment(image, PT_DYNAMIC);

    if (image->n_dynamic + 2 > segment->p_filesz / sizeof *image->dynamic)
        return ep_fail(file->diag, EP_EFORMAT,
                       "%s: its dynamic section has no room", image->path);
    image->dynamic[image->n_dynamic].d_tag = tag;
    image->dynamic[image->n_dynamic++].d_un.d_val = value;
    return EP_OK;
}

int ep_new_set_tag(struct ep_new_file *file, int64_t tag, uint64_t value)
{
    Elf64_Dyn *found = ep_image_tag(file->image, tag);

    if (!found)
        return add_tag(file, tag, value);
    found->d_un.d_val = value;
    return EP_OK;
}

/* Whether the file asks for the C library itself. */
static int needs_libc(const struct ep_new_file *file)
{
    static const char start[] = "libc.";
    const struct ep_image *image = file->image;

    for (size_t i = 0; i < image->n_dynamic; i++) {
        uint64_t name = image->dynamic[i].d_un.d_val;
        const char *text = (const char *)ep_image_at(
            image, ep_image_value(image, DT_STRTAB) + name, sizeof start - 1);

        if (image->dynamic[i].d_tag == DT_NEEDED && text &&
            strncmp(text, start, sizeof start - 1) == 0)
            return 1;
    }
    return 0;
}

/* A library that starts before the C library has must not open the runtime: so
 * that comes first. */
static int add_libc(struct ep_new_file *file)
{
    uint64_t name =
        file->tables.at + file->tables.bytes.size - file->strings.at;

    if (ep_rewrite_is_program(file->image) || needs_libc(file))
        return EP_OK;
    ep_buf_add(&file->tables.bytes, LIBC_SO, sizeof LIBC_SO);
    return add_tag(file, DT_NEEDED, name);
}

/* ---- the loader's tables ----------------------------------------------------- */

static int add_strings(struct ep_new_file *file, uint32_t *names)
{
    uint64_t size = ep_image_value(file->image, DT_STRSZ);
    const uint8_t *old =
        ep_image_at(file->image, ep_image_value(file->image, DT_STRTAB), size);
    int status;

    if (!old || old[size - 1] != 0)
        return ep_fail(file->diag, EP_EFORMAT,
                       "%s: damaged ELF file: no dynamic strings",
                       file->image->path);
    status = add_table(file, ep_image_value(file->image, DT_STRTAB), size,
                       &file->strings);
    if (status)
        return status;
    for (size_t i = 0; i < file->imports.n; i++) {
        const char *name = ep_new_import_name(file->imports.symbols[i]);

        names[i] = (uint32_t)(file->tables.at + file->tables.bytes.size -
                              file->strings.at);
        ep_buf_add(&file->tables.bytes, name, strlen(name) + 1);
    }
    move_path(file, DT_RPATH);
    move_path(file, DT_RUNPATH);
    status = add_libc(file);
    end_table(file, &file->strings);
    return status;
}

/* How many symbols there are is said by the section alone. */
static int add_symbols(struct ep_new_file *file, const uint32_t *names)
{
    const Elf64_Shdr *section = ep_image_section(file->image, ".dynsym");
    uint64_t table = ep_image_value(file->image, DT_SYMTAB);
    uint64_t versions = ep_image_value(file->image, DT_VERSYM);
    uint64_t n;
    int status;

    if (!section || section->sh_addr != table)
        return ep_fail(file->diag, EP_EFORMAT,
                       "%s: no section .dynsym, which tells how many symbols "
                       "there are",
                       file->image->path);
    n = section->sh_size / sizeof(Elf64_Sym);
    status = add_table(file, table, n * sizeof(Elf64_Sym), &file->symbols);
    file->new_symbol = n;
    for (size_t i = 0; !status && i < file->imports.n; i++) {
        Elf64_Sym symbol = {.st_name = names[i],
                            .st_info = ELF64_ST_INFO(STB_WEAK, STT_NOTYPE)};

        ep_buf_add(&file->tables.bytes, &symbol, sizeof symbol);
    }
    end_table(file, &file->symbols);
    if (status || !versions)
        return status;
    status = add_table(file, versions, n * sizeof(Elf64_Half), &file->versions);
    for (size_t i = 0; !status && i < file->imports.n; i++) {
        static const Elf64_Half any = VER_NDX_GLOBAL;

        ep_buf_add(&file->tables.bytes, &any, sizeof any);
    }
    end_table(file, &file->versions);
    return status;
}

int ep_new_add_tables(struct ep_new_file *file)
{
    uint64_t size = ep_image_value(file->image, DT_RELASZ);
    uint32_t names[EP_NEW_MOST_IMPORTS];
    Elf64_Rela none = {0};
    int status;

    if (ep_image_is_static(file->image))
        return EP_OK;
    status = add_strings(file, names);
    if (!status)
        status = add_symbols(file, names);
    if (!status)
        status = add_table(file, ep_image_value(file->image, DT_RELA), size,
                           &file->relocations);
    for (size_t i = 0; !status && i < file->imports.n + N_RELATIVE; i++)
        ep_buf_add(&file->tables.bytes, &none, sizeof none);
    end_table(file, &file->relocations);
    file->rt_path_at = file->tables.at + file->tables.bytes.size;
    ep_buf_add(&file->tables.bytes, file->how->rt_path,
               strlen(file->how->rt_path) + 1);
    if (file->how->place)
        ep_buf_add(&file->tables.bytes, file->how->place,
                   strlen(file->how->place) + 1);
    if (file->tables.bytes.failed)
        return EP_ENOMEM;
    return status;
}

/* ---- relocations ---------------------------------------------------------- */

static uint64_t word(const struct ep_new_file *file, uint64_t at)
{
    uint64_t value;

    memcpy(&value, file->data.bytes.data + (at - file->data.at), sizeof value);
    return value;
}

static void put_relocations(struct ep_new_file *file)
{
    uint64_t old = ep_image_value(file->image, DT_RELASZ);
    Elf64_Rela *at =
        (Elf64_Rela *)(file->tables.bytes.data +
                       (file->relocations.at - file->tables.at) + old);
    uint64_t relative[N_RELATIVE] = {
        file->slots_at,
        file->slots_at + 8,
        file->descriptor_at + offsetof(struct edgeprof_module, start),
        file->descriptor_at + offsetof(struct edgeprof_module, stop),
        file->descriptor_at + offsetof(struct edgeprof_module, rt_path),
        file->descriptor_at + offsetof(struct edgeprof_module, api)};

    for (size_t i = 0; i < file->imports.n; i++)
        *at++ = (Elf64_Rela){
            .r_offset = file->slots_at + 8 * (2 + (uint64_t)i),
            .r_info = ELF64_R_INFO(file->new_symbol + i, R_X86_64_GLOB_DAT)};
    for (unsigned i = 0; i < N_RELATIVE; i++)
        *at++ = (Elf64_Rela){.r_offset = relative[i],
                             .r_info = ELF64_R_INFO(0, R_X86_64_RELATIVE),
                             .r_addend = (Elf64_Sxword)word(file, relative[i])};
}

/* Arrivals by pointers go straight to the copies. */
static void move_pointers(struct ep_new_file *file)
{
    for (size_t i = 0; i < file->code->n_slots; i++) {
        const struct ep_code_slot *slot = &file->code->slots[i];
        uint32_t entry = ep_copies_entry(file->code, slot->target);
        uint64_t now = file->copies_at + entry;

        if (entry != EP_NONE)
            memcpy(file->image->bytes + slot->place, &now, sizeof now);
    }
    /* Of the relocations it is the new table that counts. */
    if (file->relocations.size) {
        uint64_t size = ep_image_value(file->image, DT_RELASZ);
        const uint8_t *from =
            ep_image_at(file->image, file->relocations.old, size);

        if (from)
            memcpy(file->tables.bytes.data +
                       (file->relocations.at - file->tables.at),
                   from, (size_t)size);
    }
}

static void set_tag(struct ep_new_file *file, int64_t tag, uint64_t value)
{
    Elf64_Dyn *found = ep_image_tag(file->image, tag);

    if (found)
        found->d_un.d_val = value;
}

int ep_new_write_dynamic(struct ep_new_file *file)
{
    move_pointers(file);
    if (ep_image_is_static(file->image))
        return EP_OK;
    put_relocations(file);
    set_tag(file, DT_STRTAB, file->strings.at);
    set_tag(file, DT_STRSZ, file->strings.size);
    set_tag(file, DT_SYMTAB, file->symbols.at);
    set_tag(file, DT_VERSYM, file->versions.at);
    set_tag(file, DT_RELA, file->relocations.at);
    set_tag(file, DT_RELASZ, file->relocations.size);
    return EP_OK;
}
