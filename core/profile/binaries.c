/* SPDX-License-Identifier: MIT */
#include "profile/binaries.h"

#include "profile/inputs.h"

#include <string.h>
#include <sys/stat.h>

void ep_binaries_release(struct ep_binaries *set)
{
    for (size_t i = 0; i < set->n; i++) {
        ep_mem_free(set->items[i].path);
        ep_binary_release(&set->items[i].binary);
    }
    ep_mem_free(set->items);
    *set = (struct ep_binaries){0};
}

const struct ep_named_binary *ep_binaries_find(const struct ep_binaries *set,
                                               const struct ep_module *module)
{
    for (size_t i = 0; i < set->n; i++)
        if (ep_module_same(&set->items[i].binary.id, module))
            return &set->items[i];
    return NULL;
}

static int add_file(struct ep_binaries *set, const char *path,
                    struct ep_diag *diag)
{
    struct ep_named_binary item = {0};
    int status = ep_binary_read(path, diag, &item.binary);

    if (status)
        return status;
    if (ep_binaries_find(set, &item.binary.id)) {
        ep_binary_release(&item.binary);
        return EP_OK;
    }
    item.path = ep_mem_dup(path, strlen(path));
    if (!item.path || EP_GROW(set->items, set->n, set->capacity)) {
        ep_mem_free(item.path);
        ep_binary_release(&item.binary);
        return ep_fail(diag, EP_ENOMEM, "%s: out of memory", path);
    }
    set->items[set->n++] = item;
    return EP_OK;
}

/* A directory of binaries holds much else. */
static int add_if_binary(void *context, const char *path)
{
    int status = add_file(context, path, NULL);

    return status == EP_ENOMEM ? status : EP_OK;
}

int ep_binaries_add(struct ep_binaries *set, const char *path,
                    struct ep_diag *diag)
{
    struct stat there;

    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        return ep_inputs_walk(path, add_if_binary, set, diag);
    return add_file(set, path, diag);
}

int ep_binaries_read_own(const struct ep_module *module, struct ep_diag *diag,
                         struct ep_binary *out)
{
    char now[EP_ID_TEXT], then[EP_ID_TEXT];
    int status = ep_binary_read(module->path, diag, out);

    if (status || ep_module_same(&out->id, module))
        return status;
    status = ep_fail(diag, EP_EMATCH, "%s: rebuilt since the run: %s, then %s",
                     module->path, ep_module_id_text(&out->id, now),
                     ep_module_id_text(module, then));
    ep_binary_release(out);
    return status;
}
