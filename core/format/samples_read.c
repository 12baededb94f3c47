/* SPDX-License-Identifier: MIT
 *
 * Reads the records SAMPLES and STACKS.
 */
#include "format/samples.h"

#include <string.h>

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

static int read_nodes(struct reading *r)
{
    size_t most = (size_t)(r->body->end - r->body->at) / 5; /* LEBs of each */
    uint32_t *node = ep_mem_zeroed(most + 1, sizeof *node);
    uint64_t parent = 0;
    int status = node ? EP_OK : EP_ENOMEM;

    for (size_t i = 1; !status && r->body->at != r->body->end; i++) {
        uint64_t more = ep_read_leb(r->body);
        uint32_t object = ep_read_leb32(r->body);
        uint32_t place = ep_read_leb32(r->body);
        struct ep_node like = {.offset = ep_read_leb(r->body),
                               .count = ep_read_leb(r->body)};

        if (r->body->bad || more >= i - parent || object >= r->n_objects ||
            place > r->n_places) {
            status = EP_EFORMAT;
            break;
        }
        parent += more;
        like.parent = node[parent];
        like.object = r->object[object];
        like.place = r->place[place];
        status = ep_sampling_node(r->to, &like, &node[i]);
    }
    ep_mem_free(node);
    return status;
}

/* The sampling that BODY is of into R, which is to be finished. */
static int begin_reading(struct ep_reader *body, struct ep_samplings *to,
                         struct reading *r)
{
    struct ep_sampling head = {0};

    *r = (struct reading){.body = body};
    head.event = ep_read_leb(body);
    head.period = ep_read_leb(body);
    head.flags = ep_read_leb(body);
    if (body->bad || head.period == 0)
        return EP_EFORMAT;
    r->to = ep_samplings_own(to, &head);
    return r->to ? EP_OK : EP_ENOMEM;
}

static int read_rest(struct reading *r, int (*read)(struct reading *))
{
    int status = read_texts(r);

    if (!status)
        status = read_objects(r);
    if (!status)
        status = read_places(r);
    if (!status)
        status = r->body->bad ? EP_EFORMAT : read(r);
    ep_mem_free(r->text);
    ep_mem_free(r->object);
    ep_mem_free(r->place);
    return status;
}

int ep_sampling_read(struct ep_reader *body, struct ep_samplings *to)
{
    struct reading r;
    uint64_t runs, lost;
    int status = begin_reading(body, to, &r);

    if (status)
        return status;
    runs = ep_read_leb(body);
    lost = ep_read_leb(body);
    r.to->runs = edgeprof_add(r.to->runs, runs);
    r.to->lost = edgeprof_add(r.to->lost, lost);
    return read_rest(&r, read_items);
}

int ep_sampling_read_stacks(struct ep_reader *body, struct ep_samplings *to)
{
    struct reading r;
    int status = begin_reading(body, to, &r);

    return status ? status : read_rest(&r, read_nodes);
}
