/* SPDX-License-Identifier: MIT
 *
 * instructions - machine code, each instruction with its count, of programs that
 * prof-patch counted.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "code/insn.h"
#include "json.h"
#include "name.h"
#include "tool/say.h"

enum { TEXT_SIZE = 256 };

struct listing {
    const struct ep_profile_function **items; /* by object and address */
    size_t n;
};

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
    const struct texts *globs = &view->options->functions;
    char *name;
    int found = globs->n == 0;

    if (!function->object)
        return 0;
    if (found)
        return view_shows(view, function->file);
    name = name_demangle(function->function->name);
    for (size_t i = 0; name && !found && i < globs->n; i++)
        found = fnmatch(globs->items[i], name, 0) == 0 ||
                fnmatch(globs->items[i], function->function->name, 0) == 0;
    if (!name)
        return -1;
    free(name);
    return found && view_shows(view, function->file);
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

/* Says why there is nothing; an exit status. */
static int begin(const struct view *view, struct listing *out)
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

/* ---- instructions ---------------------------------------------------------- */

typedef void print_fn(uint64_t address, uint64_t count, const char *text);

static void print_text(uint64_t address, uint64_t count, const char *text)
{
    (void)printf("%12" PRIu64 "  %8" PRIx64 ":  %s\n", count, address, text);
}

static void print_json(uint64_t address, uint64_t count, const char *text)
{
    json_open(NULL, '{');
    json_number("address", address);
    json_number("count", count);
    json_text("text", text);
    json_close('}');
}

/* What cannot be decoded is shown as one byte. */
static void print_block(const uint8_t *bytes, uint64_t size, uint64_t address,
                        uint64_t count, print_fn *print)
{
    while (size > 0) {
        char text[TEXT_SIZE];
        unsigned n =
            ep_insn_text(bytes, (size_t)size, address, text, sizeof text);

        if (n == 0) {
            (void)snprintf(text, sizeof text, ".byte 0x%02x", bytes[0]);
            n = 1;
        }
        print(address, count, text);
        bytes += n;
        size -= n;
        address += n;
    }
}

static void print_instructions(const struct ep_profile_function *function,
                               print_fn *print)
{
    const struct ep_machine *machine = function->function->machine;
    const uint8_t *bytes = machine->bytes;

    for (uint32_t b = EP_BLOCK_FIRST; b < function->function->cfg.n_blocks;
         b++) {
        print_block(bytes, machine->size[b], machine->start[b],
                    function->block[b], print);
        bytes += machine->size[b];
    }
}

/* ---- the report ------------------------------------------------------------ */

static int is_new_object(const struct listing *listing, size_t i)
{
    return i == 0 || strcmp(listing->items[i]->object,
                            listing->items[i - 1]->object) != 0;
}

int instructions_text(struct view *view)
{
    struct listing listing;
    int result = begin(view, &listing);

    if (result != EXIT_DONE)
        return result;
    for (size_t i = 0; i < listing.n; i++) {
        const struct ep_profile_function *function = listing.items[i];
        char *name = name_demangle(function->function->name);

        if (is_new_object(&listing, i))
            (void)printf("%s:\n", function->object);
        (void)printf("\n%s:\n", name ? name : function->function->name);
        free(name);
        print_instructions(function, print_text);
    }
    free(listing.items);
    return EXIT_DONE;
}

static void json_function(const struct ep_profile_function *function)
{
    char *name = name_demangle(function->function->name);

    json_open(NULL, '{');
    json_text("name", name ? name : function->function->name);
    json_text("symbol", function->function->name);
    json_number("address", function->function->machine->address);
    json_number("calls", function->calls);
    json_open("instructions", '[');
    print_instructions(function, print_json);
    json_close(']');
    json_close('}');
    free(name);
}

int instructions_json(struct view *view)
{
    struct listing listing;
    int result = begin(view, &listing);

    if (result != EXIT_DONE)
        return result;
    json_begin(view, "instructions", "objects");
    for (size_t i = 0; i < listing.n; i++) {
        if (is_new_object(&listing, i)) {
            json_open_item();
            json_text("object", listing.items[i]->object);
            json_open("functions", '[');
        }
        json_function(listing.items[i]);
        if (i + 1 == listing.n || is_new_object(&listing, i + 1)) {
            json_close(']');
            json_close_item();
        }
    }
    json_end();
    free(listing.items);
    return EXIT_DONE;
}
