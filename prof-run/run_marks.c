/* SPDX-License-Identifier: MIT */
#include "run_marks.h"

#include "profile/profile_trace.h"
#include "run_folder.h"
#include "tool/embed.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Of the Itanium C++ ABI, as <cxxabi.h> declares it for C++. */
char *__cxa_demangle(const char *mangled, /* NOLINT */
                     char *buffer, size_t *size, int *status);

#define FILTER_BITS 65536u
#define SUFFIX      ".module"

struct marks {
    char *function; /* the glob, and with what a parameter list begins */
    char *with_parameters;
    struct ep_counts modules; /* no counts, but notes */
    struct ep_map files;      /* hash of the name -> 0 */
    struct ep_profile profile;
    struct ep_profile_trace trace;
    uint8_t *wanted; /* bool per function of `trace` */
    int is_last;     /* bool: what cannot be read now is missing */
    int has_wanted;
    int has_profile;
    unsigned version;
    uint8_t filter[FILTER_BITS / 8]; /* by a name's lowest bits */
};

struct marks *marks_new(const char *function, int is_last)
{
    struct marks *marks = ep_mem_zeroed(1, sizeof *marks);
    struct ep_buf with = {0};

    if (!marks)
        return NULL;
    ep_buf_printf(&with, "%s(*", function);
    marks->function = ep_mem_dup(function, strlen(function));
    marks->with_parameters = with.data;
    marks->is_last = is_last;
    if (marks->function && !with.failed)
        return marks;
    marks_release(marks);
    return NULL;
}

static void release_profile(struct marks *marks)
{
    ep_profile_trace_release(&marks->trace);
    if (marks->has_profile)
        ep_profile_release(&marks->profile);
    ep_mem_free(marks->wanted);
    marks->wanted = NULL;
    marks->has_profile = 0;
}

void marks_release(struct marks *marks)
{
    if (!marks)
        return;
    release_profile(marks);
    ep_counts_release(&marks->modules);
    ep_map_release(&marks->files);
    ep_mem_free(marks->function);
    ep_mem_free(marks->with_parameters);
    ep_mem_free(marks);
}

/* ---- which are wanted ---------------------------------------------------- */

static int matches(const struct marks *marks, const char *name)
{
    int status = 0, found = fnmatch(marks->function, name, 0) == 0;
    char *plain = strncmp(name, "_Z", 2) == 0
                      ? __cxa_demangle(name, NULL, NULL, &status)
                      : NULL;

    if (plain)
        found |= fnmatch(marks->function, plain, 0) == 0 ||
                 fnmatch(marks->with_parameters, plain, 0) == 0;
    free(plain);
    return found;
}

static void filter_in(struct marks *marks, uint32_t name)
{
    uint32_t bit = name % FILTER_BITS;

    marks->filter[bit / 8] |= (uint8_t)(1u << bit % 8);
}

static int is_entry(const struct ep_function *function, uint32_t edge)
{
    return function->cfg.edges[edge].kind == EP_EDGE_ENTRY &&
           function->mark[edge] != EP_NONE;
}

static int choose_wanted(struct marks *marks)
{
    marks->wanted = ep_mem_zeroed(marks->trace.n, 1);
    if (!marks->wanted)
        return EP_ENOMEM;
    for (size_t i = 0; i < marks->trace.n; i++) {
        const struct ep_function *function = marks->trace.functions[i].function;

        if (!matches(marks, function->name))
            continue;
        marks->wanted[i] = 1;
        marks->has_wanted = 1;
        for (uint32_t e = 0; e < function->cfg.n_edges; e++)
            if (is_entry(function, e))
                filter_in(marks,
                          ep_witness_name(function->id, function->mark[e]));
    }
    return EP_OK;
}

/* ---- modules ------------------------------------------------------------- */

static int build(struct marks *marks)
{
    const struct ep_profile_options options = {0};
    const struct binaries none = {0};
    int status = embed_notes(&marks->modules, &none, !marks->is_last);

    release_profile(marks);
    if (!status)
        status = ep_profile_build(&marks->modules, &options, &marks->profile);
    marks->has_profile = status != EP_ENOMEM;
    marks->version++;
    if (status == EP_EMATCH) /* no notes are there */
        return EP_OK;
    if (!status)
        status = ep_profile_trace_make(&marks->profile, &marks->trace);
    return status ? status : choose_wanted(marks);
}

static int add_module(struct marks *marks,
                      const struct edgeprof_raw_module *raw)
{
    struct ep_module id = {.id_kind = raw->id_kind, .id_size = raw->id_size};

    if (raw->id_size > sizeof id.id ||
        !memchr(raw->path, 0, sizeof raw->path) ||
        raw->n_counters > EP_COUNTERS_MAX)
        return EP_OK;
    memcpy(id.id, raw->id, raw->id_size);
    return ep_counts_add_module(&marks->modules, &id, raw->path,
                                (size_t)raw->n_counters)
               ? EP_OK
               : EP_ENOMEM;
}

struct reading {
    struct marks *marks;
    struct ep_diag *diag;
};

/* A module's file, which is named after it: so it is another module's, or known. */
static int read_one(void *context, const char *path, const char *name)
{
    const struct reading *reading = context;
    struct marks *marks = reading->marks;
    struct edgeprof_raw_module raw;
    size_t n = strlen(name), size = sizeof SUFFIX - 1, cursor = 0;
    uint64_t hash = ep_hash(EP_HASH_START, name, n);
    char file[PATH_MAX];
    int is_whole, status;

    if (n < size || strcmp(name + n - size, SUFFIX) != 0 ||
        ep_map_next(&marks->files, hash, &cursor) != EP_NONE ||
        folder_join(path, name, file, NULL))
        return EP_OK;
    status = folder_read_file(file, &raw, sizeof raw, &is_whole,
                              marks->is_last ? reading->diag : NULL);
    if (!is_whole)
        return marks->is_last ? status : EP_OK;
    if (ep_map_add(&marks->files, hash, 0))
        return EP_ENOMEM;
    return add_module(marks, &raw);
}

int marks_read(struct marks *marks, const char *path, struct ep_diag *diag)
{
    size_t before = marks->modules.n_modules;
    int status =
        folder_each(path, read_one, &(struct reading){marks, diag}, diag);

    return status || marks->modules.n_modules == before ? status : build(marks);
}

/* ---- questions ----------------------------------------------------------- */

unsigned marks_version(const struct marks *marks)
{
    return marks->version;
}

struct ep_witness marks_find(const struct marks *marks, uint32_t name)
{
    return ep_profile_trace_find(&marks->trace, name);
}

int marks_may_want(const struct marks *marks, uint32_t name)
{
    uint32_t bit = name % FILTER_BITS;

    return marks->filter[bit / 8] >> bit % 8 & 1;
}

int marks_want(const struct marks *marks, const struct ep_witness *witness)
{
    const struct ep_function *function;

    if (witness->function == EP_NONE || !marks->wanted ||
        !marks->wanted[witness->function])
        return 0;
    function = marks->trace.functions[witness->function].function;
    for (uint32_t e = 0; e < function->cfg.n_edges; e++)
        if (function->mark[e] == witness->mark)
            return is_entry(function, e);
    return 0;
}

int marks_has_wanted(const struct marks *marks)
{
    return marks->has_wanted;
}

const char *marks_name(const struct marks *marks,
                       const struct ep_witness *witness)
{
    return marks->trace.functions[witness->function].function->name;
}

struct ep_window *marks_window(const struct marks *marks)
{
    return ep_window_new(marks->trace.traced, marks->trace.n);
}
