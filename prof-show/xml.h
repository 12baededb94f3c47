/* SPDX-License-Identifier: MIT
 *
 * xml.h - text inside XML and HTML.
 */
#ifndef PROF_SHOW_XML_H
#define PROF_SHOW_XML_H

#include <stdio.h>

/* Write TEXT to OUT so that it is itself inside elements and attributes; what
 * XML does not have becomes the replacement character. */
void xml_text(FILE *out, const char *text);
/* Likewise SIZE bytes of it. */
void xml_span(FILE *out, const char *text, size_t size);
/* NAME="TEXT" after a blank, to standard output. */
void xml_attribute(const char *name, const char *text);

#endif
