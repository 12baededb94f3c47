/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include "profile_build.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- messages ------------------------------------------------------------ */

__attribute__((format(printf, 2, 3))) static int say(struct ep_profile *profile,
                                                     const char *format, ...)
{
    char text[1024];
    va_list args;
    char *copy;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (EP_GROW(profile->messages, profile->n_messages,
                profile->p->messages_capacity))
        return EP_ENOMEM;
    copy = ep_mem_dup(text, strlen(text));
    if (!copy)
        return EP_ENOMEM;
    profile->messages[profile->n_messages++] = copy;
    return EP_OK;
}

static int say_runs(struct ep_profile *profile, uint64_t flags)
{
    int status = EP_OK;

    if (profile->cut)
        status = say(profile,
                     "%" PRIu64 " of %" PRIu64 " runs cut off: a "
                     "count may be high by one per frame that was live",
                     profile->cut, profile->runs);
    if (!status && flags & EDGEPROF_RUN_SHARED)
        status = say(profile, "threads shared counters: counts may be low");
    if (!status && flags & EDGEPROF_RUN_CLONE)
        status = say(profile, "a process made by a raw clone counted in its "
                              "parent's file: counts may be low");
    if (!status && flags & EDGEPROF_RUN_LOST)
        status = say(profile, "a module or thread could not be counted: counts "
                              "may be low");
    return status;
}

/* How many functions have FLAG, and the first of them. */
static int say_flagged(struct ep_profile *profile, uint32_t flag,
                       const char *what)
{
    const char *first = NULL;
    size_t n = 0;

    for (size_t i = 0; i < profile->n_functions; i++)
        if (profile->functions[i].function->flags & flag) {
            if (!first)
                first = profile->functions[i].function->name;
            n++;
        }
    return n ? say(profile, "%zu functions %s; the first is %s", n, what, first)
             : EP_OK;
}

static int say_functions(struct ep_profile *profile)
{
    int status =
        say_flagged(profile, EP_FUNCTION_INEXACT,
                    "have an edge that cannot be counted: their counts may be "
                    "inexact");

    if (!status)
        status = say_flagged(profile, EP_FUNCTION_NO_LINES,
                             "have no lines: compile with -g");
    if (!status)
        status = say_flagged(profile, EP_FUNCTION_ASSUMED,
                             "were compiled on the assumption that calls "
                             "return");
    if (!status && profile->p->n_negative)
        status =
            say(profile, "%zu functions would have a count below 0, shown as 0",
                profile->p->n_negative);
    if (!status && profile->p->n_unbalanced && !profile->cut)
        status = say(profile, "the counts of %zu functions do not balance",
                     profile->p->n_unbalanced);
    return status;
}

/* ---- modules ------------------------------------------------------------- */

static int keep_notes(struct ep_profile_private *p, struct ep_notes *notes)
{
    if (EP_GROW(p->notes, p->n_notes, p->notes_capacity))
        return EP_ENOMEM;
    p->notes[p->n_notes++] = notes;
    return EP_OK;
}

/* Where a module's notes come from. */
struct origin {
    const char *name; /* for messages */
    const uint8_t *notes;
    size_t notes_size;
    uint64_t address;
    size_t n_counters;
    int64_t modified;
};

/* EP_OK; EP_ENOMEM; else the notes are of no use. */
static int add_notes(struct ep_profile *profile, const struct origin *origin,
                     const uint64_t *counts, struct ep_diag *diag)
{
    struct ep_module_use use = {.address = origin->address,
                                .counts = counts,
                                .n_counters = origin->n_counters,
                                .modified = origin->modified};
    int status;

    use.notes = ep_mem_zeroed(1, sizeof *use.notes);
    if (!use.notes)
        return EP_ENOMEM;
    status = ep_notes_read(origin->notes, origin->notes_size, origin->name,
                           diag, use.notes);
    if (!status)
        status = keep_notes(profile->p, use.notes);
    if (status) {
        ep_notes_release(use.notes);
        ep_mem_free(use.notes);
        return status;
    }
    return ep_profile_fold(profile, &use, origin->name, diag);
}

static void from_binary(const char *name, const struct ep_binary *binary,
                        struct origin *out)
{
    *out = (struct origin){name,
                           binary->notes,
                           binary->notes_size,
                           binary->address,
                           binary->n_counters,
                           binary->modified};
}

static int add_binary(struct ep_profile *profile, const char *name,
                      const struct ep_binary *binary,
                      const struct ep_module *module, struct ep_diag *diag)
{
    struct origin origin;

    from_binary(name, binary, &origin);
    if (module && module->n_counters != binary->n_counters)
        return ep_fail(diag, EP_EMATCH,
                       "%s: %zu counters, the run of that id has %zu", name,
                       binary->n_counters, module->n_counters);
    return add_notes(profile, &origin, module ? module->counts : NULL, diag);
}

static int add_module(struct ep_profile *profile,
                      const struct ep_binaries *binaries,
                      const struct ep_module *module, struct ep_diag *diag)
{
    const struct ep_named_binary *named =
        binaries ? ep_binaries_find(binaries, module) : NULL;
    struct ep_binary own;
    int status;

    if (module->notes) {
        struct origin origin = {
            module->path,       module->notes,
            module->notes_size, module->notes_address,
            module->n_counters, named ? named->binary.modified : 0};
        return add_notes(profile, &origin, module->counts, diag);
    }
    if (named)
        return add_binary(profile, named->path, &named->binary, module, diag);
    status = ep_binaries_read_own(module, diag, &own);
    if (status)
        return status;
    status = add_binary(profile, module->path, &own, module, diag);
    ep_binary_release(&own);
    return status;
}

/* Modules that ran; *USED says how many found their notes. */
static int add_modules(struct ep_profile *profile,
                       const struct ep_counts *counts,
                       const struct ep_binaries *binaries, size_t *used)
{
    for (size_t i = 0; i < counts->n_modules; i++) {
        const struct ep_module *module = &counts->modules[i];
        struct ep_diag diag = {{0}};
        char id[EP_ID_TEXT];
        int status = add_module(profile, binaries, module, &diag);

        if (status == EP_ENOMEM)
            return status;
        if (status)
            status = say(profile,
                         "%s; its counts are left out: name the binary of %s "
                         "with --binary PATH",
                         diag.text, ep_module_id_text(module, id));
        else
            ++*used;
        if (status)
            return status;
    }
    return EP_OK;
}

static int did_run(const struct ep_counts *counts,
                   const struct ep_binary *binary)
{
    for (size_t i = 0; i < counts->n_modules; i++)
        if (ep_module_same(&counts->modules[i], &binary->id))
            return 1;
    return 0;
}

static int add_never_run(struct ep_profile *profile,
                         const struct ep_counts *counts,
                         const struct ep_binaries *binaries)
{
    for (size_t i = 0; binaries && i < binaries->n; i++) {
        const struct ep_named_binary *named = &binaries->items[i];
        struct ep_diag diag = {{0}};
        int status;

        if (did_run(counts, &named->binary))
            continue;
        status = add_binary(profile, named->path, &named->binary, NULL, &diag);
        if (status == EP_ENOMEM)
            return status;
        if (status)
            status = say(profile, "%s", diag.text);
        if (status)
            return status;
    }
    return EP_OK;
}

static int build(struct ep_profile *profile, const struct ep_counts *counts,
                 const struct ep_profile_options *options)
{
    size_t used = 0;
    int status = add_modules(profile, counts, options->binaries, &used);

    if (!status && !used)
        return EP_EMATCH;
    if (!status)
        status = add_never_run(profile, counts, options->binaries);
    if (!status)
        status = ep_profile_tabulate(profile);
    if (!status)
        status = say_runs(profile, counts->flags);
    return status ? status : say_functions(profile);
}

int ep_profile_build(const struct ep_counts *counts,
                     const struct ep_profile_options *options,
                     struct ep_profile *out)
{
    int status;

    *out = (struct ep_profile){.runs = counts->runs, .cut = counts->cut};
    out->p = ep_mem_zeroed(1, sizeof *out->p);
    if (!out->p)
        return EP_ENOMEM;
    out->p->sources.maps = options->maps;
    out->p->sources.n_maps = options->n_maps;
    status = build(out, counts, options);
    if (status == EP_ENOMEM)
        ep_profile_release(out);
    return status;
}

void ep_profile_release(struct ep_profile *profile)
{
    struct ep_profile_private *p = profile->p;

    for (size_t i = 0; i < profile->n_functions; i++) {
        ep_mem_free(profile->functions[i].block);
        ep_mem_free(profile->functions[i].edge);
        ep_mem_free(profile->functions[i].lines);
        ep_mem_free(profile->functions[i].decisions);
    }
    for (size_t i = 0; i < profile->n_messages; i++)
        ep_mem_free(profile->messages[i]);
    ep_mem_free(profile->functions);
    ep_mem_free(profile->messages);
    ep_mem_free(profile->files);
    if (p) {
        for (size_t i = 0; i < p->n_notes; i++) {
            ep_notes_release(p->notes[i]);
            ep_mem_free(p->notes[i]);
        }
        ep_mem_free(p->notes);
        ep_mem_free(p->modified);
        ep_mem_free(p->lines);
        ep_mem_free(p->outcomes);
        ep_map_release(&p->functions);
        ep_sources_release(&p->sources);
        ep_mem_free(p);
    }
    *profile = (struct ep_profile){0};
}
