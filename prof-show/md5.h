/* SPDX-License-Identifier: MIT
 *
 * md5.h - MD5 (RFC 1321), by which some services know a source.
 */
#ifndef PROF_SHOW_MD5_H
#define PROF_SHOW_MD5_H

#include <stddef.h>

/* Room for 32 digits. */
#define MD5_TEXT 33

struct md5 {
    unsigned state[4];
    unsigned long long size; /* bytes so far */
    unsigned char block[64]; /* the last size % 64 of them */
};

void md5_begin(struct md5 *md5);
void md5_add(struct md5 *md5, const void *data, size_t size);
void md5_end(struct md5 *md5, char out[MD5_TEXT]);

#endif
