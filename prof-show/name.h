/* SPDX-License-Identifier: MIT
 *
 * name.h - names as the source has them.
 */
#ifndef PROF_SHOW_NAME_H
#define PROF_SHOW_NAME_H

/* NAME demangled, or a copy of it; free with free(3).  NULL: no memory. */
char *name_demangle(const char *name);

/* Whether A and B are variants of one constructor or destructor, which
 * compilers make of one in the source. */
int name_same_structor(const char *a, const char *b);

#endif
