/* SPDX-License-Identifier: MIT
 *
 * alive_stacks.c - the frames on the stacks that a raw file has.
 *
 * The mappings say which file was where; the files are those of these names now, and
 * must be the ones that the run counted in.
 */
#include "tool/alive_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pid_t next_thread(Dwfl *dwfl, void *context, void **at)
{
    const struct ep_stacks *stacks = context;
    const struct ep_stack *next =
        *at ? (const struct ep_stack *)*at + 1 : stacks->items;

    (void)dwfl;
    if (next == stacks->items + stacks->n)
        return 0;
    *at = (void *)next;
    return next->thread ? (pid_t)next->thread : -1;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *out,
                        void *context)
{
    const struct ep_stacks *stacks = context;

    (void)dwfl;
    for (size_t i = 0; i < stacks->n; i++) {
        const struct ep_stack *stack = &stacks->items[i];
        uint64_t at = address - stack->address;

        if (address >= stack->address && at < stack->bytes.size &&
            stack->bytes.size - at >= sizeof *out) {
            memcpy(out, stack->bytes.data + at, sizeof *out);
            return true;
        }
    }
    return false;
}

static bool set_registers(Dwfl_Thread *thread, void *at)
{
    const struct ep_stack *stack = at;
    Dwarf_Word registers[EDGEPROF_REGISTERS];

    for (unsigned i = 0; i < EDGEPROF_REGISTERS; i++)
        registers[i] = stack->registers[i];
    return dwfl_thread_state_registers(thread, 0, EDGEPROF_REGISTERS,
                                       registers);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
    .next_thread = next_thread,
    .memory_read = read_memory,
    .set_initial_registers = set_registers};

/* ---- the files ----------------------------------------------------------- */

static int report_files(Dwfl *dwfl, const struct ep_stacks *stacks)
{
    FILE *maps = fmemopen(stacks->maps.data, stacks->maps.size, "r");
    int done = maps && dwfl_linux_proc_maps_report(dwfl, maps) == 0;

    if (maps)
        (void)fclose(maps);
    return dwfl_report_end(dwfl, NULL, NULL) == 0 && done;
}

struct wanted {
    const struct ep_module *module;
    int found;
};

static int is_wanted(Dwfl_Module *module, void **unused, const char *name,
                     Dwarf_Addr start, void *context)
{
    struct wanted *wanted = context;
    GElf_Addr bias;

    (void)unused, (void)name, (void)start;
    /* Of the file; else it has none yet. */
    if (dwfl_module_getelf(module, &bias)) {
        struct ep_module id = alive_id(module);

        wanted->found = ep_module_same(wanted->module, &id);
    }
    return wanted->found ? DWARF_CB_ABORT : DWARF_CB_OK;
}

/* Whether the modules of COUNTS are the files that are there now. */
static int has_modules(Dwfl *dwfl, const struct ep_counts *counts)
{
    int all = 1;

    for (size_t i = 0; all && i < counts->n_modules; i++) {
        struct wanted wanted = {&counts->modules[i], 0};

        (void)dwfl_getmodules(dwfl, is_wanted, &wanted, 0);
        all = wanted.found;
    }
    return all;
}

static int walk(Dwfl *dwfl, const struct ep_counts *counts, struct core *core)
{
    const struct ep_stacks *stacks = &counts->stacks;

    if (!report_files(dwfl, stacks) || !has_modules(dwfl, counts) ||
        !dwfl_attach_state(dwfl, NULL, (pid_t)counts->pid, &thread_callbacks,
                           (void *)stacks))
        return EP_OK;
    core->whole = stacks->n == stacks->n_threads;
    return alive_walk(dwfl, core);
}

int alive_read_stacks(const struct ep_counts *counts, struct core *core)
{
    static char *no_path;
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_linux_proc_find_elf,
        .find_debuginfo = dwfl_build_id_find_debuginfo,
        .debuginfo_path = &no_path};
    Dwfl *dwfl;
    int status;

    /* A process that was not ended by its first death, which a debugger kept from
     * it, counted on; what its stacks were says nothing. */
    if (counts->stacks.n_maps != 1 || counts->stacks.maps.size == 0 ||
        counts->pid == 0 || counts->pid > INT32_MAX)
        return EP_OK;
    (void)elf_version(EV_CURRENT);
    dwfl = dwfl_begin(&callbacks);
    if (!dwfl)
        return EP_ENOMEM;
    status = walk(dwfl, counts, core);
    dwfl_end(dwfl);
    return status;
}
