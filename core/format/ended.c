/* SPDX-License-Identifier: MIT */
#include "format/ended.h"

#include "base/order.h"
#include "base/pairs.h"

#include "edgeprof/abi.h"

#include <string.h>

static int is_before(const void *item, const void *key)
{
    const struct ep_ended *a = item, *b = key;

    if (a->counter != b->counter)
        return a->counter < b->counter;
    return a->correction < b->correction;
}

static size_t place_of(const struct ep_ended_list *list,
                       const struct ep_ended *ended)
{
    return ep_lower_bound(list->items, list->n, sizeof *list->items, is_before,
                          ended);
}

static struct ep_ended *find(const struct ep_ended_list *list,
                             const struct ep_ended *ended)
{
    size_t at = place_of(list, ended);

    return at < list->n && !is_before(ended, &list->items[at])
               ? &list->items[at]
               : NULL;
}

int ep_ended_add(struct ep_ended_list *list, struct ep_ended ended)
{
    struct ep_ended *known = find(list, &ended);
    size_t at;

    if (known) {
        known->frames = edgeprof_add(known->frames, ended.frames);
        return EP_OK;
    }
    if (EP_GROW(list->items, list->n, list->capacity))
        return EP_ENOMEM;
    at = place_of(list, &ended);
    memmove(&list->items[at + 1], &list->items[at],
            (list->n - at) * sizeof *list->items);
    list->items[at] = ended;
    list->n++;
    return EP_OK;
}

int ep_ended_add_all(struct ep_ended_list *list,
                     const struct ep_ended_list *from)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < from->n; i++)
        status = ep_ended_add(list, from->items[i]);
    return status;
}

int ep_ended_has(const struct ep_ended_list *list,
                 const struct ep_ended_list *from)
{
    for (size_t i = 0; i < from->n; i++) {
        const struct ep_ended *known = find(list, &from->items[i]);

        if (!known || known->frames < from->items[i].frames)
            return 0;
    }
    return 1;
}

void ep_ended_subtract(struct ep_ended_list *list,
                       const struct ep_ended_list *from)
{
    size_t kept = 0;

    for (size_t i = 0; i < from->n; i++)
        find(list, &from->items[i])->frames -= from->items[i].frames;
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i].frames)
            list->items[kept++] = list->items[i];
    list->n = kept;
}

void ep_ended_scale(struct ep_ended_list *list, uint64_t factor)
{
    for (size_t i = 0; i < list->n; i++)
        list->items[i].frames =
            ep_saturating_product(list->items[i].frames, factor);
}

void ep_ended_release(struct ep_ended_list *list)
{
    ep_mem_free(list->items);
    *list = (struct ep_ended_list){0};
}

/* to the end: counter less that before; correction; frames */
void ep_ended_write(const struct ep_ended_list *list, struct ep_buf *out)
{
    uint32_t last = 0;

    for (size_t i = 0; i < list->n; i++) {
        ep_buf_leb(out, list->items[i].counter - last);
        ep_buf_leb(out, list->items[i].correction);
        ep_buf_leb(out, list->items[i].frames);
        last = list->items[i].counter;
    }
}

int ep_ended_read(struct ep_reader *from, size_t n_counters,
                  struct ep_ended_list *list)
{
    struct ep_ended last = {0};

    while (from->at != from->end) {
        uint32_t step = ep_read_leb32(from);
        struct ep_ended ended = {.counter = last.counter + step};

        ended.correction = ep_read_leb32(from);
        ended.frames = ep_read_leb(from);
        if (from->bad || step >= n_counters || ended.counter >= n_counters ||
            ended.frames == 0 || ended.correction == 0 ||
            (list->n && !is_before(&last, &ended)))
            return EP_EFORMAT;
        if (EP_GROW(list->items, list->n, list->capacity))
            return EP_ENOMEM;
        list->items[list->n++] = last = ended;
    }
    return EP_OK;
}
