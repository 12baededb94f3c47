/* SPDX-License-Identifier: MIT
 *
 * code_early.c - what runs while the file is loaded.
 *
 * The loader calls the resolvers of indirect functions (STT_GNU_IFUNC) when it
 * relocates the file, which has no counters of the thread's own before its first
 * constructor.  In a program that opens it later the thread's delta is set by then,
 * and would lead nowhere.  So resolvers, and all that they call, are left alone.
 * A static program calls its own ones, when it has started.
 */
#include "code/code_private.h"

/* Whether that is new. */
static int leave(struct ep_code_function *function)
{
    if (!function || function->early)
        return 0;
    function->early = 1;
    return 1;
}

static int leave_called(struct ep_code *code,
                        const struct ep_code_function *function)
{
    int any = 0;

    for (size_t k = 0; k < function->n_insns; k++)
        if (function->insns[k].kind != EP_INSN_PLAIN && !function->insns[k].rip)
            any |= leave(ep_code_at(code, function->insns[k].target));
    return any;
}

void ep_code_leave_early(struct ep_code *code)
{
    int changed = !code->is_static;

    while (changed) {
        changed = 0;
        for (size_t i = 0; i < code->n_functions; i++) {
            struct ep_code_function *function = &code->functions[i];

            if (!function->early)
                continue;
            changed |= leave_called(code, function);
            ep_code_leave(function, "it runs while the file is loaded");
        }
    }
}
