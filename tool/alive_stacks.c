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

enum { RAX = 0, RSP = 7, RIP = 16 }; /* as DWARF numbers them */

/* A thread as it is unwound. */
struct thread {
    const struct ep_stack *stack;
    Dwarf_Word registers[EDGEPROF_REGISTERS];
};

struct threads {
    const struct ep_stacks *stacks;
    struct thread *items;
    size_t n;
};

static pid_t next_thread(Dwfl *dwfl, void *context, void **at)
{
    const struct threads *threads = context;
    struct thread *next = *at ? (struct thread *)*at + 1 : threads->items;

    (void)dwfl;
    if (next == threads->items + threads->n)
        return 0;
    *at = next;
    return next->stack->thread ? (pid_t)next->stack->thread : -1;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *out,
                        void *context)
{
    const struct threads *threads = context;
    const struct ep_stacks *stacks = threads->stacks;

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
    const struct thread *own = at;

    return dwfl_thread_state_registers(thread, 0, EDGEPROF_REGISTERS,
                                       own->registers);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
    .next_thread = next_thread,
    .memory_read = read_memory,
    .set_initial_registers = set_registers};

/* ---- in clone ------------------------------------------------------------- */

/* Whether unwind tables have ADDRESS of MODULE. */
static int is_in_tables(Dwfl_Module *module, Dwarf_Addr address)
{
    Dwarf_CFI *(*const tables[])(Dwfl_Module *, Dwarf_Addr *) = {
        dwfl_module_eh_cfi, dwfl_module_dwarf_cfi};
    int found = 0;

    for (size_t i = 0; i < sizeof tables / sizeof *tables && !found; i++) {
        Dwarf_Addr bias = 0;
        Dwarf_CFI *table = tables[i](module, &bias);
        Dwarf_Frame *frame = NULL;

        found =
            table && dwarf_cfi_addrframe(table, address - bias, &frame) == 0;
        free(frame);
    }
    return found;
}

/* Whether ADDRESS is behind the system call by which the C library makes a thread:
 * its tables end there, since the new thread has another stack.  The old one's has the
 * return address on top. */
static int is_in_clone(Dwfl *dwfl, Dwarf_Addr address)
{
    static const uint8_t clone[] = {0xb8, 0x38, 0, 0, 0, 0x0f, 0x05};
    static const uint8_t clone3[] = {0xb8, 0xb3, 1, 0, 0, 0x0f, 0x05};
    Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
    Dwarf_Addr at = address, bias;
    Elf_Scn *section;
    Elf_Data *code;
    const uint8_t *before;

    if (!module || is_in_tables(module, address))
        return 0;
    section = dwfl_module_address_section(module, &at, &bias);
    code = section ? elf_rawdata(section, NULL) : NULL;
    if (!code || !code->d_buf || at < sizeof clone || at > code->d_size)
        return 0;
    before = (const uint8_t *)code->d_buf + at - sizeof clone;
    return memcmp(before, clone, sizeof clone) == 0 ||
           memcmp(before, clone3, sizeof clone3) == 0;
}

/* Begin THREAD where its first frame is that can be unwound.  Whether it has any: a new
 * thread has none yet. */
static int place(Dwfl *dwfl, struct threads *threads, struct thread *thread)
{
    Dwarf_Word *registers = thread->registers;
    Dwarf_Word caller;

    if (!is_in_clone(dwfl, registers[RIP]))
        return 1;
    if (registers[RAX] == 0)
        return 0;
    if (read_memory(dwfl, registers[RSP], &caller, threads)) {
        registers[RIP] = caller;
        registers[RSP] += sizeof caller;
    }
    return 1;
}

/* All threads of STACKS into OUT.  EP_OK or EP_ENOMEM. */
static int place_all(Dwfl *dwfl, const struct ep_stacks *stacks,
                     struct threads *out)
{
    *out = (struct threads){.stacks = stacks};
    out->items = ep_mem_zeroed(stacks->n + 1, sizeof *out->items);
    if (!out->items)
        return EP_ENOMEM;
    for (size_t i = 0; i < stacks->n; i++) {
        struct thread *next = &out->items[out->n];

        next->stack = &stacks->items[i];
        for (unsigned j = 0; j < EDGEPROF_REGISTERS; j++)
            next->registers[j] = stacks->items[i].registers[j];
        out->n += (size_t)place(dwfl, out, next);
    }
    return EP_OK;
}

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
    struct threads threads;
    int status;

    if (!report_files(dwfl, stacks) || !has_modules(dwfl, counts))
        return EP_OK;
    status = place_all(dwfl, stacks, &threads);
    if (!status && dwfl_attach_state(dwfl, NULL, (pid_t)counts->pid,
                                     &thread_callbacks, &threads)) {
        core->whole = stacks->n == stacks->n_threads;
        status = threads.n ? alive_walk(dwfl, core) : EP_OK;
    }
    ep_mem_free(threads.items);
    return status;
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
