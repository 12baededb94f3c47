/* SPDX-License-Identifier: MIT */
#include "json.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FLAGS (JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE)

static int n_items;  /* printed since json_begin */
static int in_lines; /* the document is JSON Lines */

void json_print(json_object *value)
{
    (void)fputs(json_object_to_json_string_ext(value, FLAGS), stdout);
    (void)json_object_put(value);
}

/* TEXT as UTF-8; NULL, which json-c prints as null, if memory ran out. */
static json_object *new_text(const char *text)
{
    struct ep_buf clean = {0};
    json_object *string = NULL;

    while (*text) {
        int n = utf8_size(text);

        if (n)
            ep_buf_add(&clean, text, (size_t)n);
        else
            ep_buf_text(&clean, UTF8_UNKNOWN);
        text += n ? n : 1;
    }
    if (!clean.failed)
        string = json_object_new_string(clean.data ? clean.data : "");
    ep_buf_release(&clean);
    return string;
}

void json_print_text(const char *text)
{
    json_print(new_text(text));
}

void json_begin(const struct view *view, const char *report, const char *items)
{
    const struct ep_profile *profile = &view->profile;
    json_object *notes = json_object_new_array();

    in_lines = view->args->format == FORMAT_JSONL;
    n_items = 0;
    for (size_t i = 0; i < profile->n_messages; i++)
        (void)json_object_array_add(notes, new_text(profile->messages[i]));
    (void)printf("{\"format\":\"edgeprof-%s\",\"version\":1,\"runs\":%" PRIu64
                 ",\"cut\":%" PRIu64 ",\"notes\":",
                 report, profile->runs, profile->cut);
    json_print(notes);
    if (in_lines)
        (void)puts("}");
    else
        (void)printf(",\"%s\":[", items);
}

void json_item(json_object *item)
{
    if (!in_lines)
        (void)fputs(n_items++ ? ",\n" : "\n", stdout);
    json_print(item);
    if (in_lines)
        (void)putchar('\n');
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
    if (in_lines) {
        if (rest)
            (void)puts(json_object_to_json_string_ext(rest, FLAGS));
    } else {
        (void)putchar(']');
        if (rest)
            print_rest(rest);
        (void)puts("}");
    }
    (void)json_object_put(rest);
}

void json_add_uri(json_object *object, const char *key, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789-._~/+";
    struct ep_buf uri = {0};

    if (*path == '/')
        ep_buf_text(&uri, "file://");
    for (; *path; path++) {
        if (strchr(plain, *path))
            ep_buf_add(&uri, path, 1);
        else
            ep_buf_printf(&uri, "%%%02X", (unsigned char)*path);
    }
    json_add_text(object, key, uri.data && !uri.failed ? uri.data : "");
    ep_buf_release(&uri);
}

void json_add_text(json_object *object, const char *key, const char *text)
{
    (void)json_object_object_add(object, key, new_text(text));
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
