/* SPDX-License-Identifier: MIT
 *
 * image.h - an executable or shared object as a file holds it, read whole.
 *
 * WHY   who rewrites a program needs its segments, relocations and symbols
 *       together, and trusts none of them.
 * MODEL The file's bytes are in memory and may be changed there.  Addresses are
 *       the file's own.  A pointer into the bytes stays valid until release.
 * RULES Every table lies inside the file and is aligned, or the file is refused.
 *       x86-64 only: what the file is instead is said by name.
 */
#ifndef EP_IMAGE_H
#define EP_IMAGE_H

#include "base/mem.h"

#include <elf.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { EP_IMAGE_IS_PROGRAM = 0x08000000 }; /* DF_1_PIE, of DT_FLAGS_1 */

struct ep_image {
    const char *path; /* borrowed, for messages */
    uint8_t *bytes;
    size_t size;
    Elf64_Ehdr *header;
    Elf64_Phdr *segments;
    size_t n_segments;
    Elf64_Shdr *sections; /* NULL: there are none */
    size_t n_sections;
    const char *section_names; /* ends in a zero */
    size_t section_names_size;
    Elf64_Dyn *dynamic; /* up to DT_NULL; NULL: a static program */
    size_t n_dynamic;
};

/* Read PATH.  OUT is initialised by this call; release with ep_image_release.
 * EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT: it is damaged, or something else.  OUT
 * is then empty. */
EP_MUST_CHECK int ep_image_read(const char *path, struct ep_diag *diag,
                                struct ep_image *out);
/* The same for any file: its bytes, and nothing more. */
EP_MUST_CHECK int ep_image_load(const char *path, struct ep_diag *diag,
                                struct ep_image *out);
void ep_image_release(struct ep_image *image);

/* The SIZE bytes of the file that are loaded at ADDRESS; NULL if they are not
 * all of one segment's. */
uint8_t *ep_image_at(const struct ep_image *image, uint64_t address,
                     uint64_t size);
/* The same, of a table whose entries hold 8-byte words; NULL also if it is not
 * aligned for them. */
void *ep_image_table(const struct ep_image *image, uint64_t address,
                     uint64_t size);
/* How many bytes of the file follow ADDRESS in its segment; 0: none. */
uint64_t ep_image_room(const struct ep_image *image, uint64_t address);
/* The loaded segment that ADDRESS is in, or NULL. */
const Elf64_Phdr *ep_image_segment(const struct ep_image *image,
                                   uint64_t address);
/* The first segment of TYPE, or NULL. */
Elf64_Phdr *ep_image_find_segment(const struct ep_image *image, uint32_t type);

/* "" if its name is damaged. */
const char *ep_image_section_name(const struct ep_image *image,
                                  const Elf64_Shdr *section);
/* By name, or NULL. */
Elf64_Shdr *ep_image_section(const struct ep_image *image, const char *name);
/* The loaded section that ADDRESS is in, or NULL. */
const Elf64_Shdr *ep_image_section_at(const struct ep_image *image,
                                      uint64_t address);
/* The bytes of SECTION in the file, and their number; NULL if there are none. */
uint8_t *ep_image_content(const struct ep_image *image,
                          const Elf64_Shdr *section, size_t *out_size);

/* The entry of TAG, or NULL. */
Elf64_Dyn *ep_image_tag(const struct ep_image *image, int64_t tag);
/* Whether it is a program that no loader brings anything. */
int ep_image_is_static(const struct ep_image *image);
/* Its value, or 0. */
uint64_t ep_image_value(const struct ep_image *image, int64_t tag);

#ifdef __cplusplus
}
#endif

#endif
