/* SPDX-License-Identifier: MIT */
#include "format/samples_private.h"

#include "base/pairs.h"

#include <string.h>

void ep_sampling_release(struct ep_sampling *sampling)
{
    for (size_t i = 0; i < sampling->n_texts; i++)
        ep_mem_free(sampling->texts[i]);
    for (size_t i = 0; i < sampling->n_objects; i++)
        ep_mem_free(sampling->objects[i].path);
    ep_mem_free(sampling->texts);
    ep_mem_free(sampling->objects);
    ep_mem_free(sampling->places);
    ep_mem_free(sampling->items);
    ep_mem_free(sampling->nodes);
    ep_map_release(&sampling->text_of);
    ep_map_release(&sampling->object_of);
    ep_map_release(&sampling->place_of);
    ep_map_release(&sampling->item_of);
    ep_map_release(&sampling->node_of);
    *sampling = (struct ep_sampling){0};
}

void ep_samplings_release(struct ep_samplings *samplings)
{
    for (size_t i = 0; i < samplings->n; i++)
        ep_sampling_release(&samplings->items[i]);
    ep_mem_free(samplings->items);
    *samplings = (struct ep_samplings){0};
}

/* ---- what is there once -------------------------------------------------- */

int ep_sampling_text(struct ep_sampling *sampling, const char *text,
                     size_t size, uint32_t *out)
{
    uint64_t hash = ep_hash(EP_HASH_START, text, size);
    size_t cursor = 0;
    char *own;

    *out = 0;
    if (size == 0)
        return EP_OK;
    while ((*out = ep_map_next(&sampling->text_of, hash, &cursor)) != EP_NONE)
        if (strncmp(sampling->texts[*out - 1], text, size) == 0 &&
            sampling->texts[*out - 1][size] == '\0')
            return EP_OK;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    if (EP_GROW(sampling->texts, sampling->n_texts, sampling->texts_capacity) ||
        !(own = ep_mem_dup(text, size)))
        return EP_ENOMEM;
    *out = (uint32_t)sampling->n_texts + 1;
    if (ep_map_add(&sampling->text_of, hash, *out)) {
        ep_mem_free(own);
        return EP_ENOMEM;
    }
    sampling->texts[sampling->n_texts++] = own;
    return EP_OK;
}

const char *ep_sampling_words(const struct ep_sampling *sampling, uint32_t text)
{
    return text ? sampling->texts[text - 1] : "";
}

int ep_sampling_place(struct ep_sampling *sampling,
                      const struct ep_place *place, uint32_t *out)
{
    static const struct ep_place unknown;
    uint64_t hash = ep_hash(EP_HASH_START, place, sizeof *place);
    size_t cursor = 0;

    *out = 0;
    if (memcmp(place, &unknown, sizeof unknown) == 0)
        return EP_OK;
    while ((*out = ep_map_next(&sampling->place_of, hash, &cursor)) != EP_NONE)
        if (memcmp(&sampling->places[*out - 1], place, sizeof *place) == 0)
            return EP_OK;
    if (EP_GROW(sampling->places, sampling->n_places,
                sampling->places_capacity))
        return EP_ENOMEM;
    *out = (uint32_t)sampling->n_places + 1;
    if (ep_map_add(&sampling->place_of, hash, *out))
        return EP_ENOMEM;
    sampling->places[sampling->n_places++] = *place;
    return EP_OK;
}

struct ep_place ep_sampling_where(const struct ep_sampling *sampling,
                                  uint32_t place)
{
    static const struct ep_place unknown;

    return place ? sampling->places[place - 1] : unknown;
}

static uint64_t hash_object(const struct ep_sampled_object *object)
{
    return object->id_size
               ? ep_hash(EP_HASH_START, object->id, object->id_size)
               : ep_hash(EP_HASH_START, object->path, strlen(object->path));
}

static int same_object(const struct ep_sampled_object *a,
                       const struct ep_sampled_object *b)
{
    if (a->id_size != b->id_size)
        return 0;
    return a->id_size ? memcmp(a->id, b->id, a->id_size) == 0
                      : strcmp(a->path, b->path) == 0;
}

static uint32_t find_object(const struct ep_sampling *sampling,
                            const struct ep_sampled_object *like)
{
    uint64_t hash = hash_object(like);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&sampling->object_of, hash, &cursor)) !=
           EP_NONE)
        if (same_object(&sampling->objects[index], like))
            break;
    return index;
}

int ep_sampling_object(struct ep_sampling *sampling,
                       const struct ep_sampled_object *object, uint32_t *out)
{
    struct ep_sampled_object own = *object;
    char *path;

    *out = find_object(sampling, object);
    if (*out != EP_NONE &&
        strcmp(sampling->objects[*out].path, object->path) <= 0)
        return EP_OK;
    path = ep_mem_dup(object->path, strlen(object->path));
    if (!path)
        return EP_ENOMEM;
    if (*out != EP_NONE) {
        ep_mem_free(sampling->objects[*out].path);
        sampling->objects[*out].path = path;
        return EP_OK;
    }
    *out = (uint32_t)sampling->n_objects;
    own.path = path;
    if (EP_GROW(sampling->objects, sampling->n_objects,
                sampling->objects_capacity) ||
        ep_map_add(&sampling->object_of, hash_object(object), *out)) {
        ep_mem_free(path);
        return EP_ENOMEM;
    }
    sampling->objects[sampling->n_objects++] = own;
    return EP_OK;
}

static uint64_t hash_sample(const struct ep_sample *sample)
{
    uint64_t hash = ep_hash_u64(EP_HASH_START, sample->offset);

    return ep_hash_u64(hash, (uint64_t)sample->object << 32 | sample->place);
}

static struct ep_sample *find_sample(const struct ep_sampling *sampling,
                                     const struct ep_sample *like)
{
    uint64_t hash = hash_sample(like);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&sampling->item_of, hash, &cursor)) !=
           EP_NONE) {
        struct ep_sample *item = &sampling->items[index];

        if (item->object == like->object && item->place == like->place &&
            item->offset == like->offset)
            return item;
    }
    return NULL;
}

int ep_sampling_add(struct ep_sampling *sampling,
                    const struct ep_sample *sample)
{
    struct ep_sample *item = find_sample(sampling, sample);

    if (item) {
        item->count = edgeprof_add(item->count, sample->count);
        return EP_OK;
    }
    if (sampling->n_items >= EP_NONE ||
        EP_GROW(sampling->items, sampling->n_items, sampling->items_capacity) ||
        ep_map_add(&sampling->item_of, hash_sample(sample),
                   (uint32_t)sampling->n_items))
        return EP_ENOMEM;
    sampling->items[sampling->n_items++] = *sample;
    return EP_OK;
}

/* ---- sums ---------------------------------------------------------------- */

static struct ep_sampling *find_own(const struct ep_samplings *in,
                                    const struct ep_sampling *like)
{
    for (size_t i = 0; i < in->n; i++)
        if (in->items[i].event == like->event &&
            in->items[i].period == like->period &&
            in->items[i].flags == like->flags)
            return &in->items[i];
    return NULL;
}

struct ep_sampling *ep_samplings_own(struct ep_samplings *to,
                                     const struct ep_sampling *like)
{
    struct ep_sampling *own = find_own(to, like);

    if (own || EP_GROW(to->items, to->n, to->capacity))
        return own;
    own = &to->items[to->n++];
    *own = (struct ep_sampling){
        .event = like->event, .period = like->period, .flags = like->flags};
    return own;
}

int ep_sampling_translate(const struct ep_sampling *from,
                          struct ep_sampling *to, uint32_t *object,
                          uint32_t *place)
{
    struct ep_place own = ep_sampling_where(from, *place);
    uint32_t *texts[] = {&own.function, &own.home, &own.file};
    int status = EP_OK;

    for (size_t i = 0; !status && i < sizeof texts / sizeof *texts; i++) {
        const char *words = ep_sampling_words(from, *texts[i]);

        status = ep_sampling_text(to, words, strlen(words), texts[i]);
    }
    if (!status)
        status = ep_sampling_place(to, &own, place);
    return status ? status
                  : ep_sampling_object(to, &from->objects[*object], object);
}

/* What SAMPLE of FROM is in TO, which gets its object and place, but not it. */
static int translate(const struct ep_sampling *from,
                     const struct ep_sample *sample, struct ep_sampling *to,
                     struct ep_sample *out)
{
    *out = *sample;
    return ep_sampling_translate(from, to, &out->object, &out->place);
}

static int add_sampling(struct ep_sampling *to, const struct ep_sampling *from)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < from->n_items; i++) {
        struct ep_sample sample;

        status = translate(from, &from->items[i], to, &sample);
        if (!status)
            status = ep_sampling_add(to, &sample);
    }
    if (!status)
        status = ep_nodes_add(to, from);
    to->runs = edgeprof_add(to->runs, from->runs);
    to->lost = edgeprof_add(to->lost, from->lost);
    return status;
}

int ep_samplings_add(struct ep_samplings *to, const struct ep_samplings *from)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < from->n; i++) {
        struct ep_sampling *own = ep_samplings_own(to, &from->items[i]);

        status = own ? add_sampling(own, &from->items[i]) : EP_ENOMEM;
    }
    return status;
}

static int has_all(const struct ep_sampling *own,
                   const struct ep_sampling *from, int *out)
{
    struct ep_sampling copy = {0}; /* with FROM's objects and places */
    int status = add_sampling(&copy, own);

    *out = own->runs >= from->runs && own->lost >= from->lost;
    for (size_t i = 0; !status && *out && i < from->n_items; i++) {
        const struct ep_sample *item;
        struct ep_sample sample;

        status = translate(from, &from->items[i], &copy, &sample);
        if (status)
            break;
        item = find_sample(&copy, &sample);
        *out = item && item->count >= sample.count && item->count < UINT64_MAX;
    }
    if (!status && *out)
        status = ep_nodes_have(&copy, from, out);
    ep_sampling_release(&copy);
    return status;
}

int ep_samplings_have(const struct ep_samplings *to,
                      const struct ep_samplings *from, int *out)
{
    int status = EP_OK;

    *out = 1;
    for (size_t i = 0; !status && *out && i < from->n; i++) {
        const struct ep_sampling *own = find_own(to, &from->items[i]);

        if (own)
            status = has_all(own, &from->items[i], out);
        else
            *out = from->items[i].n_items == 0 && from->items[i].runs == 0 &&
                   from->items[i].lost == 0 && from->items[i].n_nodes == 0;
    }
    return status;
}

static int subtract(struct ep_sampling *own, const struct ep_sampling *from)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < from->n_items; i++) {
        struct ep_sample sample;

        status = translate(from, &from->items[i], own, &sample);
        if (!status)
            find_sample(own, &sample)->count -= sample.count;
    }
    if (!status)
        status = ep_nodes_subtract(own, from);
    own->runs -= from->runs;
    own->lost -= from->lost;
    return status;
}

int ep_samplings_subtract(struct ep_samplings *to,
                          const struct ep_samplings *from)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < from->n; i++) {
        struct ep_sampling *own = find_own(to, &from->items[i]);

        if (own)
            status = subtract(own, &from->items[i]);
    }
    return status;
}

void ep_samplings_scale(struct ep_samplings *samplings, uint64_t factor)
{
    for (size_t i = 0; i < samplings->n; i++) {
        struct ep_sampling *sampling = &samplings->items[i];

        sampling->runs = ep_saturating_product(sampling->runs, factor);
        sampling->lost = ep_saturating_product(sampling->lost, factor);
        for (size_t j = 0; j < sampling->n_items; j++)
            sampling->items[j].count =
                ep_saturating_product(sampling->items[j].count, factor);
        for (size_t j = 0; j < sampling->n_nodes; j++)
            sampling->nodes[j].count =
                ep_saturating_product(sampling->nodes[j].count, factor);
    }
}

uint64_t ep_samplings_taken(const struct ep_samplings *samplings)
{
    uint64_t taken = 0;

    for (size_t i = 0; i < samplings->n; i++) {
        const struct ep_sampling *sampling = &samplings->items[i];

        for (size_t j = 0; j < sampling->n_items; j++)
            taken = edgeprof_add(taken, sampling->items[j].count);
    }
    return taken;
}
