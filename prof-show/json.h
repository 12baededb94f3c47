/* SPDX-License-Identifier: MIT
 *
 * json.h - JSON, written as it comes.
 *
 * WHY   a tree would need memory for all of a document at once, and libraries
 *       that make one drop a part in silence when memory runs out.
 * MODEL Values go to standard output in order; commas are seen to here.  KEY is
 *       the name in the object that is open, NULL in an array.  A report is a
 *       head, a list of items, and sometimes more; as JSON Lines, the head,
 *       each item and the rest are a line of their own.
 */
#ifndef PROF_SHOW_JSON_H
#define PROF_SHOW_JSON_H

#include "tally.h"
#include "view.h"

/* BRACKET: '{' or '[', and the one that closes it. */
void json_open(const char *key, char bracket);
void json_close(char bracket);

void json_text(const char *key, const char *text);
void json_number(const char *key, uint64_t number);
void json_share(const char *key, double number); /* to six digits */
void json_null(const char *key);
/* With three digits after the point. */
void json_decimal(const char *key, double number);
void json_flag(const char *key, int value);
/* PATH as the reference of a URI. */
void json_uri(const char *key, const char *path);
/* {"covered":N,"total":M} */
void json_part(const char *key, struct part part);

/* {"format":"edgeprof-REPORT","version":1,"runs":R,"cut":C,"notes":[...],
 * "ITEMS":[ */
void json_begin(const struct view *view, const char *report, const char *items);
/* An object of the list that is open, on a line of its own. */
void json_open_item(void);
void json_close_item(void);
/* The list ends; further fields of the document may follow. */
void json_rest(void);
void json_end(void);

#endif
