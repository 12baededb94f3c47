/* SPDX-License-Identifier: MIT
 *
 * roots.h - the folders from which paths of sources are shown.
 *
 * MODEL The user names the roots; or they are the git top levels that hold the
 *       sources: the next folder above each that has a .git, and not below
 *       another such root, so that a submodule or a fetched dependency counts
 *       as the project's.  Without any, the root is the deepest folder that all
 *       sources have in common; or, if that is /, all main files of units.
 *       Headers of the system have no say.
 *       Two roots are checkouts of one project if the user named both, or if of
 *       the files that both have by one name more than half are equal.
 * RULES The file system is looked at: paths that are no longer there have no
 *       .git.  As with git, no folder above one of GIT_CEILING_DIRECTORIES, nor
 *       itself, is looked at.
 */
#ifndef EP_ROOTS_H
#define EP_ROOTS_H

#include "base/map.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_root {
    char *path;       /* absolute, without a slash at its end; "" is / */
    uint32_t project; /* the first of the roots that are of this project */
    int is_used;      /* bool: a source is below it */
};

struct ep_roots {
    struct ep_root *items;
    size_t n;
    size_t capacity;
    int why; /* an errno: no .git was found where it could not be looked for; 0 */
};

struct ep_root_path {
    const char *full;
    int is_main; /* bool: some unit's main file */
};

/* Find the roots of PATHS, which are those of N sources; or take those NAMED.
 * OUT  initialised by this call; release with ep_roots_release
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_roots_find(const struct ep_root_path *paths, size_t n,
                                struct ep_roots *out);
EP_MUST_CHECK int ep_roots_take(const char *const *named, size_t n,
                                struct ep_roots *out);

/* The root that PATH is below, the deepest; EP_NONE: none. */
uint32_t ep_roots_of(const struct ep_roots *roots, const char *path);

/* The files LEFT and RIGHT, below the roots A and B, have one name. */
struct ep_twin {
    const char *left;
    const char *right;
    uint32_t a;
    uint32_t b;
};

/* Say which of ROOTS are of one project, by the files that have one name.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_roots_join(struct ep_roots *roots,
                                const struct ep_twin *twins, size_t n);

void ep_roots_release(struct ep_roots *roots);

#ifdef __cplusplus
}
#endif

#endif
