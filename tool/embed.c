/* SPDX-License-Identifier: MIT */
#include "tool/embed.h"

#include "tool/say.h"

/* Of another number of counters than ran: not the binary it says it is. */
static int fits(const struct ep_module *module, const char *path,
                const struct ep_binary *binary, int quiet)
{
    if (binary->n_counters == module->n_counters)
        return 1;
    if (!quiet)
        say_warning(
            "%s: %zu counters, the runs have %zu; its notes are left out", path,
            binary->n_counters, module->n_counters);
    return 0;
}

static int copy_notes(struct ep_module *module, const char *path,
                      const struct ep_binary *binary, int quiet)
{
    if (!fits(module, path, binary, quiet))
        return EP_OK;
    module->notes = (uint8_t *)ep_mem_dup(binary->notes, binary->notes_size);
    if (!module->notes)
        return EP_ENOMEM;
    module->notes_size = binary->notes_size;
    module->notes_address = binary->address;
    return EP_OK;
}

static int embed_one(struct ep_module *module, const struct binaries *named,
                     int quiet)
{
    const struct ep_named_binary *found =
        ep_binary_find(named->items, named->n, module);
    struct ep_diag diag = {{0}};
    struct ep_binary own;
    int status;

    if (found)
        return copy_notes(module, found->path, &found->binary, quiet);
    status = ep_binary_read_own(module, &diag, &own);
    if (status == EP_ENOMEM)
        return status;
    if (status) {
        if (!quiet)
            say_warning("%s; its counts are kept, without notes", diag.text);
        return EP_OK;
    }
    status = copy_notes(module, module->path, &own, quiet);
    ep_binary_release(&own);
    return status;
}

int embed_notes(struct ep_counts *counts, const struct binaries *named,
                int quiet)
{
    for (size_t i = 0; i < counts->n_modules; i++)
        if (!counts->modules[i].notes &&
            embed_one(&counts->modules[i], named, quiet))
            return EP_ENOMEM;
    return EP_OK;
}
