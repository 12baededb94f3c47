/* SPDX-License-Identifier: MIT
 *
 * rt_env.c - the environment variables, the run's file name, the log.
 *
 * The name's pattern is expanded once, at start, when environment and directory
 * are still the user's.  Only the pid stays open, for the children.
 */
#define _GNU_SOURCE
#include "rt_pool.h"

#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define PID_HERE  '\1' /* stands for the pid in `pattern` */
#define POOL_HERE '\2' /* for the pool's name, or the pid */

static char pattern[RT_PATH_SIZE]; /* absolute; empty: none could be made */
static unsigned n_pools;           /* of a program, 1 to 9 */
static size_t start_length; /* of the starting directory in `pattern`, or 0 */

const char *rt_env(const char *name)
{
    size_t length = strlen(name);
    if (getauxval(AT_SECURE) || !environ)
        return NULL;
    for (char **at = environ; *at; at++)
        if (!strncmp(*at, name, length) && (*at)[length] == '=')
            return *at + length + 1;
    return NULL;
}

bool rt_env_off(void)
{
    const char *value = rt_env("EDGEPROF");
    return getauxval(AT_SECURE) || (value && !strcmp(value, "off"));
}

char *rt_decimal(char *out, unsigned long n)
{
    char digits[24];
    size_t i = sizeof digits;
    do
        digits[--i] = (char)('0' + n % 10);
    while (n /= 10);
    memcpy(out, digits + i, sizeof digits - i);
    out += sizeof digits - i;
    *out = 0;
    return out;
}

/* ---- the pattern ----------------------------------------------------------
 */

/* Text that grows in a fixed buffer; `full` once something did not fit. */
struct text {
    char *data;
    size_t size, length;
    bool full;
};

static void put(struct text *text, const char *data, size_t length)
{
    if (length >= text->size - text->length) {
        text->full = true;
        return;
    }
    memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = 0;
}

static void put_text(struct text *text, const char *data)
{
    put(text, data, strlen(data));
}

static void put_program(struct text *text)
{
    char path[RT_PATH_SIZE];
    if (os_program(path, sizeof path) < 0)
        return;
    const char *slash = strrchr(path, '/');
    put_text(text, slash ? slash + 1 : path);
}

static void put_host(struct text *text)
{
    char name[256];
    if (os_host(name, sizeof name) >= 0)
        put_text(text, name);
}

static void put_build_id(struct text *text,
                         const struct edgeprof_raw_module *module)
{
    static const char hex[] = "0123456789abcdef";
    for (uint32_t i = 0; module && i < module->id_size; i++) {
        put(text, hex + (module->id[i] >> 4), 1);
        put(text, hex + (module->id[i] & 15), 1);
    }
}

/* %q{NAME}: FROM is after the q.  Returns the end of what was used. */
static const char *put_variable(struct text *text, const char *from)
{
    char name[128];
    const char *end = *from == '{' ? strchr(from, '}') : NULL;
    if (!end || (size_t)(end - from) > sizeof name)
        return from;
    size_t length = (size_t)(end - from) - 1;
    memcpy(name, from + 1, length);
    name[length] = 0;
    const char *value = rt_env(name);
    if (value)
        put_text(text, value);
    return end + 1;
}

static const char *expand(struct text *text, const char *at,
                          const struct edgeprof_raw_module *main_program)
{
    const char *value;
    switch (*at) {
    case 'p':
        put(text, &(const char){PID_HERE}, 1);
        break;
    case 'm':
        n_pools = n_pools ? n_pools : 1;
        put(text, &(const char){POOL_HERE}, 1);
        break;
    case 'e':
        put_program(text);
        break;
    case 'h':
        put_host(text);
        break;
    case 'b':
        put_build_id(text, main_program);
        break;
    case 't':
        value = rt_env("TMPDIR");
        put_text(text, value && *value ? value : "/tmp");
        break;
    case 'q':
        return put_variable(text, at + 1);
    case 0:
        return at;
    default: /* %4m; %%, and what we do not know */
        if (*at >= '1' && *at <= '9' && at[1] == 'm') {
            (void)expand(text, at + 1, main_program);
            n_pools = (unsigned)(*at - '0');
            return at + 2;
        }
        put(text, at, 1);
    }
    return at + 1;
}

void rt_env_read_pattern(const struct edgeprof_raw_module *main_program)
{
    char relative[RT_PATH_SIZE];
    struct text text = {relative, sizeof relative, 0, false};
    const char *at = rt_env("EDGEPROF_FILE");
    relative[0] = 0;
    for (at = at && *at ? at : "prof.out.%p"; *at;) {
        if (*at == '%')
            at = expand(&text, at + 1, main_program);
        else
            put(&text, at++, 1);
    }
    struct text whole = {pattern, sizeof pattern, 0, text.full};
    if (relative[0] != '/') {
        long length = os_directory(pattern, sizeof pattern);
        if (length < 0)
            whole.full = true;
        else
            start_length = whole.length = (size_t)length;
        put(&whole, "/", 1);
    }
    put_text(&whole, relative);
    if (whole.full)
        pattern[0] = 0;
}

/* `pattern` with POOL where the pool's name is, or with the pid if it is NULL. */
static bool fill_in(int pid, const char *pool, char out[RT_PATH_SIZE])
{
    char digits[24];
    struct text text = {out, RT_PATH_SIZE, 0, !pattern[0]};
    rt_decimal(digits, (unsigned long)pid);
    for (const char *at = pattern; *at; at++) {
        if (*at == POOL_HERE)
            put_text(&text, pool ? pool : digits);
        else if (*at == PID_HERE)
            put_text(&text, digits);
        else
            put(&text, at, 1);
    }
    return !text.full;
}

bool rt_env_file_name(int pid, char out[RT_PATH_SIZE])
{
    return fill_in(pid, NULL, out);
}

/* Hash of the id of the module that names the pools. */
static uint64_t program;

void rt_env_name_pool_after(const struct edgeprof_raw_module *raw, bool is_main)
{
    static bool named_after_main;
    if (named_after_main || (program && !is_main))
        return;
    named_after_main = is_main;
    program = 0xcbf29ce484222325; /* FNV-1a */
    for (uint32_t i = 0; i < raw->id_size; i++)
        program = (program ^ raw->id[i]) * 0x100000001b3;
}

bool rt_env_pool_name(int pid, char out[RT_PATH_SIZE])
{
    static const char hex[] = "0123456789abcdef";
    char name[32];
    for (int i = 0; i < 16; i++)
        name[i] = hex[program >> (60 - 4 * i) & 15];
    name[16] = 0;
    if (n_pools > 1) {
        name[16] = '_';
        rt_decimal(name + 17, (unsigned)pid % n_pools);
    }
    return n_pools && fill_in(pid, name, out);
}

size_t rt_env_start_length(void)
{
    return start_length;
}

bool rt_env_names_process(void)
{
    return strchr(pattern, PID_HERE) != NULL || n_pools;
}

/* ---- signal ---------------------------------------------------------------
 */

int rt_env_signal(void)
{
    static const struct {
        const char *name;
        int number;
    } known[] = {{"USR1", SIGUSR1},   {"USR2", SIGUSR2}, {"HUP", SIGHUP},
                 {"WINCH", SIGWINCH}, {"PROF", SIGPROF}, {"ALRM", SIGALRM},
                 {"QUIT", SIGQUIT},   {"INT", SIGINT},   {"TERM", SIGTERM},
                 {"URG", SIGURG},     {"IO", SIGIO}};
    const char *value = rt_env("EDGEPROF_SIGNAL");
    if (!value)
        return 0;
    if (!strncmp(value, "SIG", 3))
        value += 3;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(value, known[i].name))
            return known[i].number;
    int number = 0;
    for (; *value >= '0' && *value <= '9' && number < 100; value++)
        number = number * 10 + (*value - '0');
    return *value || number > 64 ? -1 : number;
}

/* ---- log ------------------------------------------------------------------
 */

void rt_log(const char *what, const char *detail, int error)
{
    char line[512], digits[24];
    const char *target = rt_env("EDGEPROF_LOG");
    if (!target || !*target)
        return;
    struct text text = {line, sizeof line - 1, 0, false};
    put_text(&text, "edgeprof: ");
    rt_decimal(digits, (unsigned long)os_pid());
    put_text(&text, digits);
    put_text(&text, ": ");
    put_text(&text, what);
    put_text(&text, " ");
    put_text(&text, detail);
    if (error) {
        put_text(&text, ": error ");
        rt_decimal(digits, (unsigned long)(error < 0 ? -error : error));
        put_text(&text, digits);
    }
    line[text.length++] = '\n';
    int fd = !strcmp(target, "2") ? 2 : os_open_log(target);
    if (fd < 0)
        return;
    os_append(fd, line, text.length);
    if (fd != 2)
        os_close(fd);
}
