/* SPDX-License-Identifier: MIT
 *
 * sources.h - the source files of a profile, each once.
 *
 * WHY   compilers name a file as the command line or an #include did: one file
 *       has many spellings, and "main.c" may be many files.
 * MODEL A file is known by its full path: the path named, below the directory
 *       of compilation if it is relative, without "." and "..", the user's maps
 *       applied.  It is shown under the shortest spelling it was named by, or
 *       under its full path where two files share that spelling.
 */
#ifndef EP_SOURCES_H
#define EP_SOURCES_H

#include "base/map.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_source_name {
    char *full;
    char *name; /* shown; set by ep_sources_finish to `full` where needed */
};

/* Zero-initialised is empty and valid. */
struct ep_sources {
    struct ep_source_name *files;
    size_t n;
    size_t capacity;
    struct ep_map by_full;
    const char *const *maps; /* "OLD=NEW", borrowed; the first that fits */
    size_t n_maps;
};

/* The index of the file that PATH means in DIRECTORY (NULL: unknown) into OUT.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_sources_add(struct ep_sources *sources,
                                 const char *directory, const char *path,
                                 uint32_t *out);

/* All are added: make the names unique.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_sources_finish(struct ep_sources *sources);

void ep_sources_release(struct ep_sources *sources);

#ifdef __cplusplus
}
#endif

#endif
