/* SPDX-License-Identifier: MIT
 *
 * binary.h - what a linked program or library says of itself: its id, where its
 * counters lie, and its notes.
 *
 * WHY   a run names modules by id and counters by position; the binary links
 *       both to the notes.
 *       (Not elf.h: that is the name of a system header.)
 * MODEL The binary that a module was is one that the user named, whatever its
 *       path is now, or else the file at the path where the module ran.  Only
 *       the id decides.
 * RULES Only executables and shared objects of 64 bits, little-endian, and modules
 *       of the Linux kernel, which are not linked to addresses: their section of
 *       counters is taken to begin at 4096.  A file that is something else, or is
 *       damaged, is a message and never a crash.
 */
#ifndef EP_BINARY_H
#define EP_BINARY_H

#include "format/counts.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_binary {
    struct ep_module id;  /* id_kind, id_size, id; the rest is empty */
    uint64_t address;     /* of the counter section in the file's addresses */
    size_t n_counters;    /* in it */
    uint64_t identity;    /* of a program without a runtime (abi.h); 0: none */
    uint64_t ids_address; /* of what it is the hash of, likewise */
    size_t ids_size;      /* bytes of it */
    uint8_t *notes;       /* the notes section, uncompressed; owned */
    size_t notes_size;
    int64_t modified; /* time of the last change, seconds since 1970 */
};

/* Read PATH.
 * OUT  initialised by this call; release with ep_binary_release
 * EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT if PATH is no such file or is damaged;
 * EP_EMATCH if it is one without notes: not built with the plugin, or they were
 * removed.  OUT is then empty.  */
EP_MUST_CHECK int ep_binary_read(const char *path, struct ep_diag *diag,
                                 struct ep_binary *out);

void ep_binary_release(struct ep_binary *elf);

/* Read the file at MODULE's own path.
 * EP_OK; else OUT is empty: EP_EMATCH if it is another binary now; and what
 * ep_binary_read gives. */
EP_MUST_CHECK int ep_binary_read_own(const struct ep_module *module,
                                     struct ep_diag *diag,
                                     struct ep_binary *out);

struct ep_named_binary {
    char *path;
    struct ep_binary binary;
};

/* The one of MODULE's id among the N binaries of NAMED, or NULL. */
const struct ep_named_binary *
ep_binary_find(const struct ep_named_binary *named, size_t n,
               const struct ep_module *module);

#ifdef __cplusplus
}
#endif

#endif
