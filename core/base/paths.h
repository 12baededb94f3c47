/* SPDX-License-Identifier: MIT
 *
 * paths.h - what the paths of sources have in common.
 */
#ifndef EP_PATHS_H
#define EP_PATHS_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Append the components of PATH to OUT, each after a slash, but "."; ".." takes
 * the one before away. */
void ep_path_normalise(const char *path, struct ep_buf *out);

/* FOLDER/PATH, to be freed; NULL: no memory. */
char *ep_path_join(const char *folder, const char *path);

/* Whether PATH lies where systems keep the sources of what is not the user's:
 * headers of libraries, Rust's library and crates. */
int ep_path_is_system(const char *path);

#ifdef __cplusplus
}
#endif

#endif
