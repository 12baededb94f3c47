/* SPDX-License-Identifier: MIT
 *
 * The record SAMPLES.  Texts, objects and places are sorted and numbered anew, those
 * that no sample has left out, so that equal samplings are equal bytes.
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

/* Which samples there are, and what they have. */
static void mark(struct writing *w)
{
    for (size_t i = 0; i < w->from->n_items; i++) {
        const struct ep_sample *item = &w->from->items[i];
        struct ep_place place = ep_sampling_where(w->from, item->place);

        if (item->count == 0)
            continue;
        w->items[w->n_items++] = *item;
        w->object[item->object] = 1;
        w->place[item->place] = item->place != 0;
        w->text[place.function] = place.function != 0;
        w->text[place.home] = place.home != 0;
        w->text[place.file] = place.file != 0;
    }
}

void ep_sampling_write(const struct ep_sampling *sampling, struct ep_buf *body)
{
    struct writing w = {.from = sampling};
    size_t most = sampling->n_texts;

    if (most < sampling->n_objects)
        most = sampling->n_objects;
    if (most < sampling->n_places)
        most = sampling->n_places;
    w.text = ep_arena_new(&w.arena, sampling->n_texts + 1, sizeof *w.text);
    w.object = ep_arena_new(&w.arena, sampling->n_objects, sizeof *w.object);
    w.place = ep_arena_new(&w.arena, sampling->n_places + 1, sizeof *w.place);
    w.list = ep_arena_new(&w.arena, most, sizeof *w.list);
    w.items = ep_arena_new(&w.arena, sampling->n_items, sizeof *w.items);
    if (w.arena.failed) {
        body->failed = 1;
    } else {
        mark(&w);
        ep_buf_leb(body, sampling->event);
        ep_buf_leb(body, sampling->period);
        ep_buf_leb(body, sampling->flags);
        ep_buf_leb(body, sampling->runs);
        ep_buf_leb(body, sampling->lost);
        put_texts(&w, body);
        put_objects(&w, body);
        put_places(&w, body);
        put_items(&w, body);
    }
    ep_arena_release(&w.arena);
}

/* ---- reading ------------------------------------------------------------- */

/* Numbers of a record -> numbers of the sampling. */
struct reading {
    struct ep_reader *body;
    struct ep_sampling *to;
    uint32_t *text, *object, *place;
    uint32_t n_texts, n_objects, n_places;
};

/* An array for N numbers and that of nothing. */
static uint32_t *numbers(uint32_t n)
{
    return ep_mem_zeroed((size_t)n + 1, sizeof(uint32_t));
}

/* The bytes of a STR, which is not empty; NULL: there is none. */
static const char *read_str(struct ep_reader *body, size_t *out_size)
{
    uint64_t size = ep_read_leb(body);
    const uint8_t *bytes = ep_read_bytes(body, size);

    *out_size = (size_t)size;
    return bytes && size && !memchr(bytes, '\0', *out_size)
               ? (const char *)bytes
               : NULL;
}

static int read_texts(struct reading *r)
{
    int status = EP_OK;

    r->n_texts = ep_read_count(r->body, 2);
    r->text = numbers(r->n_texts);
    if (!r->text)
        return EP_ENOMEM;
    for (uint32_t i = 1; !status && i <= r->n_texts; i++) {
        size_t size;
        const char *text = read_str(r->body, &size);

        status = text ? ep_sampling_text(r->to, text, size, &r->text[i])
                      : EP_EFORMAT;
    }
    return status;
}

static int read_object(struct reading *r, uint32_t *out)
{
    struct ep_sampled_object object = {0};
    uint64_t id_size = ep_read_leb(r->body);
    const uint8_t *id = ep_read_bytes(r->body, id_size);
    size_t size;
    const char *path = read_str(r->body, &size);
    int status;

    if (!id || id_size > EDGEPROF_ID_MAX || !path)
        return EP_EFORMAT;
    object.id_size = (uint32_t)id_size;
    memcpy(object.id, id, object.id_size);
    object.path = ep_mem_dup(path, size);
    if (!object.path)
        return EP_ENOMEM;
    status = ep_sampling_object(r->to, &object, out);
    ep_mem_free(object.path);
    return status;
}

static int read_objects(struct reading *r)
{
    int status = EP_OK;

    r->n_objects = ep_read_count(r->body, 3);
    r->object = numbers(r->n_objects);
    if (!r->object)
        return EP_ENOMEM;
    for (uint32_t i = 0; !status && i < r->n_objects; i++)
        status = read_object(r, &r->object[i]);
    return status;
}

static int read_places(struct reading *r)
{
    int status = EP_OK;

    r->n_places = ep_read_count(r->body, 4);
    r->place = numbers(r->n_places);
    if (!r->place)
        return EP_ENOMEM;
    for (uint32_t i = 1; !status && i <= r->n_places; i++) {
        uint32_t function = ep_read_leb32(r->body);
        uint32_t home = ep_read_leb32(r->body);
        uint32_t file = ep_read_leb32(r->body);
        struct ep_place place = {.line = ep_read_leb32(r->body)};

        if (r->body->bad || function > r->n_texts || home > r->n_texts ||
            file > r->n_texts)
            return EP_EFORMAT;
        place.function = r->text[function];
        place.home = r->text[home];
        place.file = r->text[file];
        status = ep_sampling_place(r->to, &place, &r->place[i]);
    }
    return status;
}

static int read_items(struct reading *r)
{
    uint64_t offset = 0;
    uint32_t last = EP_NONE;
    int status = EP_OK;

    while (!status && r->body->at != r->body->end) {
        uint32_t object = ep_read_leb32(r->body);
        uint64_t more = ep_read_leb(r->body);
        uint32_t place = ep_read_leb32(r->body);
        struct ep_sample sample = {.count = ep_read_leb(r->body)};

        offset = object == last ? offset : 0;
        if (r->body->bad || object >= r->n_objects || place > r->n_places ||
            more > UINT64_MAX - offset || sample.count == 0)
            return EP_EFORMAT;
        offset += more;
        last = object;
        sample.object = r->object[object];
        sample.place = r->place[place];
        sample.offset = offset;
        status = ep_sampling_add(r->to, &sample);
    }
    return status;
}

int ep_sampling_read(struct ep_reader *body, struct ep_samplings *to)
{
    struct ep_sampling head = {0};
    struct reading r = {.body = body};
    uint64_t runs, lost;
    int status;

    head.event = ep_read_leb(body);
    head.period = ep_read_leb(body);
    head.flags = ep_read_leb(body);
    runs = ep_read_leb(body);
    lost = ep_read_leb(body);
    if (body->bad || head.period == 0)
        return EP_EFORMAT;
    r.to = ep_samplings_own(to, &head);
    if (!r.to)
        return EP_ENOMEM;
    r.to->runs = edgeprof_add(r.to->runs, runs);
    r.to->lost = edgeprof_add(r.to->lost, lost);
    status = read_texts(&r);
    if (!status)
        status = read_objects(&r);
    if (!status)
        status = read_places(&r);
    if (!status)
        status = body->bad ? EP_EFORMAT : read_items(&r);
    ep_mem_free(r.text);
    ep_mem_free(r.object);
    ep_mem_free(r.place);
    return status;
}
