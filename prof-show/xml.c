/* SPDX-License-Identifier: MIT */
#include "xml.h"

#include <string.h>

#include "base/utf8.h"

static int is_xml(unsigned char c)
{
    return c >= ' ' || c == '\t' || c == '\n';
}

static const char *name_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void xml_span(FILE *out, const char *text, size_t size)
{
    const char *end = text + size;

    while (text < end) {
        const char *name = name_of(*text);
        int n = 1;

        if (name) {
            (void)fputs(name, out);
        } else if ((unsigned char)*text < 0x80) {
            if (is_xml((unsigned char)*text))
                (void)fputc(*text, out);
            else
                (void)fputs(EP_UTF8_UNKNOWN, out);
        } else {
            n = ep_utf8_size(text);
            if (n && n <= end - text)
                (void)fwrite(text, 1, (size_t)n, out);
            else
                (void)fputs(EP_UTF8_UNKNOWN, out);
            n += n == 0;
        }
        text += n;
    }
}

void xml_text(FILE *out, const char *text)
{
    xml_span(out, text, strlen(text));
}

void xml_attribute(const char *name, const char *text)
{
    (void)printf(" %s=\"", name);
    xml_text(stdout, text);
    (void)putchar('"');
}
