/* SPDX-License-Identifier: MIT
 *
 * code_span.h - code inside Markdown.
 */
#ifndef PROF_SHOW_CODE_SPAN_H
#define PROF_SHOW_CODE_SPAN_H

/* TEXT as it is, to standard output; IN_TABLE: in a cell of one. */
void code_span(const char *text, int in_table);

#endif
