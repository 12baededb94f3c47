/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>

#define FLAGS (JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE)

static int n_items; /* printed since json_begin */

void json_begin(const struct view *view, const char *report, const char *items)
{
    const struct ep_profile *profile = &view->profile;
    json_object *notes = json_object_new_array();

    for (size_t i = 0; i < profile->n_messages; i++)
        (void)json_object_array_add(
            notes, json_object_new_string(profile->messages[i]));
    (void)printf("{\"format\":\"edgeprof-%s\",\"version\":1,\"runs\":%" PRIu64
                 ",\"cut\":%" PRIu64 ",\"notes\":%s,\"%s\":[",
                 report, profile->runs, profile->cut,
                 json_object_to_json_string_ext(notes, FLAGS), items);
    (void)json_object_put(notes);
    n_items = 0;
}

void json_item(json_object *item)
{
    (void)printf("%s%s", n_items++ ? ",\n" : "\n",
                 json_object_to_json_string_ext(item, FLAGS));
    (void)json_object_put(item);
}

static void print_rest(json_object *rest)
{
    json_object_object_foreach(rest, key, value)
    {
        (void)printf(",\"%s\":%s", key,
                     json_object_to_json_string_ext(value, FLAGS));
    }
}

void json_end(json_object *rest)
{
    (void)putchar(']');
    if (rest)
        print_rest(rest);
    (void)puts("}");
    (void)json_object_put(rest);
}

void json_add_text(json_object *object, const char *key, const char *text)
{
    (void)json_object_object_add(object, key, json_object_new_string(text));
}

void json_add_number(json_object *object, const char *key, uint64_t number)
{
    (void)json_object_object_add(object, key, json_object_new_uint64(number));
}

void json_add_part(json_object *object, const char *key, struct part part)
{
    json_object *pair = json_object_new_object();

    json_add_number(pair, "covered", part.covered);
    json_add_number(pair, "total", part.total);
    (void)json_object_object_add(object, key, pair);
}
