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
    int status;

    if (strncmp(name, "_Z", 2) == 0)
        plain = __cxa_demangle(name, NULL, NULL, &status);
    return plain ? plain : strdup(name);
}
