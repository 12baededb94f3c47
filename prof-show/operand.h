/* SPDX-License-Identifier: MIT
 *
 * operand.h - how an operand is written.
 */
#ifndef PROF_SHOW_OPERAND_H
#define PROF_SHOW_OPERAND_H

#include <stddef.h>

/* How many bytes of LINE the operand at COLUMN has, with the `!` that are before it, and
 * where these begin into OUT; 0: LINE has no such column. */
size_t operand_find(const char *line, size_t column, size_t *out);

#endif
