/* SPDX-License-Identifier: MIT
 *
 * name.h - names as the source has them.
 */
#ifndef PROF_SHOW_NAME_H
#define PROF_SHOW_NAME_H

/* NAME demangled, or a copy of it; free with free(3).  NULL: no memory. */
char *name_demangle(const char *name);

/* Whether A and B are one name in the source: Rust's also say which compilation
 * of a crate they are of, and the older ones what a generic is made for. */
int name_same(const char *a, const char *b);

/* Whether compilers made A and B of one function of the source: variants of a
 * constructor or destructor, or instances of a generic function of Rust. */
int name_same_function(const char *a, const char *b);

#endif
