/* SPDX-License-Identifier: MIT */
#include "format/reset.h"

#include "format/merge.h"

#include <string.h>

char *ep_reset_path(const char *beside, const uint8_t *ticket)
{
    const char *slash = strrchr(beside, '/');
    struct ep_buf text = {0};

    ep_buf_add(&text, beside, slash ? (size_t)(slash - beside) + 1 : 0);
    ep_buf_text(&text, ".reset.");
    for (size_t i = 0; i < EDGEPROF_TICKET; i++)
        ep_buf_printf(&text, "%02x", ticket[i]);
    if (!text.failed)
        return (char *)text.data;
    ep_buf_release(&text);
    return NULL;
}

/* What had ended then is gone; what had not is cut off, and goes on. */
static void leave_ended(struct ep_counts *reset)
{
    reset->runs -= reset->cut;
    reset->cut = 0;
    for (size_t i = 0; i < reset->n_labels; i++) {
        struct ep_label *label = &reset->labels[i];

        label->runs -= label->cut < label->runs ? label->cut : label->runs;
        label->cut = 0;
    }
}

int ep_reset_apply(struct ep_counts *counts, struct ep_counts *reset,
                   const char *name, struct ep_diag *diag)
{
    struct ep_merge merge = {0};
    int status = ep_merge_add(&merge, counts, name, diag);

    leave_ended(reset);
    if (!status)
        status = ep_merge_subtract(&merge, reset, name, diag);
    if (!status) {
        merge.sum.pid = counts->pid;
        memcpy(merge.sum.ticket, counts->ticket, sizeof counts->ticket);
        merge.sum.stacks = counts->stacks;
        counts->stacks = (struct ep_stacks){0};
        ep_counts_release(counts);
        *counts = merge.sum;
        merge.sum = (struct ep_counts){0};
    }
    ep_merge_release(&merge);
    return status;
}
