/* SPDX-License-Identifier: MIT
 *
 * Counts and the notes embedded beside them, brought together: tables are in
 * order and agree with each other; and whatever marks a ring has, it tells a path.
 */
#include "fuzz.h"

#include <edgeprof/abi.h>

#include "profile/profile.h"
#include "profile/profile_trace.h"

static void check_function(const struct ep_profile *profile,
                           const struct ep_profile_function *function)
{
    const struct ep_cfg *cfg = &function->function->cfg;

    MUST(function->file == EP_NONE || function->file < profile->n_files);
    MUST(function->calls == function->block[EP_BLOCK_ENTRY]);
    for (size_t i = 0; i < function->n_lines; i++) {
        const struct ep_line_count *line = &function->lines[i];

        MUST(line->file < profile->n_files);
        MUST(!i || line[-1].file != line->file || line[-1].line < line->line);
    }
    for (size_t i = 0; i < function->n_branches; i++) {
        MUST(function->branches[i].file < profile->n_files);
        MUST(function->branches[i].block < cfg->n_blocks);
    }
}

/* The sum of what FILE's functions say of its lines is what FILE says. */
static uint64_t sum_of_lines(const struct ep_profile *profile)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < profile->n_functions; i++)
        for (size_t j = 0; j < profile->functions[i].n_lines; j++)
            sum = edgeprof_add(sum, profile->functions[i].lines[j].count);
    return sum;
}

static void check_files(const struct ep_profile *profile)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < profile->n_files; i++) {
        const struct ep_profile_file *file = &profile->files[i];

        MUST(!i || strcmp(file[-1].name, file->name) < 0);
        for (size_t j = 0; j < file->n_lines; j++) {
            MUST(file->lines[j].file == i);
            MUST(!j || file->lines[j - 1].line < file->lines[j].line);
            sum = edgeprof_add(sum, file->lines[j].count);
        }
        for (size_t j = 0; j < file->n_outcomes; j++)
            MUST(file->outcomes[j].branch->file == i);
        for (size_t j = 0; j < file->n_functions; j++)
            MUST(file->functions[j].file == i);
    }
    MUST(sum == sum_of_lines(profile));
}

/* A mark, or what is none, for each byte of DATA but the first; 0 at the end. */
static struct ep_ring make_ring(const struct ep_profile_trace *trace,
                                const uint8_t *data, size_t size)
{
    struct ep_ring ring = {.names = malloc((size + 1) * sizeof *ring.names)};

    MUST(ring.names != NULL);
    for (size_t i = 1; i < size; i++) {
        size_t pick = data[i] | (size_t)data[i - 1] << 8;
        const struct ep_witness *mark;

        if (trace->n_marks == 0 || data[i] < EP_WITNESS_EVENTS) {
            ring.names[ring.n++] = data[i];
            continue;
        }
        mark = &trace->marks[pick % trace->n_marks];
        ring.names[ring.n++] = ep_witness_name(
            trace->functions[mark->function].function->id, mark->mark);
    }
    return ring;
}

static void check_stretch(const struct ep_profile_trace *trace,
                          const struct ep_path *path,
                          const struct ep_stretch *stretch)
{
    const struct ep_traced *of;

    MUST(stretch->depth >= 0);
    if (stretch->function == EP_NONE)
        return;
    MUST(stretch->function < trace->n && stretch->end <= EP_STRETCH_DOUBT);
    of = &trace->traced[stretch->function];
    MUST(stretch->first <= path->n_blocks &&
         stretch->n <= path->n_blocks - stretch->first);
    for (size_t i = 0; i < stretch->n; i++) {
        const uint32_t *block = &path->blocks[stretch->first + i];
        int leads = i == 0;

        MUST(*block >= EP_BLOCK_FIRST && *block < of->cfg->n_blocks);
        for (uint32_t e = 0; e < of->cfg->n_edges && !leads; e++)
            leads = of->mark[e] == EP_NONE &&
                    of->cfg->edges[e].src == block[-1] &&
                    of->cfg->edges[e].dst == *block;
        MUST(leads);
    }
}

static void check_trace(const struct ep_profile *profile, const uint8_t *data,
                        size_t size)
{
    struct ep_profile_trace trace;
    struct ep_ring ring;
    struct ep_path path;

    MUST(ep_profile_trace_make(profile, &trace) == EP_OK);
    ring = make_ring(&trace, data, size < 2000 ? size : 2000);
    MUST(ep_profile_trace_path(&trace, ring.names, ring.n, 0, &path) == EP_OK);
    for (size_t i = 0; i < path.n; i++)
        check_stretch(&trace, &path, &path.stretches[i]);
    ep_path_release(&path);
    free(ring.names);
    ep_profile_trace_release(&trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ep_profile_options options = {0};
    struct ep_profile profile;
    struct ep_counts counts;
    int status;

    if (fuzz_counts(data, size, &counts))
        return -1;
    /* No binary of this machine. */
    for (size_t i = 0; i < counts.n_modules; i++)
        counts.modules[i].path[0] = '\0';
    status = ep_profile_build(&counts, &options, &profile);
    MUST(status == EP_OK || status == EP_EMATCH);
    MUST(status == EP_OK || profile.n_messages || counts.n_modules == 0);
    if (status == EP_OK) {
        for (size_t i = 0; i < profile.n_functions; i++)
            check_function(&profile, &profile.functions[i]);
        check_files(&profile);
        check_trace(&profile, data, size);
    }
    ep_profile_release(&profile);
    ep_counts_release(&counts);
    return 0;
}
