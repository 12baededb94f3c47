/* SPDX-License-Identifier: MIT */
#include "tool/binaries.h"

#include "tool/inputs.h"

#include <string.h>
#include <sys/stat.h>

void binaries_release(struct binaries *set)
{
    for (size_t i = 0; i < set->n; i++) {
        ep_mem_free(set->items[i].path);
        ep_binary_release(&set->items[i].binary);
    }
    ep_mem_free(set->items);
    *set = (struct binaries){0};
}

static int add_file(struct binaries *set, const char *path,
                    struct ep_diag *diag)
{
    struct ep_named_binary item = {0};
    int status = ep_binary_read(path, diag, &item.binary);

    if (status)
        return status;
    if (ep_binary_find(set->items, set->n, &item.binary.id)) {
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

int binaries_add(struct binaries *set, const char *path, struct ep_diag *diag)
{
    struct stat there;

    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        return inputs_walk(path, add_if_binary, set, diag);
    return add_file(set, path, diag);
}
