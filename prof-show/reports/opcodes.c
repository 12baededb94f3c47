/* SPDX-License-Identifier: MIT
 *
 * opcodes - how often each kind of instruction was executed, of programs that
 * prof-patch counted.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <edgeprof/abi.h>

#include "base/map.h"
#include "catalog.h"
#include "json.h"
#include "listing.h"
#include "sort.h"
#include "tool/say.h"

enum { NAME_SIZE = 32 };

struct opcode {
    char name[NAME_SIZE];
    uint64_t count; /* executions */
    uint64_t sites; /* instructions */
};

struct opcodes {
    struct opcode *items;
    size_t n;
    size_t capacity;
    struct ep_map by_name;
    int failed;
};

/* Bytes of TEXT that name the operation: a prefix that makes it another one is
 * part of that. */
static size_t name_size(const char *text)
{
    static const char *const prefixes[] = {"rep",   "repe",  "repz",
                                           "repne", "repnz", "lock"};
    size_t first = strcspn(text, " ");

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == first &&
            strncmp(text, prefixes[i], first) == 0 && text[first])
            return first + 1 + strcspn(text + first + 1, " ");
    return first;
}

static struct opcode *find(struct opcodes *all, const char *text)
{
    size_t size = name_size(text), cursor = 0;
    struct opcode *item;
    uint64_t hash;
    uint32_t at;

    if (size >= NAME_SIZE)
        size = NAME_SIZE - 1;
    hash = ep_hash(EP_HASH_START, text, size);
    while ((at = ep_map_next(&all->by_name, hash, &cursor)) != EP_NONE)
        if (strncmp(all->items[at].name, text, size) == 0 &&
            all->items[at].name[size] == '\0')
            return &all->items[at];
    if (EP_GROW(all->items, all->n, all->capacity) ||
        ep_map_add(&all->by_name, hash, (uint32_t)all->n))
        return NULL;
    item = &all->items[all->n++];
    *item = (struct opcode){.count = 0};
    memcpy(item->name, text, size);
    return item;
}

static void take(void *context, uint64_t address, uint64_t count,
                 const char *text)
{
    struct opcodes *all = context;
    struct opcode *item = all->failed ? NULL : find(all, text);

    (void)address;
    all->failed |= item == NULL;
    if (!item)
        return;
    item->count = edgeprof_add(item->count, count);
    item->sites++;
}

/* The most executed first. */
static int by_count(const void *left, const void *right)
{
    const struct opcode *a = left, *b = right;

    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return strcmp(a->name, b->name);
}

static int by_sites(const void *left, const void *right)
{
    const struct opcode *a = left, *b = right;
    int order = sort_numbers(a->sites, b->sites);

    return order ? order : by_count(left, right);
}

static int by_name(const void *left, const void *right)
{
    const struct opcode *a = left, *b = right;

    return strcmp(a->name, b->name);
}

const struct sort_key opcodes_keys[] = {{"executions", by_count},
                                        {"instructions", by_sites},
                                        {"opcode", by_name},
                                        {NULL, NULL}};

static void release(struct opcodes *all)
{
    ep_mem_free(all->items);
    ep_map_release(&all->by_name);
}

/* OUT is initialised by this call; release it if that is EXIT_DONE. */
static int gather(const struct view *view, struct opcodes *out)
{
    struct listing listing;
    int result = listing_begin(view, &listing);
    size_t n;

    *out = (struct opcodes){0};
    if (result != EXIT_DONE)
        return result;
    for (size_t i = 0; i < listing.n; i++)
        listing_each(listing.items[i], take, out);
    listing_release(&listing);
    if (!out->failed) {
        n = sort_top(view, opcodes_keys, out->items, out->n,
                     sizeof *out->items);
        if (n < out->n)
            out->n = n;
        return EXIT_DONE;
    }
    release(out);
    say_error("out of memory");
    return EXIT_TROUBLE;
}

int opcodes_text(struct view *view)
{
    struct opcodes all;
    int result = gather(view, &all);

    if (result != EXIT_DONE)
        return result;
    (void)printf("  executions  instructions  opcode\n");
    for (size_t i = 0; i < all.n; i++)
        (void)printf("%12" PRIu64 "  %12" PRIu64 "  %s\n", all.items[i].count,
                     all.items[i].sites, all.items[i].name);
    release(&all);
    return EXIT_DONE;
}

int opcodes_json(struct view *view)
{
    struct opcodes all;
    int result = gather(view, &all);

    if (result != EXIT_DONE)
        return result;
    json_begin(view, "opcodes", "opcodes");
    for (size_t i = 0; i < all.n; i++) {
        json_open_item();
        json_text("opcode", all.items[i].name);
        json_number("executions", all.items[i].count);
        json_number("instructions", all.items[i].sites);
        json_close_item();
    }
    json_end();
    release(&all);
    return EXIT_DONE;
}
