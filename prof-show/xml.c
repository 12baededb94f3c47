/* SPDX-License-Identifier: MIT */
#include "xml.h"

static int is_xml(unsigned char c)
{
    return c >= ' ' || c == '\t' || c == '\n';
}

/* Bytes of the UTF-8 sequence at TEXT; 0 if it is none, as in sources of other
 * encodings.  (The two last code points of the plane, which XML has not, and
 * surrogates are refused.) */
static int sequence(const unsigned char *text)
{
    static const struct {
        unsigned char low, high;
        int rest;
    } leads[] = {{0xc2, 0xdf, 1}, {0xe0, 0xef, 2}, {0xf0, 0xf4, 3}};

    for (unsigned i = 0; i < sizeof leads / sizeof *leads; i++) {
        if (*text < leads[i].low || *text > leads[i].high)
            continue;
        for (int j = 1; j <= leads[i].rest; j++)
            if ((text[j] & 0xc0) != 0x80)
                return 0;
        if ((*text == 0xe0 && text[1] < 0xa0) ||
            (*text == 0xed && text[1] > 0x9f) ||
            (*text == 0xef && text[1] == 0xbf && text[2] > 0xbd) ||
            (*text == 0xf0 && text[1] < 0x90) ||
            (*text == 0xf4 && text[1] > 0x8f))
            return 0;
        return leads[i].rest + 1;
    }
    return 0;
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

void xml_text(FILE *out, const char *text)
{
    while (*text) {
        const char *name = name_of(*text);
        int n = 1;

        if (name) {
            (void)fputs(name, out);
        } else if ((unsigned char)*text < 0x80) {
            (void)fputc(is_xml((unsigned char)*text) ? *text : '?', out);
        } else {
            n = sequence((const unsigned char *)text);
            if (n)
                (void)fwrite(text, 1, (size_t)n, out);
            else
                (void)fputc('?', out);
            n += n == 0;
        }
        text += n;
    }
}

void xml_attribute(const char *name, const char *text)
{
    (void)printf(" %s=\"", name);
    xml_text(stdout, text);
    (void)putchar('"');
}
