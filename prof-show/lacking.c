/* SPDX-License-Identifier: MIT */
#include "lacking.h"

#include "operand.h"

struct lacking_walk lacking_walk(const struct ep_profile_file *file)
{
    struct lacking_walk walk = {file, 0, NULL};

    walk.next = gap_branch(file, &walk.at);
    return walk;
}

/* A switch or a goto is no operand. */
static int is_operand(const struct ep_outcome *first)
{
    return first->kind == EP_EDGE_TRUE || first->kind == EP_EDGE_FALSE;
}

/* Whether control came to the branch whose outcomes begin with FIRST. */
static int has_run(const struct ep_profile_file *file,
                   const struct ep_outcome *first)
{
    const struct ep_outcome *end = file->outcomes + file->n_outcomes;
    const struct ep_outcome *at = first;

    while (at < end && at->branch == first->branch && at->count == 0)
        at++;
    return at < end && at->branch == first->branch;
}

int lacking_next(struct lacking_walk *walk, uint32_t line, const char *text,
                 size_t start, struct lacking *out)
{
    while (walk->next && walk->next->line <= line) {
        const struct ep_outcome *first = walk->next;
        size_t at;
        size_t size = operand_find(text, first->branch->at.column, &at);

        walk->next = gap_branch(walk->file, &walk->at);
        if (first->line < line || !is_operand(first) || size == 0 || at < start)
            continue;
        *out = (struct lacking){at, size, has_run(walk->file, first), first};
        return 1;
    }
    return 0;
}
