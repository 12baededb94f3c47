/* SPDX-License-Identifier: MIT */
#include "name.h"

#include "base/mem.h"

#include <ctype.h>
#include <demangle.h>
#include <stdlib.h>
#include <string.h>

/* Of the Itanium C++ ABI, as <cxxabi.h> declares it for C++. */
char *__cxa_demangle(const char *mangled, /* NOLINT */
                     char *buffer, size_t *size, int *status);

static void add_piece(const char *text, size_t size, void *out)
{
    ep_buf_add(out, text, size);
}

/* Whether NAME is one of Rust's, mangled in the older way or as v0; into OUT, as
 * the source has it. */
static int demangle_rust(const char *name, struct ep_buf *out)
{
    return (strncmp(name, "_R", 2) == 0 || strncmp(name, "_ZN", 3) == 0) &&
           rust_demangle_callback(name, 0, add_piece, out);
}

static char *demangle_cxx(const char *name)
{
    int status = 0;
    char *plain = strncmp(name, "_Z", 2) == 0
                      ? __cxa_demangle(name, NULL, NULL, &status)
                      : NULL;

    return plain || status == -1 ? plain : strdup(name); /* -1: no memory */
}

char *name_demangle(const char *name)
{
    struct ep_buf rust = {0};
    char *plain = NULL;

    if (!demangle_rust(name, &rust))
        plain = demangle_cxx(name);
    else if (!rust.failed)
        plain = strndup(rust.data, rust.size);
    ep_buf_release(&rust);
    return plain;
}

/* The variants' names differ in one digit, after C or D: C1 and C2, D0 to D2.
 * The demangler, for whom they are one name, tells them from _Z2C1v. */
static int is_same_structor(const char *a, const char *b)
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

/* The end of the arguments in angle brackets that begin at TEXT. */
static const char *skip_arguments(const char *text)
{
    size_t depth = 0;

    do {
        depth += *text == '<';
        depth -= *text == '>' && text[-1] != '-';
        text++;
    } while (*text && depth > 0);
    return text;
}

/* Take from NAME what a generic function or type is made for: the arguments
 * behind a name, `push::<u8>` and `<Stack<u8>>::push`; and who has a trait,
 * `<u8 as Twice>::twice`. */
static void drop_arguments(char *name)
{
    const char *from = name;
    char *to = name;
    char *owner = NULL;

    while (*from) {
        int behind_name = to > name && (isalnum((unsigned char)to[-1]) ||
                                        to[-1] == '_' || to[-1] == ':');
        if (*from == '<' && behind_name) {
            from = skip_arguments(from);
            while (to > name && to[-1] == ':')
                to--;
        } else if (owner && strncmp(from, " as ", 4) == 0) {
            to = owner;
            from += 4;
        } else {
            if (*from == '<')
                owner = to + 1;
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* Whether A and B are both Rust's, and one name, less what DROP takes off. */
static int is_same_rust(const char *a, const char *b, void (*drop)(char *))
{
    struct ep_buf plain_a = {0}, plain_b = {0};
    int same = demangle_rust(a, &plain_a) && demangle_rust(b, &plain_b);

    ep_buf_add(&plain_a, "", 1);
    ep_buf_add(&plain_b, "", 1);
    same = same && !plain_a.failed && !plain_b.failed;
    if (same && drop) {
        drop(plain_a.data);
        drop(plain_b.data);
    }
    same = same && strcmp(plain_a.data, plain_b.data) == 0;
    ep_buf_release(&plain_a);
    ep_buf_release(&plain_b);
    return same;
}

int name_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || is_same_rust(a, b, NULL);
}

int name_same_function(const char *a, const char *b)
{
    return is_same_structor(a, b) || is_same_rust(a, b, drop_arguments);
}
