/* SPDX-License-Identifier: MIT */
#include "emit/options.h"

#include <fnmatch.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A part of a text, not zero-terminated. */
struct span {
    const char *text;
    size_t size;
};

struct key;
typedef int set_fn(struct ep_options *options, const struct key *key,
                   struct span value);

struct key {
    const char *name;
    const char *values[4]; /* or what a value is, for the message */
    set_fn *set;           /* EP_OK, EP_ENOMEM or EP_EOPTION */
    size_t field;          /* of struct ep_options */
    int whole;             /* bool: '+' is an ordinary character of the value */
};

static void *field_of(struct ep_options *options, const struct key *key)
{
    return (char *)options + key->field;
}

/* ---- values -------------------------------------------------------------- */

static int is_text(struct span span, const char *text)
{
    return strlen(text) == span.size && memcmp(text, span.text, span.size) == 0;
}

/* The index of VALUE among those of KEY, or -1. */
static int which(const struct key *key, struct span value)
{
    for (int i = 0; key->values[i]; i++)
        if (is_text(value, key->values[i]))
            return i;
    return -1;
}

/* The field is an enum, or a bool, whose constants are the values' indexes. */
static int set_choice(struct ep_options *options, const struct key *key,
                      struct span value)
{
    int i = which(key, value);

    if (i < 0)
        return EP_EOPTION;
    memcpy(field_of(options, key), &i, sizeof i);
    return EP_OK;
}

static int set_threads(struct ep_options *options, const struct key *key,
                       struct span value)
{
    options->names_threads = 1;
    return set_choice(options, key, value);
}

/* The field is a set of flags, one for each value. */
static int set_flag(struct ep_options *options, const struct key *key,
                    struct span value)
{
    unsigned *flags = field_of(options, key);
    int i = which(key, value);

    if (i < 0)
        return EP_EOPTION;
    *flags |= 1u << i;
    return EP_OK;
}

static int set_path(struct ep_options *options, const struct key *key,
                    struct span value)
{
    char **path = field_of(options, key);
    char *copy;

    if (value.size == 0)
        return EP_EOPTION;
    copy = ep_mem_dup(value.text, value.size);
    if (!copy)
        return EP_ENOMEM;
    ep_mem_free(*path);
    *path = copy;
    return EP_OK;
}

static int add_glob(struct ep_options *options, const struct key *key,
                    struct span value)
{
    struct ep_globs *globs = field_of(options, key);
    char *copy;

    if (value.size == 0)
        return EP_EOPTION;
    if (EP_GROW(globs->items, globs->n, globs->capacity))
        return EP_ENOMEM;
    copy = ep_mem_dup(value.text, value.size);
    if (!copy)
        return EP_ENOMEM;
    globs->items[globs->n++] = copy;
    return EP_OK;
}

#define FIELD(name) offsetof(struct ep_options, name)

static const struct key keys[] = {
    {"place", {"tree", "knuth", "all"}, set_choice, FIELD(place), 0},
    {"threads",
     {"private", "atomic", "shared"},
     set_threads,
     FIELD(threads),
     0},
    {"runtime", {"any", "none"}, set_choice, FIELD(no_runtime), 0},
    {"calls",
     {"exact", "assume-return", "assume-pure"},
     set_choice,
     FIELD(calls),
     0},
    {"loops", {"register", "memory"}, set_choice, FIELD(loops), 0},
    {"profile", {"a file name"}, set_path, FIELD(profile), 1},
    {"use", {"a file name"}, set_path, FIELD(use), 1},
    {"count", {"yes", "no"}, set_choice, FIELD(no_count), 0},
    {"frames", {"no", "yes"}, set_choice, FIELD(frames), 0},
    {"mcdc", {"no", "yes"}, set_choice, FIELD(mcdc), 0},
    {"trips", {"no", "yes"}, set_choice, FIELD(trips), 0},
    {"trace", {"no", "ring"}, set_choice, FIELD(trace), 0},
    {"values", {"no", "yes"}, set_choice, FIELD(values), 0},
    {"include", {"a glob of source paths"}, add_glob, FIELD(include), 0},
    {"exclude", {"a glob of source paths"}, add_glob, FIELD(exclude), 0},
    {"system-headers", {"no", "yes"}, set_choice, FIELD(system_headers), 0},
    {"dump", {"cfg", "tree", "notes"}, set_flag, FIELD(dump), 0},
};

enum { N_KEYS = sizeof keys / sizeof keys[0] };

_Static_assert(sizeof(enum ep_place) == sizeof(int) &&
                   sizeof(enum ep_threads) == sizeof(int) &&
                   sizeof(enum ep_call_rule) == sizeof(int) &&
                   sizeof(enum ep_loops) == sizeof(int),
               "set_choice writes an int");

void ep_options_init(struct ep_options *options)
{
    *options = (struct ep_options){.place = EP_PLACE_TREE,
                                   .threads = EP_THREADS_PRIVATE,
                                   .calls = EP_CALLS_EXACT,
                                   .loops = EP_LOOPS_REGISTER};
}

static void free_globs(struct ep_globs *globs)
{
    for (size_t i = 0; i < globs->n; i++)
        ep_mem_free(globs->items[i]);
    ep_mem_free(globs->items);
}

void ep_options_release(struct ep_options *options)
{
    ep_mem_free(options->profile);
    ep_mem_free(options->use);
    free_globs(&options->include);
    free_globs(&options->exclude);
    ep_options_init(options);
}

/* ---- keys ---------------------------------------------------------------- */

static const struct key *find_key(struct span name)
{
    for (size_t i = 0; i < N_KEYS; i++)
        if (is_text(name, keys[i].name))
            return &keys[i];
    return NULL;
}

static int unknown_key(struct span name, struct ep_diag *diag)
{
    char known[256];
    size_t size = 0;

    for (size_t i = 0; i < N_KEYS && size < sizeof known; i++)
        size += (size_t)snprintf(known + size, sizeof known - size, "%s%s",
                                 i ? ", " : "", keys[i].name);
    return ep_fail(diag, EP_EOPTION,
                   "unknown option '%.*s', expected one of %s", (int)name.size,
                   name.text, known);
}

static int unknown_value(const struct key *key, struct span value,
                         struct ep_diag *diag)
{
    char known[128];
    size_t size = 0;

    for (size_t i = 0; key->values[i] && size < sizeof known; i++)
        size += (size_t)snprintf(known + size, sizeof known - size, "%s%s",
                                 i ? ", " : "", key->values[i]);
    return ep_fail(diag, EP_EOPTION, "%s: unknown value '%.*s', expected %s",
                   key->name, (int)value.size, value.text, known);
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
        int status = key->set(options, key, one);

        if (status == EP_EOPTION)
            return unknown_value(key, one, diag);
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
    while (list && *list) {
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

/* A trace tells each mark in its order, to the thread that passed it. */
static int settle_trace(struct ep_options *options, struct ep_diag *diag)
{
    const char *needs = NULL;

    if (!options->trace)
        return EP_OK;
    if (options->no_runtime)
        needs = "runtime=any";
    else if (options->place != EP_PLACE_TREE)
        needs = "place=tree";
    else if (options->threads != EP_THREADS_PRIVATE)
        needs = "threads=private";
    else if (options->calls == EP_CALLS_ASSUME_RETURN)
        needs = "calls=exact";
    else if (options->no_count)
        needs = "count=yes";
    else if (options->mcdc)
        needs = "mcdc=no";
    else if (options->trips)
        needs = "trips=no";
    if (needs)
        return ep_fail(diag, EP_EOPTION, "trace=ring: needs %s", needs);
    options->loops = EP_LOOPS_MEMORY; /* a register tells no order */
    return EP_OK;
}

int ep_options_settle(struct ep_options *options, struct ep_diag *diag)
{
    if (options->no_runtime && !options->names_threads)
        options->threads = EP_THREADS_ATOMIC;
    if (options->no_runtime && options->threads == EP_THREADS_PRIVATE)
        return ep_fail(
            diag, EP_EOPTION,
            "threads=private: needs a runtime; with runtime=none say "
            "threads=atomic or threads=shared");
    return settle_trace(options, diag);
}

static int matches(const struct ep_globs *globs, const char *path)
{
    for (size_t i = 0; i < globs->n; i++)
        if (fnmatch(globs->items[i], path, 0) == 0)
            return 1;
    return 0;
}

int ep_options_select(const struct ep_options *options, const char *path,
                      int in_system_header)
{
    if (in_system_header && !options->system_headers)
        return 0;
    if (matches(&options->exclude, path))
        return 0;
    return options->include.n == 0 || matches(&options->include, path);
}
