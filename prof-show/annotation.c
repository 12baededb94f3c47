/* SPDX-License-Identifier: MIT */
#include "annotation.h"

#include <inttypes.h>
#include <stdio.h>

/* PROPERTY: before the "::", where commas and colons mean something too. */
static void print_escaped(const char *text, int property)
{
    for (; *text; text++) {
        int special = *text == '%' || *text == '\r' || *text == '\n' ||
                      (property && (*text == ',' || *text == ':'));

        if (special)
            (void)printf("%%%02X", (unsigned char)*text);
        else
            (void)putchar(*text);
    }
}

void annotation_print(const struct annotation *annotation)
{
    (void)printf("::%s ", annotation->level);
    if (annotation->file) {
        (void)fputs("file=", stdout);
        print_escaped(annotation->file, 1);
        (void)printf(",line=%" PRIu32 ",endLine=%" PRIu32 ",",
                     annotation->first, annotation->last);
        if (annotation->column)
            (void)printf("col=%" PRIu32 ",", annotation->column);
    }
    (void)fputs("title=", stdout);
    print_escaped(annotation->title, 1);
    (void)fputs("::", stdout);
    print_escaped(annotation->text, 0);
    (void)putchar('\n');
}
