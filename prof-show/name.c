/* SPDX-License-Identifier: MIT */
#include "name.h"

#include <stdlib.h>
#include <string.h>

/* Of the Itanium C++ ABI, as <cxxabi.h> declares it for C++. */
char *__cxa_demangle(const char *mangled, /* NOLINT */
                     char *buffer, size_t *size, int *status);

char *name_demangle(const char *name)
{
    char *plain = NULL;
    int status = 0;

    if (strncmp(name, "_Z", 2) == 0)
        plain = __cxa_demangle(name, NULL, NULL, &status);
    return plain || status == -1 ? plain : strdup(name); /* -1: no memory */
}

/* The variants' names differ in one digit, after C or D: C1 and C2, D0 to D2.
 * The demangler, for whom they are one name, tells them from _Z2C1v. */
int name_same_structor(const char *a, const char *b)
{
    size_t n = strlen(a);
    size_t at = 0;
    char *plain_a, *plain_b;
    int same;

    while (at < n && a[at] == b[at])
        at++;
    if (at == 0 || at >= n || !strchr("CD", a[at - 1]) ||
        !strchr("012", a[at]) || !b[at] || !strchr("012", b[at]) ||
        strcmp(a + at + 1, b + at + 1) != 0)
        return 0;
    plain_a = name_demangle(a);
    plain_b = name_demangle(b);
    same = plain_a && plain_b && strcmp(plain_a, plain_b) == 0;
    free(plain_a);
    free(plain_b);
    return same;
}
