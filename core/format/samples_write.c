/* SPDX-License-Identifier: MIT
 *
 * Writes the records SAMPLES and STACKS.  Texts, objects and places are sorted and numbered anew,
 * those that no sample has left out, so that equal samplings are equal bytes.
 */
#include "format/samples.h"

#include "base/order.h"

#include <string.h>

/* ---- writing ------------------------------------------------------------- */

/* One of what is sorted: its number before. */
struct numbered {
    uint32_t number;
    const char *text;
    const struct ep_sampled_object *object;
    struct ep_place place; /* of new numbers */
};

struct writing {
    const struct ep_sampling *from;
    struct ep_arena arena;
    uint32_t *text, *object, *place; /* new numbers, 0: nobody has it */
    struct numbered *list;           /* room for the most of them */
    struct ep_sample *items;
    size_t n_items;
};

static int by_text(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;

    return strcmp(a->text, b->text);
}

static int by_object(const void *left, const void *right)
{
    const struct ep_sampled_object *a = ((const struct numbered *)left)->object;
    const struct ep_sampled_object *b =
        ((const struct numbered *)right)->object;
    int order = strcmp(a->path, b->path);

    if (order)
        return order;
    if (a->id_size != b->id_size)
        return a->id_size < b->id_size ? -1 : 1;
    return memcmp(a->id, b->id, a->id_size);
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *left, const void *right)
{
    const struct ep_place *a = &((const struct numbered *)left)->place;
    const struct ep_place *b = &((const struct numbered *)right)->place;
    int order = compare(a->function, b->function);

    if (!order)
        order = compare(a->home, b->home);
    if (!order)
        order = compare(a->file, b->file);
    return order ? order : compare(a->line, b->line);
}

static int by_sample(const void *left, const void *right)
{
    const struct ep_sample *a = left, *b = right;
    int order = compare(a->object, b->object);

    if (!order)
        order = compare(a->offset, b->offset);
    return order ? order : compare(a->place, b->place);
}

/* Sort the N of the list and give the numbers FIRST, FIRST + 1, ... */
static void number(struct writing *w, size_t n, ep_order_fn *order,
                   uint32_t first, uint32_t *numbers)
{
    ep_sort(w->list, n, sizeof *w->list, order);
    for (size_t i = 0; i < n; i++)
        numbers[w->list[i].number] = first + (uint32_t)i;
}

static void put_text(struct ep_buf *body, const char *text)
{
    ep_buf_leb(body, strlen(text));
    ep_buf_text(body, text);
}

static void put_texts(struct writing *w, struct ep_buf *body)
{
    size_t n = 0;

    for (uint32_t i = 0; i < w->from->n_texts; i++)
        if (w->text[i + 1])
            w->list[n++] =
                (struct numbered){.number = i + 1, .text = w->from->texts[i]};
    number(w, n, by_text, 1, w->text);
    ep_buf_leb(body, n);
    for (size_t i = 0; i < n; i++)
        put_text(body, w->list[i].text);
}

static void put_objects(struct writing *w, struct ep_buf *body)
{
    size_t n = 0;

    for (uint32_t i = 0; i < w->from->n_objects; i++)
        if (w->object[i])
            w->list[n++] =
                (struct numbered){.number = i, .object = &w->from->objects[i]};
    number(w, n, by_object, 0, w->object);
    ep_buf_leb(body, n);
    for (size_t i = 0; i < n; i++) {
        ep_buf_leb(body, w->list[i].object->id_size);
        ep_buf_add(body, w->list[i].object->id, w->list[i].object->id_size);
        put_text(body, w->list[i].object->path);
    }
}

static void put_places(struct writing *w, struct ep_buf *body)
{
    size_t n = 0;

    for (uint32_t i = 0; i < w->from->n_places; i++) {
        const struct ep_place *place = &w->from->places[i];

        if (w->place[i + 1])
            w->list[n++] = (struct numbered){
                .number = i + 1,
                .place = {w->text[place->function], w->text[place->home],
                          w->text[place->file], place->line}};
    }
    number(w, n, by_place, 1, w->place);
    ep_buf_leb(body, n);
    for (size_t i = 0; i < n; i++) {
        ep_buf_leb(body, w->list[i].place.function);
        ep_buf_leb(body, w->list[i].place.home);
        ep_buf_leb(body, w->list[i].place.file);
        ep_buf_leb(body, w->list[i].place.line);
    }
}

static void put_items(struct writing *w, struct ep_buf *body)
{
    const struct ep_sample *before = NULL;

    for (size_t i = 0; i < w->n_items; i++) {
        w->items[i].object = w->object[w->items[i].object];
        w->items[i].place = w->place[w->items[i].place];
    }
    ep_sort(w->items, w->n_items, sizeof *w->items, by_sample);
    for (size_t i = 0; i < w->n_items; i++) {
        const struct ep_sample *item = &w->items[i];
        int is_new = !before || before->object != item->object;

        ep_buf_leb(body, item->object);
        ep_buf_leb(body, item->offset - (is_new ? 0 : before->offset));
        ep_buf_leb(body, item->place);
        ep_buf_leb(body, item->count);
        before = item;
    }
}

static void mark(struct writing *w, uint32_t object, uint32_t number)
{
    struct ep_place place = ep_sampling_where(w->from, number);

    w->object[object] = 1;
    w->place[number] = number != 0;
    w->text[place.function] = place.function != 0;
    w->text[place.home] = place.home != 0;
    w->text[place.file] = place.file != 0;
}

/* Which samples there are, and what they have. */
static void mark_items(struct writing *w)
{
    for (size_t i = 0; i < w->from->n_items; i++) {
        const struct ep_sample *item = &w->from->items[i];

        if (item->count == 0)
            continue;
        w->items[w->n_items++] = *item;
        mark(w, item->object, item->place);
    }
}

static void begin(struct writing *w, const struct ep_sampling *sampling)
{
    size_t most = sampling->n_texts;

    if (most < sampling->n_objects)
        most = sampling->n_objects;
    if (most < sampling->n_places)
        most = sampling->n_places;
    *w = (struct writing){.from = sampling};
    w->text = ep_arena_new(&w->arena, sampling->n_texts + 1, sizeof *w->text);
    w->object = ep_arena_new(&w->arena, sampling->n_objects, sizeof *w->object);
    w->place =
        ep_arena_new(&w->arena, sampling->n_places + 1, sizeof *w->place);
    w->list = ep_arena_new(&w->arena, most, sizeof *w->list);
}

static void put_head(const struct ep_sampling *sampling, struct ep_buf *body)
{
    ep_buf_leb(body, sampling->event);
    ep_buf_leb(body, sampling->period);
    ep_buf_leb(body, sampling->flags);
}

static void put_tables(struct writing *w, struct ep_buf *body)
{
    put_texts(w, body);
    put_objects(w, body);
    put_places(w, body);
}

void ep_sampling_write(const struct ep_sampling *sampling, struct ep_buf *body)
{
    struct writing w;

    begin(&w, sampling);
    w.items = ep_arena_new(&w.arena, sampling->n_items, sizeof *w.items);
    if (w.arena.failed) {
        body->failed = 1;
    } else {
        mark_items(&w);
        put_head(sampling, body);
        ep_buf_leb(body, sampling->runs);
        ep_buf_leb(body, sampling->lost);
        put_tables(&w, body);
        put_items(&w, body);
    }
    ep_arena_release(&w.arena);
}

/* ---- writing stacks ------------------------------------------------------ */

/* A node that is written. */
struct written {
    struct ep_node node; /* its numbers become new ones */
    uint32_t number;     /* old */
    uint32_t depth;
};

static int by_depth(const void *left, const void *right)
{
    const struct written *a = left, *b = right;
    int order = compare(a->depth, b->depth);

    return order ? order : compare(a->number, b->number);
}

static int by_node(const void *left, const void *right)
{
    const struct ep_node *a = &((const struct written *)left)->node;
    const struct ep_node *b = &((const struct written *)right)->node;
    int order = compare(a->parent, b->parent);

    if (!order)
        order = compare(a->object, b->object);
    if (!order)
        order = compare(a->place, b->place);
    return order ? order : compare(a->offset, b->offset);
}

/* The nodes that samples have, or those below them, into LIST, what is further out first;
 * how many.  NUMBERS are depths here. */
static size_t mark_nodes(struct writing *w, struct written *list,
                         uint32_t *numbers)
{
    const struct ep_node *nodes = w->from->nodes;
    size_t n = 0;

    for (size_t i = w->from->n_nodes; i > 0; i--) {
        if (!nodes[i - 1].count && !numbers[i])
            continue;
        numbers[i] = 1;
        numbers[nodes[i - 1].parent] = 1;
    }
    numbers[0] = 0;
    for (size_t i = 1; i <= w->from->n_nodes; i++) {
        const struct ep_node *node = &nodes[i - 1];

        if (!numbers[i])
            continue;
        numbers[i] = numbers[node->parent] + 1;
        list[n++] = (struct written){
            .node = *node, .number = (uint32_t)i, .depth = numbers[i]};
        mark(w, node->object, node->place);
    }
    ep_sort(list, n, sizeof *list, by_depth);
    return n;
}

/* Numbers go from the outermost inwards; those of one depth are in order of their parents'. */
static void number_nodes(const struct writing *w, struct written *list,
                         size_t n, uint32_t *numbers)
{
    numbers[0] = 0;
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start; end < n && list[end].depth == list[start].depth;
             end++) {
            struct ep_node *node = &list[end].node;

            node->parent = numbers[node->parent];
            node->object = w->object[node->object];
            node->place = w->place[node->place];
        }
        ep_sort(list + start, end - start, sizeof *list, by_node);
        for (size_t i = start; i < end; i++)
            numbers[list[i].number] = (uint32_t)i + 1;
    }
}

static void put_nodes(const struct written *list, size_t n, struct ep_buf *body)
{
    uint32_t before = 0;

    for (size_t i = 0; i < n; i++) {
        const struct ep_node *node = &list[i].node;

        ep_buf_leb(body, node->parent - before);
        ep_buf_leb(body, node->object);
        ep_buf_leb(body, node->place);
        ep_buf_leb(body, node->offset);
        ep_buf_leb(body, node->count);
        before = node->parent;
    }
}

void ep_sampling_write_stacks(const struct ep_sampling *sampling,
                              struct ep_buf *body)
{
    struct writing w;
    struct written *list;
    uint32_t *numbers;
    size_t n;

    begin(&w, sampling);
    list = ep_arena_new(&w.arena, sampling->n_nodes, sizeof *list);
    numbers = ep_arena_new(&w.arena, sampling->n_nodes + 1, sizeof *numbers);
    if (w.arena.failed) {
        body->failed = 1;
    } else if ((n = mark_nodes(&w, list, numbers)) > 0) {
        put_head(sampling, body);
        put_tables(&w, body);
        number_nodes(&w, list, n, numbers);
        put_nodes(list, n, body);
    }
    ep_arena_release(&w.arena);
}
