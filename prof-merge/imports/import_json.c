/* SPDX-License-Identifier: MIT */
#include "import_json.h"

#include <string.h>

struct json_object *json_member(struct json_object *object, const char *name)
{
    struct json_object *value;

    return json_object_is_type(object, json_type_object) &&
                   json_object_object_get_ex(object, name, &value)
               ? value
               : NULL;
}

size_t json_size(struct json_object *array)
{
    return json_object_is_type(array, json_type_array)
               ? json_object_array_length(array)
               : 0;
}

struct json_object *json_item(struct json_object *array, size_t i)
{
    return i < json_size(array) ? json_object_array_get_idx(array, i) : NULL;
}

const char *json_text(struct json_object *value)
{
    return json_object_is_type(value, json_type_string)
               ? json_object_get_string(value)
               : NULL;
}

uint64_t json_count(struct json_object *value)
{
    return json_object_is_type(value, json_type_int)
               ? json_object_get_uint64(value)
               : 0;
}

uint32_t json_number32(struct json_object *value)
{
    uint64_t number = json_count(value);

    return number < UINT32_MAX ? (uint32_t)number : 0;
}

static void read_root(struct import *import, struct json_object *root)
{
    const char *type = json_text(json_member(root, "type"));

    if (type && strcmp(type, "llvm.coverage.json.export") == 0)
        import_read_llvm(import, root);
    else if (json_member(root, "gcc_version"))
        import_read_gcov(import, root);
    else
        import_fail(import, EP_EFORMAT,
                    "JSON that is neither gcov's nor llvm-cov export's");
}

/* gcov --stdout writes an object a line for each file, one behind the other. */
void import_read_json(struct import *import, const struct ep_buf *text)
{
    struct json_tokener *tokener = json_tokener_new();
    const char *at = text->data, *end = at + text->size;

    if (!tokener)
        import_fail(import, EP_ENOMEM, "out of memory");
    while (!import->status && at < end) {
        size_t left = (size_t)(end - at);
        struct json_object *root;
        enum json_tokener_error error;

        json_tokener_reset(tokener);
        root = json_tokener_parse_ex(tokener, at,
                                     left < INT32_MAX ? (int)left : INT32_MAX);
        error = json_tokener_get_error(tokener);
        if (error == json_tokener_success)
            read_root(import, root);
        else
            import_fail(import, EP_EFORMAT, "%s",
                        error == json_tokener_continue
                            ? "ends within its JSON: it is not whole"
                            : json_tokener_error_desc(error));
        (void)json_object_put(root);
        at += json_tokener_get_parse_end(tokener);
        while (at < end && strchr(" \r\n\t", *at))
            at++;
    }
    if (tokener)
        json_tokener_free(tokener);
}
