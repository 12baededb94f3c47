/* SPDX-License-Identifier: MIT
 *
 * unit_sample.h - a unit and functions for it, for the unit tests.
 */
#ifndef EP_UNIT_SAMPLE_H
#define EP_UNIT_SAMPLE_H

#include "emit/emit.h"
#include "notes_sample.h"

/* Initialise and release them in main. */
static struct ep_options options;

static inline struct ep_unit *new_unit(const char *unique)
{
    struct ep_unit_note note = {.producer = "GCC 12", .source = "prog.c"};

    return ep_unit_new(&options, &note, unique, "/lib/rt.so");
}

/* Add a function of the sample's shape under NAME, which has two marks; its
 * index in OUT. */
static inline int add_function(struct ep_unit *unit, const char *name,
                               unsigned flags, uint32_t *out)
{
    struct ep_function function = {0};
    int status = sample_function(&function);

    ep_mem_free(function.mark);
    function.mark = NULL;
    function.n_marks = 0;
    function.flags = flags;
    ep_mem_free(function.name);
    function.name = ep_mem_dup(name, strlen(name));
    if (!status && !function.name)
        status = EP_ENOMEM;
    if (!status)
        status = ep_unit_add(unit, &function, NULL, out);
    if (status)
        ep_function_release(&function);
    return status;
}

#endif
