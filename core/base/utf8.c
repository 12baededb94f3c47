/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

/* Sequences that are too long, surrogates, code points above 10ffff, fffe and
 * ffff are none. */
static int is_refused(const unsigned char *text)
{
    return (text[0] == 0xe0 && text[1] < 0xa0) ||
           (text[0] == 0xed && text[1] > 0x9f) ||
           (text[0] == 0xef && text[1] == 0xbf && text[2] > 0xbd) ||
           (text[0] == 0xf0 && text[1] < 0x90) ||
           (text[0] == 0xf4 && text[1] > 0x8f);
}

int ep_utf8_size(const char *text)
{
    static const struct {
        unsigned char low, high;
        int size;
    } leads[] = {
        {0x01, 0x7f, 1}, {0xc2, 0xdf, 2}, {0xe0, 0xef, 3}, {0xf0, 0xf4, 4}};
    const unsigned char *bytes = (const unsigned char *)text;

    for (unsigned i = 0; i < sizeof leads / sizeof *leads; i++) {
        if (*bytes < leads[i].low || *bytes > leads[i].high)
            continue;
        for (int j = 1; j < leads[i].size; j++)
            if ((bytes[j] & 0xc0) != 0x80)
                return 0;
        return is_refused(bytes) ? 0 : leads[i].size;
    }
    return 0;
}

/* The control character at TEXT of SIZE bytes, 0 if it is no UTF-8; else -1. */
static int control_at(const char *text, int size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    int code = size == 2 && bytes[0] == 0xc2 ? bytes[1] : bytes[0];

    if (size > 2 || (size == 2 && bytes[0] != 0xc2))
        return -1;
    return code < 0x20 || (code >= 0x7f && code < 0xa0) ? code : -1;
}

int ep_is_plain(const char *text)
{
    int size;

    for (; *text; text += size ? size : 1) {
        size = ep_utf8_size(text);
        if (control_at(text, size) >= 0)
            return 0;
    }
    return 1;
}

void ep_buf_plain(struct ep_buf *out, const char *text)
{
    int size;

    for (; *text; text += size ? size : 1) {
        int code = control_at(text, size = ep_utf8_size(text));

        if (code >= 0)
            ep_buf_printf(out, "\\x%02x", (unsigned)code);
        else
            ep_buf_add(out, text, size ? (size_t)size : 1);
    }
    ep_buf_text(out, "");
}
