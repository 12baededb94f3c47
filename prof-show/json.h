/* SPDX-License-Identifier: MIT
 *
 * json.h - a document of many items, printed one by one.
 *
 * WHY   one tree for everything would need memory for all of it at once.
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

void json_add_text(json_object *object, const char *key, const char *text);
void json_add_number(json_object *object, const char *key, uint64_t number);
/* {"covered":N,"total":M} */
void json_add_part(json_object *object, const char *key, struct part part);

#endif
