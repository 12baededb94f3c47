/* SPDX-License-Identifier: MIT */
#include "gaps.h"

#include <inttypes.h>

#include "shown.h"

/* ---- branches ------------------------------------------------------------ */

/* Whether some, and all, of the outcomes from FIRST on of its branch came. */
struct taken {
    int some;
    int all;
};

static struct taken taken_of(const struct ep_profile_file *file, size_t first,
                             size_t *end)
{
    const struct ep_profile_branch *branch = file->outcomes[first].branch;
    struct taken taken = {0, 1};

    for (; first < file->n_outcomes && file->outcomes[first].branch == branch;
         first++) {
        taken.some |= file->outcomes[first].count > 0;
        taken.all &= file->outcomes[first].count > 0;
    }
    *end = first;
    return taken;
}

const struct ep_outcome *gap_branch(const struct ep_profile_file *file,
                                    size_t *at)
{
    while (*at < file->n_outcomes) {
        const struct ep_outcome *first = &file->outcomes[*at];

        if (!taken_of(file, *at, at).all && tally_count(file, first->line) > 0)
            return first;
    }
    return NULL;
}

void gap_never(const struct ep_profile_file *file,
               const struct ep_outcome *first, struct ep_buf *out)
{
    size_t start = (size_t)(first - file->outcomes);
    const char *comma = " ";
    size_t end;

    if (!taken_of(file, start, &end).some) {
        ep_buf_text(out, "never evaluated");
        return;
    }
    ep_buf_text(out, "never");
    for (size_t i = start; i < end; i++) {
        if (file->outcomes[i].count > 0)
            continue;
        ep_buf_printf(out, "%s%s", comma, file->outcomes[i].name);
        comma = ", ";
    }
}

/* ---- all gaps ------------------------------------------------------------ */

struct gap_walk {
    gap_fn *take;
    void *context;
    struct ep_buf text;
    int failed;
};

struct condition_walk {
    struct gap_walk *walk;
    const struct ep_profile_file *file;
};

/* GAP, when its text is made. */
static void take(struct gap_walk *walk, struct gap gap)
{
    gap.text = walk->text.data;
    if (walk->text.failed)
        walk->failed = 1;
    else
        walk->take(walk->context, &gap);
    ep_buf_clear(&walk->text);
}

static void take_lines(struct gap_walk *walk,
                       const struct ep_profile_file *file)
{
    struct gap gap = {.kind = GAP_LINES, .file = file};
    size_t at = 0;

    while (tally_gap(file, &at, &gap.first, &gap.last)) {
        if (gap.first == gap.last)
            ep_buf_printf(&walk->text, "line %" PRIu32 " never ran", gap.first);
        else
            ep_buf_printf(&walk->text,
                          "lines %" PRIu32 " to %" PRIu32 " never ran",
                          gap.first, gap.last);
        take(walk, gap);
    }
}

static void take_branches(struct gap_walk *walk,
                          const struct ep_profile_file *file)
{
    const struct ep_outcome *first;
    size_t at = 0;

    while ((first = gap_branch(file, &at)) != NULL) {
        gap_never(file, first, &walk->text);
        take(walk, (struct gap){.kind = GAP_BRANCH,
                                .file = file,
                                .first = first->line,
                                .last = first->line,
                                .column = first->branch->at.column,
                                .first_outcome = first});
    }
}

/* The functions of file I; ROWS go by place, and *AT passes them. */
static void take_functions(struct gap_walk *walk, const struct view *view,
                           size_t i, const struct rows *rows, size_t *at)
{
    while (*at < rows->n && rows->items[*at].first->file < i)
        ++*at;
    for (; *at < rows->n && rows->items[*at].first->file == i; ++*at) {
        const struct row *row = &rows->items[*at];
        uint32_t line = row->first->function->line;

        if (!row->never_called)
            continue;
        ep_buf_printf(&walk->text, "%s was never called", row->name);
        take(walk, (struct gap){.kind = GAP_FUNCTION,
                                .file = &view->profile.files[i],
                                .first = line,
                                .last = line,
                                .row = row});
    }
}

/* Of a decision that is one condition the branch says it. */
static void take_condition(void *context,
                           const struct ep_profile_decision *decision,
                           const struct ep_profile_condition *condition,
                           const char *lack)
{
    struct condition_walk *conditions = context;

    if ((decision->n == 1 && decision->is_whole) ||
        tally_count(conditions->file, condition->at.line) == 0)
        return;
    ep_buf_text(&conditions->walk->text, lack);
    take(conditions->walk, (struct gap){.kind = GAP_CONDITION,
                                        .file = conditions->file,
                                        .first = condition->at.line,
                                        .last = condition->at.line,
                                        .column = condition->at.column});
}

static int take_conditions(struct gap_walk *walk, struct view *view, size_t i)
{
    struct condition_walk conditions = {walk, &view->profile.files[i]};

    return shown_each_lack(view, (uint32_t)i, take_condition, &conditions);
}

int gaps_each(struct view *view, gap_fn *take_gap, void *context)
{
    struct gap_walk walk = {.take = take_gap, .context = context};
    struct rows rows;
    size_t at = 0;

    if (rows_make(view, &rows))
        return EP_ENOMEM;
    rows_order_by_place(&rows);
    for (size_t i = 0; i < view->profile.n_files; i++) {
        if (!view->shown[i])
            continue;
        take_lines(&walk, &view->profile.files[i]);
        take_functions(&walk, view, i, &rows, &at);
        take_branches(&walk, &view->profile.files[i]);
        if (view->options->mcdc && take_conditions(&walk, view, i))
            walk.failed = 1;
    }
    ep_buf_release(&walk.text);
    rows_release(&rows);
    return walk.failed ? EP_ENOMEM : EP_OK;
}

const char *gap_kind_name(enum gap_kind kind)
{
    static const char *const names[] = {[GAP_LINES] = "never-ran",
                                        [GAP_FUNCTION] = "never-called",
                                        [GAP_BRANCH] = "never-taken",
                                        [GAP_CONDITION] = "never-decided"};

    return names[kind];
}
