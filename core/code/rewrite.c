/* SPDX-License-Identifier: MIT */
#include "code/rewrite.h"
#include "code/rewrite_private.h"

#include <edgeprof/abi.h>

#include <string.h>

/* ---- what is refused ------------------------------------------------------ */

int ep_rewrite_is_program(const struct ep_image *image)
{
    if (image->header->e_type == ET_EXEC ||
        (ep_image_value(image, DT_FLAGS_1) & EP_IMAGE_IS_PROGRAM))
        return 1;
    return ep_image_find_segment(image, PT_INTERP) != NULL &&
           !ep_image_tag(image, DT_SONAME);
}

/* The runtime calls the C library, whose counts would then be its own as well;
 * and both run before there is a runtime, and behind its end. */
int ep_rewrite_is_first(const struct ep_image *image)
{
    static const char *const first[] = {"libc.so",       "libc.musl",
                                        "ld-linux",      "ld-musl",
                                        "libpthread.so", "libedgeprof_rt.so"};
    const char *name = (const char *)ep_image_at(
        image,
        ep_image_value(image, DT_STRTAB) + ep_image_value(image, DT_SONAME),
        sizeof "libedgeprof_rt.so");

    for (unsigned i = 0; name && i < sizeof first / sizeof *first; i++)
        if (strncmp(name, first[i], strlen(first[i])) == 0)
            return ep_image_tag(image, DT_SONAME) != NULL;
    return 0;
}

/* What a loader must be able to do with the file to bring the runtime. */
static const char *why_not_loaded(const struct ep_image *image)
{
    if (!image->dynamic ||
        (!ep_image_tag(image, DT_NEEDED) && ep_rewrite_is_program(image)))
        return "its loader brings it no library, and so no runtime";
    if (!ep_image_tag(image, DT_SYMTAB) || !ep_image_tag(image, DT_STRTAB) ||
        !ep_image_tag(image, DT_RELA))
        return "its dynamic section lacks a table; it may be packed";
    return NULL;
}

static const char *why_not(const struct ep_image *image)
{
    const char *why = NULL;

    if (ep_rewrite_is_first(image))
        return "the C library, its loader or our runtime, of which the "
               "runtime's own work would be counted";
    if (ep_image_section(image, EDGEPROF_COUNTERS_SECTION) ||
        ep_image_section(image, EDGEPROF_NOTES_SECTION))
        return "is counted already: run it as it is";
    if (ep_image_section(image, ".gopclntab") ||
        ep_image_section(image, ".note.go.buildid"))
        return "a Go program, whose own unwinder knows no copies of code";
    if (ep_image_tag(image, DT_TEXTREL) ||
        (ep_image_value(image, DT_FLAGS) & DF_TEXTREL))
        return "its code is relocated when it is loaded";
    if (!ep_image_is_static(image))
        why = why_not_loaded(image);
    if (!why && ep_image_value(image, DT_RELASZ) % sizeof(Elf64_Rela))
        return "damaged ELF file: a part of a relocation";
    return why;
}

int ep_rewrite_check(const struct ep_image *image, struct ep_diag *diag)
{
    const char *why = why_not(image);

    if (!why)
        return EP_OK;
    return ep_fail(diag, ep_rewrite_is_first(image) ? EP_ENONE : EP_EFORMAT,
                   "%s: %s", image->path, why);
}

/* ---- layout --------------------------------------------------------------- */

static uint64_t page_up(uint64_t address)
{
    return ep_new_align(address, EP_NEW_PAGE);
}

static uint64_t part_end(const struct ep_new_part *part)
{
    return part->at + part->bytes.size;
}

/* Behind all that is loaded, and behind all of the file. */
static uint64_t find_base(struct ep_new_file *file)
{
    const struct ep_image *image = file->image;
    const Elf64_Phdr *first = ep_image_find_segment(image, PT_LOAD);
    uint64_t end = 0;

    file->delta = first ? first->p_vaddr - first->p_offset : 0;
    for (size_t i = 0; i < image->n_segments; i++) {
        const Elf64_Phdr *at = &image->segments[i];

        if (at->p_type == PT_LOAD && at->p_vaddr + at->p_memsz > end)
            end = at->p_vaddr + at->p_memsz;
    }
    if (end < image->size + file->delta)
        end = image->size + file->delta;
    return page_up(end);
}

enum { NEW_SEGMENTS = 3 };

static void reserve_segments(struct ep_new_file *file)
{
    size_t n = file->image->n_segments + NEW_SEGMENTS;

    file->segments_at = file->tables.at;
    for (size_t i = 0; i < n * sizeof(Elf64_Phdr); i++)
        ep_buf_add(&file->tables.bytes, "", 1);
}

static int make_text(struct ep_new_file *file)
{
    int status = ep_new_reserve_start(file);

    file->copies_at = part_end(&file->text);
    if (!status)
        status = ep_copies_make(file->code, &file->copies);
    if (!status && file->code->hides_calls)
        ep_copies_make_atomic(&file->copies);
    return status;
}

static int make_tables(struct ep_new_file *file)
{
    int status;

    file->tables.at = page_up(file->copies_at + file->copies.bytes.size);
    reserve_segments(file);
    status = ep_new_add_tables(file);
    if (status)
        return status;
    while (file->tables.bytes.size % 16 && !file->tables.bytes.failed)
        ep_buf_add(&file->tables.bytes, "", 1);
    status = ep_unwind_make(file->code, &file->copies, file->copies_at,
                            part_end(&file->tables), &file->unwind);
    return status == EP_EFORMAT
               ? ep_fail(file->diag, status, "%s: damaged exception tables",
                         file->image->path)
               : status;
}

static void pad_to(struct ep_buf *out, size_t size)
{
    static const char zeros[256];

    while (out->size < size && !out->failed)
        ep_buf_add(out, zeros,
                   size - out->size < sizeof zeros ? size - out->size
                                                   : sizeof zeros);
}

/* What unwinding needs lies behind the other tables. */
static void add_unwind(struct ep_new_file *file)
{
    struct ep_unwind *unwind = &file->unwind;
    struct ep_buf *out = &file->tables.bytes;
    const struct ep_buf *parts[] = {&unwind->tables, &unwind->frames,
                                    &unwind->index};
    const uint64_t at[] = {part_end(&file->tables), unwind->frames_at,
                           unwind->index_at};

    for (unsigned i = 0; i < 3; i++) {
        pad_to(out, (size_t)(at[i] - file->tables.at));
        if (parts[i]->size)
            ep_buf_add(out, parts[i]->data, parts[i]->size);
    }
}

static void make_data(struct ep_new_file *file)
{
    file->data.at = page_up(file->unwind.index_at + file->unwind.index.size);
    ep_new_reserve_data(file);
    file->counters_at = page_up(part_end(&file->data));
}

/* ---- segments ------------------------------------------------------------- */

static Elf64_Phdr new_segment(const struct ep_new_file *file, uint64_t at,
                              uint64_t size, uint64_t memory, uint32_t flags)
{
    return (Elf64_Phdr){.p_type = PT_LOAD,
                        .p_flags = flags,
                        .p_offset = at - file->delta,
                        .p_vaddr = at,
                        .p_paddr = at,
                        .p_filesz = size,
                        .p_memsz = memory,
                        .p_align = EP_NEW_PAGE};
}

static void change_segment(const struct ep_new_file *file, Elf64_Phdr *at,
                           size_t n)
{
    uint64_t where, size;

    if (at->p_type == PT_PHDR) {
        where = file->segments_at;
        size = n * sizeof *at;
    } else if (at->p_type == PT_GNU_EH_FRAME) {
        where = file->unwind.index_at;
        size = file->unwind.index.size;
    } else {
        return;
    }
    at->p_offset = where - file->delta;
    at->p_vaddr = at->p_paddr = where;
    at->p_filesz = at->p_memsz = size;
}

/* The old ones in their order, ours behind the last that is loaded. */
static void put_segments(struct ep_new_file *file)
{
    const struct ep_image *image = file->image;
    Elf64_Phdr *out = (Elf64_Phdr *)file->tables.bytes.data;
    size_t n = image->n_segments + NEW_SEGMENTS;
    size_t last = 0;

    for (size_t i = 0; i < image->n_segments; i++)
        if (image->segments[i].p_type == PT_LOAD)
            last = i;
    for (size_t i = 0; i < image->n_segments; i++) {
        *out = image->segments[i];
        change_segment(file, out++, n);
        if (i != last)
            continue;
        *out++ = new_segment(file, file->text.at, file->text.bytes.size,
                             file->text.bytes.size,
                             PF_R | PF_X | (file->code->once ? PF_W : 0));
        *out++ = new_segment(file, file->tables.at, file->tables.bytes.size,
                             file->tables.bytes.size, PF_R);
        *out++ = new_segment(file, file->data.at, file->data.bytes.size,
                             file->counters_at +
                                 8 * (uint64_t)file->code->n_counters -
                                 file->data.at,
                             PF_R | PF_W);
    }
    file->image->header->e_phoff = file->segments_at - file->delta;
    file->image->header->e_phnum = (Elf64_Half)n;
}

/* ---- the whole ------------------------------------------------------------ */

static int fill_in(struct ep_new_file *file)
{
    int status = ep_copies_place(&file->copies, file->code, file->copies_at,
                                 file->counters_at);

    if (status)
        return ep_fail(file->diag, status, "%s: too large", file->image->path);
    ep_buf_add(&file->text.bytes, file->copies.bytes.data,
               file->copies.bytes.size);
    add_unwind(file);
    if (file->text.bytes.failed || file->tables.bytes.failed ||
        file->data.bytes.failed || file->breakpoints.failed)
        return EP_ENOMEM;
    put_segments(file);
    ep_new_change_old(file);
    status = ep_new_write_start(file);
    return status ? status : ep_new_write_dynamic(file);
}

static void put_file(const struct ep_new_file *file, struct ep_buf *out)
{
    const struct ep_new_part *parts[] = {&file->text, &file->tables,
                                         &file->data};

    ep_buf_add(out, file->image->bytes, file->image->size);
    for (unsigned i = 0; i < 3; i++) {
        pad_to(out, (size_t)(parts[i]->at - file->delta));
        ep_buf_add(out, parts[i]->bytes.data, parts[i]->bytes.size);
    }
}

static int make(struct ep_new_file *file, struct ep_buf *out)
{
    int status;

    if (!ep_image_is_static(file->image))
        file->imports = ep_new_imports();
    file->text.at = find_base(file);
    status = make_text(file);
    if (!status && file->code->n_counters == 0)
        return ep_fail(file->diag, EP_ENONE, "%s: none of its functions %s",
                       file->image->path,
                       file->code->is_chosen ? "can be counted" : "was chosen");
    if (!status)
        status = make_tables(file);
    if (status)
        return status;
    make_data(file);
    /* Before the old code is changed. */
    status = file->how->notes(file->how->context, file->code, file->counters_at,
                              &file->notes);
    if (!status)
        status = fill_in(file);
    if (status)
        return status;
    put_file(file, out);
    return ep_new_add_sections(file, out);
}

int ep_rewrite_make(struct ep_image *image, struct ep_code *code,
                    const struct ep_rewrite *how, struct ep_diag *diag,
                    struct ep_buf *out)
{
    struct ep_new_file file = {
        .image = image, .code = code, .how = how, .diag = diag};
    int status = ep_rewrite_check(image, diag);

    if (!status)
        status = make(&file, out);
    if (!status && out->failed)
        status = EP_ENOMEM;
    ep_buf_release(&file.notes);
    ep_buf_release(&file.breakpoints);
    ep_copies_release(&file.copies);
    ep_unwind_release(&file.unwind);
    ep_buf_release(&file.text.bytes);
    ep_buf_release(&file.tables.bytes);
    ep_buf_release(&file.data.bytes);
    return status == EP_ENOMEM
               ? ep_fail(diag, status, "%s: out of memory", image->path)
               : status;
}
