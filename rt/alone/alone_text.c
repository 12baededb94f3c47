/* SPDX-License-Identifier: MIT
 *
 * alone_text.c - the environment, and the run's file name.
 */
#include "alone.h"

enum { PID_HERE = 1 }; /* stands for the pid in `pattern` */

static char
    pattern[EDGEPROF_PATH_MAX]; /* absolute; empty: none could be made */
static size_t start_length;     /* of the starting folder in `pattern`, or 0 */
static char scratch[EDGEPROF_PATH_MAX]; /* for one step of the expansion */

/* What compilers call for structs, whatever they are told. */
INTERNAL void *memcpy(void *to, const void *from, size_t size);
INTERNAL void *memset(void *to, int byte, size_t size);

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = (char)byte;
    return to;
}

size_t alone_length(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

const char *alone_after(const char *text, const char *start)
{
    while (*start && *text == *start)
        text++, start++;
    return *start ? NULL : text;
}

const char *alone_variable(char **environment, const char *name)
{
    for (; *environment; environment++) {
        const char *value = alone_after(*environment, name);
        if (value && *value == '=')
            return value + 1;
    }
    return NULL;
}

char *alone_decimal(char *out, unsigned long n)
{
    char digits[24];
    size_t i = sizeof digits;
    do
        digits[--i] = (char)('0' + n % 10);
    while (n /= 10);
    while (i < sizeof digits)
        *out++ = digits[i++];
    *out = 0;
    return out;
}

/* ---- the pattern ----------------------------------------------------------
 */

/* Text that grows in a fixed buffer; `full` once something did not fit. */
struct text {
    char *data;
    size_t length;
    bool full;
};

static void put(struct text *text, char c)
{
    if (text->length + 1 >= EDGEPROF_PATH_MAX) {
        text->full = true;
        return;
    }
    text->data[text->length++] = c;
    text->data[text->length] = 0;
}

static void put_text(struct text *text, const char *data)
{
    while (*data)
        put(text, *data++);
}

static void put_program(struct text *text)
{
    long length = alone_call3(CALL_READLINK, (long)"/proc/self/exe",
                              (long)scratch, sizeof scratch - 1);
    const char *name = scratch;
    scratch[length > 0 ? length : 0] = 0;
    for (const char *at = scratch; *at; at++)
        if (*at == '/')
            name = at + 1;
    put_text(text, name);
}

static void put_host(struct text *text)
{
    enum { FIELD = 65, NODE = FIELD };
    if (!alone_call3(CALL_UNAME, (long)scratch, 0, 0))
        put_text(text, scratch + NODE);
}

static void put_id(struct text *text)
{
    static const char hex[] = "0123456789abcdef";
    for (uint32_t i = 0; i < alone.module->id_size; i++) {
        put(text, hex[alone.module->id[i] >> 4]);
        put(text, hex[alone.module->id[i] & 15]);
    }
}

/* %q{NAME}: FROM is after the q.  Returns the end of what was used. */
static const char *put_variable(struct text *text, const char *from,
                                char **environment)
{
    const char *end = from, *value;
    size_t length = 0;
    while (*end && *end != '}')
        end++;
    if (*from != '{' || !*end || (size_t)(end - from) > sizeof scratch)
        return from;
    for (const char *at = from + 1; at < end; at++)
        scratch[length++] = *at;
    scratch[length] = 0;
    value = alone_variable(environment, scratch);
    if (value)
        put_text(text, value);
    return end + 1;
}

/* AT: behind the per cent sign.  A pool's name is the process' here. */
static const char *expand(struct text *text, const char *at, char **environment)
{
    const char *value;
    if (*at == 0)
        return at;
    if (*at == 'q')
        return put_variable(text, at + 1, environment);
    if (*at >= '1' && *at <= '9' && at[1] == 'm')
        at++;
    if (*at == 'p' || *at == 'm') {
        put(text, PID_HERE);
    } else if (*at == 'e') {
        put_program(text);
    } else if (*at == 'h') {
        put_host(text);
    } else if (*at == 'b') {
        put_id(text);
    } else if (*at == 't') {
        value = alone_variable(environment, "TMPDIR");
        put_text(text, value && *value ? value : "/tmp");
    } else {
        put(text, *at);
    }
    return at + 1;
}

void alone_read_pattern(char **environment)
{
    struct text named = {alone.path, 0, false}, whole = {pattern, 0, false};
    const char *at = alone_variable(environment, "EDGEPROF_FILE");
    for (at = at && *at ? at : "prof.out.%p"; *at;) {
        if (*at == '%')
            at = expand(&named, at + 1, environment);
        else
            put(&named, *at++);
    }
    if (alone.path[0] != '/') {
        long length =
            alone_call3(CALL_GETCWD, (long)pattern, sizeof pattern, 0);
        whole.full = length <= 0 || pattern[0] != '/';
        whole.length = start_length = length > 0 ? (size_t)length - 1 : 0;
        put(&whole, '/');
    }
    put_text(&whole, alone.path);
    if (named.full || whole.full)
        pattern[0] = 0;
}

bool alone_name(int pid)
{
    struct text text = {alone.path, 0, !pattern[0]};
    char digits[24];
    alone_decimal(digits, (unsigned long)pid);
    for (const char *at = pattern; *at; at++) {
        if (*at == PID_HERE)
            put_text(&text, digits);
        else
            put(&text, *at);
    }
    return !text.full;
}

void alone_make_folders(void)
{
    for (char *at = alone.path + start_length + 1; *at; at++)
        if (*at == '/') {
            *at = 0;
            alone_call3(CALL_MKDIR, (long)alone.path, 0777, 0);
            *at = '/';
        }
}
