/* SPDX-License-Identifier: MIT */
#include "flame.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "name.h"
#include "tool/say.h"

void flame_release(struct flame *flame)
{
    for (size_t i = 0; i < flame->n_frames; i++)
        ep_mem_free(flame->frames[i].name);
    ep_mem_free(flame->frames);
    ep_mem_free(flame->nodes);
    ep_mem_free(flame->path);
    ep_map_release(&flame->frame_of);
    ep_map_release(&flame->node_of);
    *flame = (struct flame){0};
}

/* ---- frames -------------------------------------------------------------- */

static char *make_name(const struct flame_frame *frame)
{
    const char *slash = strrchr(frame->object, '/');
    struct ep_buf name = {0};
    char *demangled = *frame->symbol ? name_demangle(frame->symbol) : NULL;
    char *own = NULL;

    if (demangled)
        ep_buf_text(&name, demangled);
    else if (*frame->object == '[')
        ep_buf_text(&name, frame->object);
    else
        ep_buf_printf(&name, "[%s]", slash ? slash + 1 : frame->object);
    free(demangled);
    if (!name.failed)
        own = ep_mem_dup(name.data, name.size);
    ep_buf_release(&name);
    return own;
}

static int same_frame(const struct flame_frame *a, const struct flame_frame *b)
{
    return a->line == b->line && strcmp(a->symbol, b->symbol) == 0 &&
           strcmp(a->home, b->home) == 0 && strcmp(a->file, b->file) == 0 &&
           strcmp(a->object, b->object) == 0;
}

static uint64_t hash_frame(const struct flame_frame *frame)
{
    const char *const texts[] = {frame->symbol, frame->home, frame->file,
                                 frame->object};
    uint64_t hash = ep_hash_u64(EP_HASH_START, frame->line);

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = ep_hash(hash, texts[i], strlen(texts[i]) + 1);
    return hash;
}

static int add_frame(struct flame *flame, const struct flame_frame *like,
                     uint32_t *out)
{
    uint64_t hash = hash_frame(like);
    struct flame_frame own = *like;
    size_t cursor = 0;

    while ((*out = ep_map_next(&flame->frame_of, hash, &cursor)) != EP_NONE)
        if (same_frame(&flame->frames[*out], like))
            return EP_OK;
    *out = (uint32_t)flame->n_frames;
    if (EP_GROW(flame->frames, flame->n_frames, flame->frames_capacity) ||
        !(own.name = make_name(like)))
        return EP_ENOMEM;
    flame->frames[flame->n_frames++] = own;
    return ep_map_add(&flame->frame_of, hash, *out);
}

/* ---- nodes --------------------------------------------------------------- */

static int add_node(struct flame *flame, const struct flame_node *like,
                    uint32_t *out)
{
    uint64_t hash =
        ep_hash_u64(EP_HASH_START, (uint64_t)like->parent << 32 | like->frame);
    size_t cursor = 0;

    while ((*out = ep_map_next(&flame->node_of, hash, &cursor)) != EP_NONE) {
        struct flame_node *node = &flame->nodes[*out - 1];

        if (node->parent == like->parent && node->frame == like->frame) {
            node->ns += like->ns;
            node->samples += like->samples;
            return EP_OK;
        }
    }
    *out = (uint32_t)flame->n_nodes + 1;
    if (EP_GROW(flame->nodes, flame->n_nodes, flame->nodes_capacity) ||
        ep_map_add(&flame->node_of, hash, *out))
        return EP_ENOMEM;
    flame->nodes[flame->n_nodes++] = *like;
    return EP_OK;
}

/* One sampling that becomes a part of the tree. */
struct joining {
    const struct view *view;
    const struct ep_sampling *sampling;
    struct flame *flame;
    int by_line;
    const char **shown; /* per text: as a file */
    uint32_t *numbers;  /* per node */
};

static int join_node(struct joining *join, size_t i)
{
    const struct ep_sampling *sampling = join->sampling;
    const struct ep_node *node = &sampling->nodes[i];
    struct ep_place place = ep_sampling_where(sampling, node->place);
    struct flame_frame frame = {
        .symbol = ep_sampling_words(sampling, place.function),
        .home = join->shown[place.home],
        .file = join->by_line ? join->shown[place.file] : "",
        .object = sampling->objects[node->object].path,
        .line = join->by_line ? place.line : 0};
    struct flame_node own = {.parent = join->numbers[node->parent],
                             .ns =
                                 (double)node->count * (double)sampling->period,
                             .samples = node->count};
    int status = add_frame(join->flame, &frame, &own.frame);

    if (!status)
        status = add_node(join->flame, &own, &join->numbers[i + 1]);
    join->flame->ns += own.ns;
    join->flame->samples = edgeprof_add(join->flame->samples, own.samples);
    return status;
}

static int find_shown(struct joining *join)
{
    const struct ep_profile *profile = &join->view->profile;
    int status = EP_OK;

    join->shown[0] = "";
    for (uint32_t i = 1; !status && i <= join->sampling->n_texts; i++) {
        const char *words = ep_sampling_words(join->sampling, i);
        uint32_t file;

        status = ep_profile_find_file(profile, words, &file);
        join->shown[i] =
            status || file == EP_NONE ? words : profile->files[file].name;
    }
    return status;
}

static int join_sampling(struct joining *join)
{
    const struct ep_sampling *sampling = join->sampling;
    struct flame *flame = join->flame;
    struct ep_arena arena = {0};
    int status = EP_ENOMEM;

    join->shown =
        ep_arena_new(&arena, sampling->n_texts + 1, sizeof *join->shown);
    join->numbers =
        ep_arena_new(&arena, sampling->n_nodes + 1, sizeof *join->numbers);
    if (!arena.failed)
        status = find_shown(join);
    for (size_t i = 0; !status && i < sampling->n_nodes; i++)
        status = join_node(join, i);
    if (sampling->n_nodes &&
        (flame->period == 0 || flame->period > (double)sampling->period))
        flame->period = (double)sampling->period;
    ep_arena_release(&arena);
    return status;
}

/* ---- the whole ----------------------------------------------------------- */

static uint64_t count_cut_off(const struct flame *flame)
{
    uint8_t *is_cut = ep_mem_zeroed(flame->n_nodes + 1, 1);
    uint64_t n = 0;

    for (size_t i = 1; is_cut && i <= flame->n_nodes; i++) {
        const struct flame_node *node = &flame->nodes[i - 1];

        is_cut[i] = node->parent ? is_cut[node->parent]
                                 : strcmp(flame->frames[node->frame].object,
                                          EP_CUT_OFF) == 0;
        if (is_cut[i])
            n += node->samples;
    }
    ep_mem_free(is_cut);
    return n;
}

static void say_what_to_know(const struct view *view, const struct flame *flame)
{
    uint64_t all = ep_samplings_taken(&view->counts.samplings);
    uint64_t cut = count_cut_off(flame);

    if (flame->samples < all)
        say_note("note: %" PRIu64 " of %" PRIu64 " samples have stacks",
                 flame->samples, all);
    if (cut)
        say_note(
            "note: of %" PRIu64 " samples, of %" PRIu64
            ", the outer callers are not known: they are below " EP_CUT_OFF,
            cut, flame->samples);
}

/* The longest path. */
static size_t depth_of(const struct flame *flame)
{
    size_t most = 0;

    for (size_t i = 1; i <= flame->n_nodes; i++) {
        size_t n = 0;

        for (size_t at = i; at; at = flame->nodes[at - 1].parent)
            n++;
        most = n > most ? n : most;
    }
    return most;
}

int flame_make(const struct view *view, int by_line, struct flame *out)
{
    const struct ep_samplings *samplings = &view->counts.samplings;
    int status = EP_OK;

    *out = (struct flame){0};
    for (size_t i = 0; !status && i < samplings->n; i++) {
        struct joining join = {.view = view,
                               .sampling = &samplings->items[i],
                               .flame = out,
                               .by_line = by_line};

        status = join_sampling(&join);
    }
    if (!status && out->samples) {
        out->path = ep_mem_zeroed(depth_of(out), sizeof *out->path);
        status = out->path ? EP_OK : EP_ENOMEM;
    }
    if (!status && out->samples) {
        say_what_to_know(view, out);
        return EXIT_DONE;
    }
    flame_release(out);
    say_error(status ? "out of memory"
                     : "no stacks: run the command under prof-run --stacks");
    return status ? EXIT_TROUBLE : EXIT_NOTHING;
}

size_t flame_path(const struct flame *flame, uint32_t node)
{
    uint32_t *out = flame->path;
    size_t n = 0;

    for (uint32_t at = node; at; at = flame->nodes[at - 1].parent)
        out[n++] = at;
    for (size_t i = 0; i < n / 2; i++) {
        uint32_t one = out[i];

        out[i] = out[n - 1 - i];
        out[n - 1 - i] = one;
    }
    return n;
}
