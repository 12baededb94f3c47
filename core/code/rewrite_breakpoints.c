/* SPDX-License-Identifier: MIT
 *
 * rewrite_breakpoints.c - where the new file's old code has no room for a jump.
 *
 * The module tells the runtime (abi.h) of each such place and of where its copy is
 * come to.  The file's code stays as it is: without the runtime nobody would know
 * what to do where a breakpoint stops.
 */
#include "code/describe.h"
#include "code/rewrite_private.h"

#include <edgeprof/abi.h>

#include <string.h>

static int is_needed(const struct ep_new_file *file,
                     const struct ep_code_landing *at)
{
    return at->is_breakpoint &&
           ep_copies_entry(file->code, at->address) != EP_NONE;
}

/* One behind the other, each with a zero behind it. */
static void add_name(const struct ep_new_file *file, uint64_t address,
                     struct ep_buf *out)
{
    ep_describe_name(ep_code_at(file->code, address), out);
    ep_buf_add(out, "", 1);
}

void ep_new_list_breakpoints(struct ep_new_file *file, uint64_t address)
{
    struct ep_buf names = {0}, *out = &file->breakpoints;
    const struct ep_code_landing *landings = file->code->landings;
    size_t n = file->code->n_landings;

    for (size_t i = 0; i < n; i++)
        file->n_breakpoints += (uint64_t)is_needed(file, &landings[i]);
    for (size_t i = 0; i < n; i++) {
        const struct ep_code_landing *at = &landings[i];
        struct edgeprof_breakpoint breakpoint;

        if (!is_needed(file, at))
            continue;
        breakpoint.at = (int64_t)(at->address - address);
        breakpoint.to =
            (int64_t)(file->copies_at +
                      ep_copies_entry(file->code, at->address) - address);
        breakpoint.name = file->n_breakpoints * sizeof breakpoint + names.size;
        add_name(file, at->address, &names);
        ep_buf_add(out, &breakpoint, sizeof breakpoint);
    }
    if (names.size)
        ep_buf_add(out, names.data, names.size);
    while (out->size % 8 && !out->failed)
        ep_buf_add(out, "", 1);
    out->failed |= names.failed;
    ep_buf_release(&names);
}
