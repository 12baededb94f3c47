/* SPDX-License-Identifier: MIT
 *
 * sources.h - the source files of a profile, each once.
 *
 * WHY   compilers name a file as the command line or an #include did: one file
 *       has many spellings, "main.c" may be many files, and two checkouts of a
 *       project have every file twice.
 * MODEL A file has a full path: the path named, below the directory of
 *       compilation if it is relative, without "." and "..", the user's maps
 *       applied.  It is shown by its path from the project's root (roots.h):
 *       core/c.c, whether make compiled c.c in core/ or in another checkout.
 *       What lies below no root is shown by its full path.
 *       Files of one name below different roots are one if the roots are of one
 *       project; else each is shown by its full path.
 */
#ifndef EP_SOURCES_H
#define EP_SOURCES_H

#include "base/map.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_source_name {
    char *full;
    char *name;       /* shown; ep_sources_finish sets it, NULL before */
    uint32_t same;    /* likewise: the first of the files that are this one */
    int is_main;      /* bool: some unit's main file, not only included */
    int64_t modified; /* of the newest binary that holds it, or 0 */
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

/* The index of the file that PATH means, if it was added, else EP_NONE, into OUT.  EP_OK
 * or EP_ENOMEM. */
EP_MUST_CHECK int ep_sources_lookup(const struct ep_sources *sources,
                                    const char *path, uint32_t *out);

/* The index of the file with the full path FULL; EP_NONE: there is none. */
uint32_t ep_sources_find(const struct ep_sources *sources, const char *full);

/* All are added: name them.
 * ROOTS       N paths that the user named; none: they are found
 * OUT_MISSED  bool: roots are named, and no file is below any
 * OUT_WHY     an errno: a root could not be looked for; 0
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_sources_finish(struct ep_sources *sources,
                                    const char *const *roots, size_t n,
                                    int *out_missed, int *out_why);

/* All are added, and all are in WHOLE: they are what they are there.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_sources_finish_as(struct ep_sources *sources,
                                       const struct ep_sources *whole);

void ep_sources_release(struct ep_sources *sources);

#ifdef __cplusplus
}
#endif

#endif
