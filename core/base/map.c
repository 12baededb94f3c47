/* SPDX-License-Identifier: MIT */
#include "base/map.h"

struct ep_map_slot {
    uint64_t hash;
    uint32_t value; /* EP_NONE: free */
};

void ep_map_release(struct ep_map *map)
{
    ep_mem_free(map->slots);
    *map = (struct ep_map){0};
}

/* FNV's low bits are its good ones, but ids of other origin come here too. */
static size_t home(uint64_t hash, size_t capacity)
{
    return (size_t)((hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> 20) &
           (capacity - 1);
}

static void put(struct ep_map_slot *slots, size_t capacity, uint64_t hash,
                uint32_t value)
{
    size_t at = home(hash, capacity);

    while (slots[at].value != EP_NONE)
        at = (at + 1) & (capacity - 1);
    slots[at] = (struct ep_map_slot){hash, value};
}

/* Values of one hash keep their order only if they are moved in it: start at a
 * free slot, so that no run of full slots is entered in its middle. */
static void move_all(const struct ep_map *map, struct ep_map_slot *slots,
                     size_t capacity)
{
    size_t start = 0;

    while (start < map->capacity && map->slots[start].value != EP_NONE)
        start++;
    for (size_t i = 0; i < map->capacity; i++) {
        const struct ep_map_slot *old =
            &map->slots[(start + i) & (map->capacity - 1)];
        if (old->value != EP_NONE)
            put(slots, capacity, old->hash, old->value);
    }
}

static int grow(struct ep_map *map)
{
    size_t capacity = map->capacity ? map->capacity * 2 : 16;
    struct ep_map_slot *slots = ep_mem_zeroed(capacity, sizeof *slots);

    if (!slots)
        return EP_ENOMEM;
    for (size_t i = 0; i < capacity; i++)
        slots[i].value = EP_NONE;
    move_all(map, slots, capacity);
    ep_mem_free(map->slots);
    map->slots = slots;
    map->capacity = capacity;
    return EP_OK;
}

int ep_map_add(struct ep_map *map, uint64_t hash, uint32_t value)
{
    if (map->n >= map->capacity / 2 && grow(map))
        return EP_ENOMEM;
    put(map->slots, map->capacity, hash, value);
    map->n++;
    return EP_OK;
}

uint32_t ep_map_next(const struct ep_map *map, uint64_t hash, size_t *cursor)
{
    size_t start = map->capacity ? home(hash, map->capacity) : 0;

    while (*cursor < map->capacity) {
        const struct ep_map_slot *slot =
            &map->slots[(start + *cursor) & (map->capacity - 1)];

        if (slot->value == EP_NONE)
            return EP_NONE;
        (*cursor)++;
        if (slot->hash == hash)
            return slot->value;
    }
    return EP_NONE;
}
