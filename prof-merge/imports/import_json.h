/* SPDX-License-Identifier: MIT
 *
 * import_json.h - values of JSON that may be missing or of another type.
 *
 * RULES What is not there, or is another thing than was asked for, is 0, NULL or
 *       empty.
 */
#ifndef EP_IMPORT_JSON_H
#define EP_IMPORT_JSON_H

#include <json-c/json.h>

#include "import.h"

/* The member NAME of OBJECT. */
struct json_object *json_member(struct json_object *object, const char *name);
/* Of ARRAY, which may be none: its size, and item I. */
size_t json_size(struct json_object *array);
struct json_object *json_item(struct json_object *array, size_t i);
const char *json_text(struct json_object *value); /* NULL: none */
uint64_t json_count(struct json_object *value);
uint32_t json_number32(struct json_object *value);

/* What gcov --json-format, or llvm-cov export, wrote. */
void import_read_gcov(struct import *import, struct json_object *root);
void import_read_llvm(struct import *import, struct json_object *root);

#endif
