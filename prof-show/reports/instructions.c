/* SPDX-License-Identifier: MIT
 *
 * instructions - machine code, each instruction with its count, of programs that
 * prof-patch counted.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "listing.h"
#include "name.h"

static void print_text(void *context, uint64_t address, uint64_t count,
                       const char *text)
{
    (void)context;
    (void)printf("%12" PRIu64 "  %8" PRIx64 ":  %s\n", count, address, text);
}

static void print_json(void *context, uint64_t address, uint64_t count,
                       const char *text)
{
    (void)context;
    json_open(NULL, '{');
    json_number("address", address);
    json_number("count", count);
    json_text("text", text);
    json_close('}');
}

static int is_new_object(const struct listing *listing, size_t i)
{
    return i == 0 || strcmp(listing->items[i]->object,
                            listing->items[i - 1]->object) != 0;
}

int instructions_text(struct view *view)
{
    struct listing listing;
    int result = listing_begin(view, &listing);

    if (result != EXIT_DONE)
        return result;
    for (size_t i = 0; i < listing.n; i++) {
        const struct ep_profile_function *function = listing.items[i];
        char *name = name_demangle(function->function->name);

        if (is_new_object(&listing, i))
            (void)printf("%s:\n", function->object);
        (void)printf("\n%s:\n", name ? name : function->function->name);
        free(name);
        listing_each(function, print_text, NULL);
    }
    listing_release(&listing);
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
    listing_each(function, print_json, NULL);
    json_close(']');
    json_close('}');
    free(name);
}

int instructions_json(struct view *view)
{
    struct listing listing;
    int result = listing_begin(view, &listing);

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
    listing_release(&listing);
    return EXIT_DONE;
}
