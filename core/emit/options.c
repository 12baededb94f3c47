/* SPDX-License-Identifier: MIT */
#include "emit/options.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* A part of a text, not zero-terminated. */
struct span {
    const char *text;
    size_t size;
};

typedef int set_fn(struct ep_options *options, struct span value);

struct key {
    const char *name;
    const char *known; /* values, for the message */
    set_fn *set;       /* EP_OK, EP_ENOMEM or EP_EOPTION */
    int whole;         /* bool: '+' is an ordinary character of the value */
};

/* The index of VALUE among NAMES, or -1. */
static int which(struct span value, const char *const *names)
{
    for (int i = 0; names[i]; i++) {
        if (strlen(names[i]) == value.size &&
            memcmp(names[i], value.text, value.size) == 0)
            return i;
    }
    return -1;
}

static int set_place(struct ep_options *options, struct span value)
{
    static const char *const names[] = {"tree", "knuth", "all", NULL};
    int i = which(value, names);

    if (i < 0)
        return EP_EOPTION;
    options->place = (enum ep_place)i;
    return EP_OK;
}

static int set_threads(struct ep_options *options, struct span value)
{
    static const char *const names[] = {"private", "atomic", "shared", NULL};
    int i = which(value, names);

    if (i < 0)
        return EP_EOPTION;
    options->threads = (enum ep_threads)i;
    return EP_OK;
}

static int set_calls(struct ep_options *options, struct span value)
{
    static const char *const names[] = {"exact", "assume-return", "assume-pure",
                                        NULL};
    int i = which(value, names);

    if (i < 0)
        return EP_EOPTION;
    options->calls = (enum ep_call_rule)i;
    return EP_OK;
}

static int set_loops(struct ep_options *options, struct span value)
{
    static const char *const names[] = {"register", "memory", NULL};
    int i = which(value, names);

    if (i < 0)
        return EP_EOPTION;
    options->loops = (enum ep_loops)i;
    return EP_OK;
}

static int set_system_headers(struct ep_options *options, struct span value)
{
    static const char *const names[] = {"no", "yes", NULL};
    int i = which(value, names);

    if (i < 0)
        return EP_EOPTION;
    options->system_headers = i;
    return EP_OK;
}

static int set_dump(struct ep_options *options, struct span value)
{
    static const char *const names[] = {"cfg", "tree", "notes", NULL};
    int i = which(value, names);

    if (i < 0)
        return EP_EOPTION;
    options->dump |= 1u << i; /* EP_DUMP_CFG, _TREE, _NOTES */
    return EP_OK;
}

static int set_profile(struct ep_options *options, struct span value)
{
    char *copy;

    if (value.size == 0)
        return EP_EOPTION;
    copy = ep_mem_dup(value.text, value.size);
    if (!copy)
        return EP_ENOMEM;
    ep_mem_free(options->profile);
    options->profile = copy;
    return EP_OK;
}

static int append_glob(char ***globs, size_t *n, size_t *capacity,
                       struct span value)
{
    char *copy;

    if (value.size == 0)
        return EP_EOPTION;
    if (ep_mem_grow((void **)globs, sizeof **globs, *n, capacity))
        return EP_ENOMEM;
    copy = ep_mem_dup(value.text, value.size);
    if (!copy)
        return EP_ENOMEM;
    (*globs)[(*n)++] = copy;
    return EP_OK;
}

static int set_include(struct ep_options *options, struct span value)
{
    return append_glob(&options->include, &options->n_include,
                       &options->include_capacity, value);
}

static int set_exclude(struct ep_options *options, struct span value)
{
    return append_glob(&options->exclude, &options->n_exclude,
                       &options->exclude_capacity, value);
}

static const struct key keys[] = {
    {"place", "tree, knuth, all", set_place, 0},
    {"threads", "private, atomic, shared", set_threads, 0},
    {"calls", "exact, assume-return, assume-pure", set_calls, 0},
    {"loops", "register, memory", set_loops, 0},
    {"profile", "a file name", set_profile, 1},
    {"include", "a glob of source paths", set_include, 0},
    {"exclude", "a glob of source paths", set_exclude, 0},
    {"system-headers", "no, yes", set_system_headers, 0},
    {"dump", "cfg, tree, notes", set_dump, 0},
};

enum { N_KEYS = sizeof keys / sizeof keys[0] };

void ep_options_init(struct ep_options *options)
{
    *options = (struct ep_options){.place = EP_PLACE_TREE,
                                   .threads = EP_THREADS_PRIVATE,
                                   .calls = EP_CALLS_EXACT,
                                   .loops = EP_LOOPS_REGISTER};
}

static void free_globs(char **globs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ep_mem_free(globs[i]);
    ep_mem_free(globs);
}

void ep_options_release(struct ep_options *options)
{
    ep_mem_free(options->profile);
    free_globs(options->include, options->n_include);
    free_globs(options->exclude, options->n_exclude);
    ep_options_init(options);
}

static const struct key *find_key(struct span name)
{
    for (size_t i = 0; i < N_KEYS; i++) {
        if (strlen(keys[i].name) == name.size &&
            memcmp(keys[i].name, name.text, name.size) == 0)
            return &keys[i];
    }
    return NULL;
}

static int unknown_key(struct span name, struct ep_diag *diag)
{
    char known[128];
    size_t size = 0;

    for (size_t i = 0; i < N_KEYS && size < sizeof known; i++)
        size += (size_t)snprintf(known + size, sizeof known - size, "%s%s",
                                 i ? ", " : "", keys[i].name);
    return ep_fail(diag, EP_EOPTION,
                   "unknown option '%.*s', expected one of %s", (int)name.size,
                   name.text, known);
}

/* NAME=VALUE, VALUE being one value or several joined by '+'. */
static int set_values(struct ep_options *options, struct span name,
                      struct span value, struct ep_diag *diag)
{
    const struct key *key = find_key(name);
    const char *at = value.text;
    const char *end = value.text + value.size;

    if (!key)
        return unknown_key(name, diag);
    for (;;) {
        const char *plus =
            key->whole ? NULL : memchr(at, '+', (size_t)(end - at));
        struct span one = {at, (size_t)((plus ? plus : end) - at)};
        int status = key->set(options, one);

        if (status == EP_EOPTION)
            return ep_fail(diag, status,
                           "%s: unknown value '%.*s', expected %s", key->name,
                           (int)one.size, one.text, key->known);
        if (status)
            return ep_fail(diag, status, "%s: out of memory", key->name);
        if (!plus)
            return EP_OK;
        at = plus + 1;
    }
}

int ep_options_set(struct ep_options *options, const char *key,
                   const char *value, struct ep_diag *diag)
{
    struct span name = {key, strlen(key)};
    struct span text = {value ? value : "", value ? strlen(value) : 0};

    return set_values(options, name, text, diag);
}

int ep_options_parse(struct ep_options *options, const char *list,
                     struct ep_diag *diag)
{
    while (*list) {
        size_t size = strcspn(list, ",");
        const char *equal = memchr(list, '=', size);
        const char *end = list + size;
        struct span name = {list, (size_t)((equal ? equal : end) - list)};
        struct span value = {equal ? equal + 1 : end,
                             equal ? (size_t)(end - equal - 1) : 0};
        int status = size ? set_values(options, name, value, diag) : EP_OK;

        if (status)
            return status;
        list = *end ? end + 1 : end;
    }
    return EP_OK;
}

static int matches(char *const *globs, size_t n, const char *path)
{
    for (size_t i = 0; i < n; i++) {
        if (fnmatch(globs[i], path, 0) == 0)
            return 1;
    }
    return 0;
}

int ep_options_system_path(const char *path)
{
    static const char *const prefixes[] = {"/usr/include/", "/usr/lib/",
                                           "/usr/local/include/", NULL};

    for (int i = 0; prefixes[i]; i++) {
        if (strncmp(path, prefixes[i], strlen(prefixes[i])) == 0)
            return 1;
    }
    return 0;
}

int ep_options_select(const struct ep_options *options, const char *path,
                      int in_system_header)
{
    if (in_system_header && !options->system_headers)
        return 0;
    if (matches(options->exclude, options->n_exclude, path))
        return 0;
    return options->n_include == 0 ||
           matches(options->include, options->n_include, path);
}
