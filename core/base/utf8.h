/* SPDX-License-Identifier: MIT
 *
 * utf8.h - names and sources may be in any encoding, and a name may hold bytes
 * that a terminal obeys.
 *
 * RULES What is written for others is UTF-8.  What is shown holds no control
 *       character: "\x1b" stands for it.
 */
#ifndef EP_UTF8_H
#define EP_UTF8_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Stands for bytes that are no UTF-8: the replacement character. */
#define EP_UTF8_UNKNOWN "\xef\xbf\xbd"

/* Bytes of the character at TEXT, which is not empty; 0: it is none that XML
 * and JSON both have, leaving control characters aside. */
int ep_utf8_size(const char *text);

/* Whether TEXT holds no control character of ASCII or of Latin 1, be these in
 * UTF-8 or bytes of their own. */
int ep_is_plain(const char *text);

/* Append TEXT with "\xNN" for each control character. */
void ep_buf_plain(struct ep_buf *out, const char *text);

#ifdef __cplusplus
}
#endif

#endif
