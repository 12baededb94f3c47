/* SPDX-License-Identifier: MIT */
#include "profile/profile_build.h"

#include <string.h>

static int add(struct ep_callee_names *out, const char *name)
{
    uint32_t id = ep_callee_id(name, strlen(name)), index;
    size_t cursor = 0;

    while ((index = ep_map_next(&out->by_id, id, &cursor)) != EP_NONE)
        if (strcmp(out->items[index], name) == 0)
            return EP_OK;
    if (EP_GROW(out->items, out->n, out->capacity) ||
        ep_map_add(&out->by_id, id, (uint32_t)out->n))
        return EP_ENOMEM;
    out->items[out->n++] = name;
    return EP_OK;
}

static int add_notes(struct ep_callee_names *out, const struct ep_notes *notes)
{
    int status = EP_OK;

    for (size_t i = 0; i < notes->n_functions && !status; i++)
        status = add(out, notes->functions[i].name);
    for (size_t i = 0; i < notes->n_names && !status; i++)
        status = add(out, notes->names[i]);
    return status;
}

int ep_callee_names_make(const struct ep_profile *profile,
                         struct ep_callee_names *out)
{
    int status = EP_OK;

    *out = (struct ep_callee_names){0};
    for (size_t i = 0; i < profile->p->n_notes && !status; i++)
        status = add_notes(out, profile->p->notes[i].notes);
    if (status)
        ep_callee_names_release(out);
    return status;
}

void ep_callee_names_release(struct ep_callee_names *names)
{
    ep_map_release(&names->by_id);
    ep_mem_free(names->items);
    *names = (struct ep_callee_names){0};
}

const char *ep_callee_names_find(const struct ep_callee_names *names,
                                 uint32_t callee)
{
    size_t cursor = 0;
    uint32_t index = ep_map_next(&names->by_id, callee, &cursor);

    return index == EP_NONE ||
                   ep_map_next(&names->by_id, callee, &cursor) != EP_NONE
               ? NULL
               : names->items[index];
}
