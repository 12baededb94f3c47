/* SPDX-License-Identifier: MIT
 *
 * rewrite_old.c - what changes in the old part of a rewritten file: jumps to the
 * copies, switches' tables, its identity.
 */
#include "code/rewrite_private.h"

#include <string.h>

static void store_distance(uint8_t *at, uint64_t distance)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(distance >> (8 * i));
}

static void put_landings(struct ep_new_file *file)
{
    for (size_t i = 0; i < file->code->n_landings; i++) {
        const struct ep_code_landing *at = &file->code->landings[i];
        uint32_t entry = ep_copies_entry(file->code, at->address);
        uint8_t *jump = ep_image_at(file->image, at->jump, 5);

        if (at->is_breakpoint || entry == EP_NONE || !jump)
            continue;
        jump[0] = 0xe9;
        store_distance(jump + 1, file->copies_at + entry - (at->jump + 5));
        if (at->jump != at->address) {
            uint8_t *near = ep_image_at(file->image, at->address, 2);

            near[0] = 0xeb;
            near[1] = (uint8_t)(at->jump - (at->address + 2));
        }
    }
}

static void move_tables(struct ep_new_file *file)
{
    for (size_t i = 0; i < file->code->n_tables; i++) {
        const struct ep_code_table *table = &file->code->tables[i];
        uint8_t *entries =
            ep_image_at(file->image, table->address, 4 * (uint64_t)table->n);

        for (uint32_t k = 0; table->certain && entries && k < table->n; k++) {
            uint8_t *at = entries + (size_t)4 * k;
            uint32_t entry;
            int32_t distance;

            memcpy(&distance, at, sizeof distance);
            entry = ep_copies_entry(
                file->code, table->address + (uint64_t)(int64_t)distance);
            if (entry != EP_NONE)
                store_distance(at, file->copies_at + entry - table->address);
        }
    }
}

/* The bytes of the build-id in the notes at [AT, END), and their number; or
 * NULL. */
static uint8_t *find_build_id(uint8_t *at, const uint8_t *end, size_t *out_size)
{
    while (end - at >= (ptrdiff_t)sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr note;
        size_t name, content;

        memcpy(&note, at, sizeof note);
        name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
        content = ((size_t)note.n_descsz + 3) & ~(size_t)3;
        if (name + content > (size_t)(end - at) - sizeof note)
            return NULL;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            note.n_descsz >= 8) {
            *out_size = note.n_descsz;
            return at + sizeof note + name;
        }
        at += sizeof note + name + content;
    }
    return NULL;
}

uint8_t *ep_new_build_id(const struct ep_image *image, size_t *out_size)
{
    for (size_t i = 0; i < image->n_segments; i++) {
        const Elf64_Phdr *at = &image->segments[i];
        uint8_t *notes = image->bytes + at->p_offset;
        uint8_t *id = at->p_type == PT_NOTE
                          ? find_build_id(notes, notes + at->p_filesz, out_size)
                          : NULL;

        if (id)
            return id;
    }
    return NULL;
}

/* Its counters are not those of any other file. */
static void change_identity(struct ep_new_file *file)
{
    size_t size;
    uint8_t *id = ep_new_build_id(file->image, &size);

    for (unsigned k = 0; id && k < 8; k++)
        id[k] ^= (uint8_t)(file->how->salt >> (8 * k));
}

/* Where no index leads to it, the program's own start has the old .eh_frame
 * registered, from some entry on, and it is read from one entry to the next.  Each
 * becomes a CIE, which is passed over, and so long that the next one is the new
 * section's first. */
static void lead_to_frames(struct ep_new_file *file)
{
    const Elf64_Shdr *old = ep_image_section(file->image, ".eh_frame");
    size_t left = 0;
    uint8_t *at = old ? ep_image_content(file->image, old, &left) : NULL;

    while (at && left >= 8) {
        uint64_t place = old->sh_addr + old->sh_size - left;
        uint32_t size;

        memcpy(&size, at, sizeof size);
        if (size > left - 4)
            return;
        if (size) {
            store_distance(at, file->unwind.frames_at - (place + 4));
            store_distance(at + 4, 0);
        }
        at += size + 4;
        left -= size + 4;
    }
}

void ep_new_change_old(struct ep_new_file *file)
{
    move_tables(file);
    put_landings(file);
    change_identity(file);
    if (ep_image_is_static(file->image) &&
        !ep_image_find_segment(file->image, PT_GNU_EH_FRAME))
        lead_to_frames(file);
}
