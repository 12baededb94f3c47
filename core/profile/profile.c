/* SPDX-License-Identifier: MIT */
#include "profile/profile.h"

#include "base/pairs.h"
#include "profile/profile_build.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- messages ------------------------------------------------------------ */

int ep_profile_say(struct ep_profile *profile, const char *format, ...)
{
    va_list args;
    char *text;
    int size;

    if (EP_GROW(profile->messages, profile->n_messages,
                profile->p->messages_capacity))
        return EP_ENOMEM;
    va_start(args, format);
    size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    text = size < 0 ? NULL : ep_mem_zeroed((size_t)size + 1, 1);
    if (!text)
        return EP_ENOMEM;
    va_start(args, format);
    (void)vsnprintf(text, (size_t)size + 1, format, args);
    va_end(args);
    profile->messages[profile->n_messages++] = text;
    return EP_OK;
}

int ep_profile_doubt(struct ep_profile *profile, int status)
{
    if (status || EP_GROW(profile->doubts, profile->n_doubts,
                          profile->p->doubts_capacity))
        return EP_ENOMEM;
    profile->doubts[profile->n_doubts++] =
        profile->messages[profile->n_messages - 1];
    return EP_OK;
}

static int say_runs(struct ep_profile *profile, uint64_t flags)
{
    int status = EP_OK;

    if (profile->cut)
        status = ep_profile_doubt(
            profile,
            ep_profile_say(profile,
                           "%" PRIu64 " of %" PRIu64 " runs cut off: a "
                           "count may be high by one per frame that was live",
                           profile->cut, profile->runs));
    if (!status && flags & EDGEPROF_RUN_SHARED)
        status = ep_profile_doubt(
            profile,
            ep_profile_say(profile,
                           "threads shared counters: counts may be low"));
    if (!status && flags & EDGEPROF_RUN_CLONE)
        status = ep_profile_doubt(
            profile,
            ep_profile_say(profile,
                           "a process made by a raw clone counted in its "
                           "parent's file: counts may be low"));
    if (!status && flags & EDGEPROF_RUN_LOST)
        status = ep_profile_doubt(
            profile,
            ep_profile_say(profile,
                           "a module or thread could not be counted: counts "
                           "may be low"));
    return status;
}

/* Beside EP_FUNCTION_*. */
enum { LATE = 1 << 16, NEGATIVE = 1 << 17, LINE_TABLE = 1 << 18 };

static uint32_t facts_of(const struct ep_profile_function *at)
{
    uint32_t facts = at->negative ? NEGATIVE : 0;

    if (at->function->flags & EP_FUNCTION_MADE)
        return facts;
    if (at->function->flags & EP_FUNCTION_MACHINE)
        return facts | (at->n_lines ? LINE_TABLE : 0) |
               (at->function->flags & EP_FUNCTION_ONCE);
    return facts | at->function->flags | (at->late ? LATE : 0);
}

/* Of how many functions FACT is true, and which is the first. */
static int say_of(struct ep_profile *profile, uint32_t fact, const char *what)
{
    const char *first = NULL;
    size_t n = 0;
    int status;

    for (size_t i = 0; i < profile->n_functions; i++) {
        if (!(facts_of(&profile->functions[i]) & fact))
            continue;
        if (!first)
            first = profile->functions[i].function->name;
        n++;
    }
    if (n == 0)
        return EP_OK;
    status = ep_profile_say(profile, "%zu functions %s; the first is %s", n,
                            what, first);
    return fact & NEGATIVE ? ep_profile_doubt(profile, status) : status;
}

static int say_functions(struct ep_profile *profile)
{
    int status = say_of(profile, EP_FUNCTION_INEXACT,
                        "have an edge that cannot be counted: their counts may "
                        "be inexact");

    if (!status && profile->cut)
        status = say_of(profile, LATE,
                        "count loops when these are left: they lack the "
                        "passes of one that was running");
    if (!status)
        status = say_of(profile, EP_FUNCTION_NO_LINES,
                        "have no lines: compile with -g");
    if (!status)
        status = say_of(profile, LINE_TABLE,
                        "are machine code: their lines are those of the line "
                        "table");
    if (!status)
        status = say_of(profile, EP_FUNCTION_IMPORTED,
                        "were counted by another tool");
    if (!status)
        status = say_of(profile, EP_FUNCTION_ONCE,
                        "were watched until they had run once: a run counts as "
                        "1, however often it did");
    if (!status)
        status = say_of(profile, EP_FUNCTION_ASSUMED,
                        "were compiled on the assumption that calls return");
    if (!status)
        status = say_of(profile, EP_FUNCTION_UNCOUNTED,
                        "are counted where they are inlined, but not in code "
                        "from objects without counters");
    if (!status && profile->n_uncounted)
        status = ep_profile_say(
            profile,
            "%zu functions are not counted here: code from objects without "
            "counters took their place; the first is %s",
            profile->n_uncounted, profile->uncounted[0].function->name);
    if (!status)
        status =
            say_of(profile, NEGATIVE, "would have a count below 0, shown as 0");
    if (!status && profile->p->n_unbalanced && !profile->cut)
        status = ep_profile_doubt(
            profile, ep_profile_say(
                         profile, "the counts of %zu functions do not balance",
                         profile->p->n_unbalanced));
    return status;
}

static int name_sources(struct ep_profile *profile,
                        const struct ep_profile_options *options)
{
    int is_missed;
    int why;
    int status = ep_sources_finish(&profile->p->sources, options->roots,
                                   options->n_roots, &is_missed, &why);

    if (!status && why)
        status =
            ep_profile_say(profile,
                           "no .git can be looked for above the sources: %s; "
                           "--root names the root",
                           strerror(why));
    if (status || !is_missed)
        return status;
    return ep_profile_say(profile, "no source is below %s, the root",
                          options->roots[0]);
}

static int build(struct ep_profile *profile, const struct ep_counts *counts,
                 const struct ep_profile_options *options)
{
    int status = ep_profile_add_modules(profile, counts, options);

    if (!status)
        status = name_sources(profile, options);
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

static int add_label(const struct ep_profile *whole,
                     const struct ep_label *label, struct ep_profile *out)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < label->n_counts; i++) {
        struct ep_module_use use = whole->p->uses[label->counts[i].module];
        uint64_t *counts;

        if (!use.notes)
            continue;
        counts = ep_mem_zeroed(use.n_counters, sizeof *counts);
        if (!counts)
            return EP_ENOMEM;
        ep_pairs_add(ep_buf_reader(&label->counts[i].pairs), counts);
        use.counts = counts;
        use.only_ran = 1;
        status = ep_profile_fold(out, &use, label->text, NULL);
        ep_buf_release(&use.changed);
        ep_mem_free(counts);
    }
    if (!status)
        status = ep_sources_finish_as(&out->p->sources, &whole->p->sources);
    return status ? status : ep_profile_tabulate(out);
}

int ep_profile_build_label(const struct ep_profile *whole,
                           const struct ep_label *label, struct ep_profile *out)
{
    int status;

    *out = (struct ep_profile){.runs = label->runs, .cut = label->cut};
    out->p = ep_mem_zeroed(1, sizeof *out->p);
    if (!out->p)
        return EP_ENOMEM;
    out->p->sources.maps = whole->p->sources.maps;
    out->p->sources.n_maps = whole->p->sources.n_maps;
    status = add_label(whole, label, out);
    if (status)
        ep_profile_release(out);
    return status;
}

void ep_profile_release_function(struct ep_profile_function *function)
{
    ep_mem_free(function->block);
    ep_mem_free(function->edge);
    ep_mem_free(function->lines);
    ep_mem_free(function->branches);
    ep_mem_free(function->omitted);
    ep_mem_free(function->way);
    ep_mem_free(function->sources);
    ep_mem_free(function->trips);
    ep_mem_free(function->targets);
}

void ep_profile_release(struct ep_profile *profile)
{
    struct ep_profile_private *p = profile->p;

    for (size_t i = 0; i < profile->n_functions; i++)
        ep_profile_release_function(&profile->functions[i]);
    for (size_t i = 0; i < profile->n_messages; i++)
        ep_mem_free(profile->messages[i]);
    ep_mem_free(profile->functions);
    ep_mem_free(profile->uncounted);
    ep_mem_free(profile->messages);
    ep_mem_free(profile->doubts);
    ep_mem_free(profile->files);
    if (p) {
        for (size_t i = 0; i < p->n_notes; i++) {
            if (!p->notes[i].is_own)
                continue;
            ep_notes_release(p->notes[i].notes);
            ep_mem_free(p->notes[i].notes);
        }
        ep_mem_free(p->notes);
        ep_arena_release(&p->arena);
        ep_map_release(&p->functions);
        ep_sources_release(&p->sources);
        ep_mem_free(p);
    }
    *profile = (struct ep_profile){0};
}
