/* SPDX-License-Identifier: MIT */
#include "listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/insn.h"
#include "name.h"
#include "tool/say.h"

enum { TEXT_SIZE = 256 };

/* ---- which functions ------------------------------------------------------- */

static int by_place(const void *left, const void *right)
{
    const struct ep_profile_function *a =
        *(const struct ep_profile_function *const *)left;
    const struct ep_profile_function *b =
        *(const struct ep_profile_function *const *)right;
    int order = strcmp(a->object, b->object);
    uint64_t at = a->function->machine->address;
    uint64_t other = b->function->machine->address;

    return order ? order : (at > other) - (at < other);
}

/* By its symbol or by its name in the source.  -1: no memory. */
static int is_wanted(const struct view *view,
                     const struct ep_profile_function *function)
{
    char *name;
    int found;

    if (!function->object || !view_shows(view, function->file))
        return 0;
    name = name_demangle(function->function->name);
    if (!name)
        return -1;
    found = view_wants(view, name, function->function->name);
    free(name);
    return found;
}

static int make_listing(const struct view *view, struct listing *out)
{
    const struct ep_profile *profile = &view->profile;

    *out = (struct listing){0};
    out->items = calloc(profile->n_functions + 1, sizeof(void *));
    for (size_t i = 0; out->items && i < profile->n_functions; i++) {
        int wanted = is_wanted(view, &profile->functions[i]);

        if (wanted < 0) {
            free(out->items);
            return EP_ENOMEM;
        }
        if (wanted)
            out->items[out->n++] = &profile->functions[i];
    }
    if (!out->items)
        return EP_ENOMEM;
    qsort(out->items, out->n, sizeof(void *), by_place);
    return EP_OK;
}

int listing_begin(const struct view *view, struct listing *out)
{
    if (make_listing(view, out)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (out->n > 0)
        return EXIT_DONE;
    free(out->items);
    say_error("no machine code%s: only prof-patch notes it",
              view->options->functions.n ? " of such functions" : "");
    return EXIT_NOTHING;
}

void listing_release(struct listing *listing)
{
    free(listing->items);
}

/* ---- instructions ---------------------------------------------------------- */

static void take_block(const uint8_t *bytes, uint64_t size, uint64_t address,
                       uint64_t count, listing_fn *take, void *context)
{
    while (size > 0) {
        char text[TEXT_SIZE];
        unsigned n =
            ep_insn_text(bytes, (size_t)size, address, text, sizeof text);

        if (n == 0) {
            (void)snprintf(text, sizeof text, ".byte 0x%02x", bytes[0]);
            n = 1;
        }
        take(context, address, count, text);
        bytes += n;
        size -= n;
        address += n;
    }
}

/* An instruction of another processor, by its bytes. */
static void take_foreign(const uint8_t *bytes, uint64_t size, uint64_t address,
                         uint64_t count, listing_fn *take, void *context)
{
    char text[TEXT_SIZE] = ".insn";
    size_t length = strlen(text);

    for (uint64_t i = 0; i < size && length + 4 < sizeof text; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, " %02x",
                                   bytes[i]);
    take(context, address, count, text);
}

void listing_each(const struct ep_profile_function *function, listing_fn *take,
                  void *context)
{
    const struct ep_machine *machine = function->function->machine;
    const uint8_t *bytes = machine->bytes;
    int is_foreign = (function->function->flags & EP_FUNCTION_FOREIGN) != 0;

    for (uint32_t b = EP_BLOCK_FIRST; b < function->function->cfg.n_blocks;
         b++) {
        (is_foreign ? take_foreign
                    : take_block)(bytes, machine->size[b], machine->start[b],
                                  function->block[b], take, context);
        bytes += machine->size[b];
    }
}
