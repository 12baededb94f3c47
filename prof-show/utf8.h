/* SPDX-License-Identifier: MIT
 *
 * utf8.h - names and sources may be in any encoding; what is written for others
 * is UTF-8.
 */
#ifndef PROF_SHOW_UTF8_H
#define PROF_SHOW_UTF8_H

/* Stands for bytes that are no UTF-8: the replacement character. */
#define UTF8_UNKNOWN "\xef\xbf\xbd"

/* Bytes of the character at TEXT, which is not empty; 0: it is none that XML
 * and JSON both have, leaving control characters aside. */
int utf8_size(const char *text);

#endif
