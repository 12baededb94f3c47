/* SPDX-License-Identifier: MIT
 *
 * json.h - a document of many items, printed one by one.
 *
 * WHY   one tree for everything would need memory for all of it at once.
 * MODEL As JSON Lines, the head, each item and the rest are a line of their
 * own.
 */
#ifndef PROF_SHOW_JSON_H
#define PROF_SHOW_JSON_H

#include <json-c/json.h>

#include "tally.h"
#include "view.h"

/* {"format":"edgeprof-REPORT","version":1,"runs":R,"cut":C,"notes":[...],
 * "ITEMS":[ */
void json_begin(const struct view *view, const char *report, const char *items);
/* Print ITEM, which is released. */
void json_item(json_object *item);
/* Close the list; REST, which may be NULL and is released, has further fields
 * of the document. */
void json_end(json_object *rest);

/* Print VALUE, which is released, or TEXT, by itself. */
void json_print(json_object *value);
void json_print_text(const char *text);

void json_add_text(json_object *object, const char *key, const char *text);
void json_add_number(json_object *object, const char *key, uint64_t number);
/* PATH as the reference of a URI. */
void json_add_uri(json_object *object, const char *key, const char *path);
/* {"covered":N,"total":M} */
void json_add_part(json_object *object, const char *key, struct part part);

#endif
