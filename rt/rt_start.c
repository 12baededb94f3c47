/* SPDX-License-Identifier: MIT
 *
 * rt_start.c - the runtime's start and exit.
 *
 * The first module that registers starts the runtime.  The clean exit is last
 * of all: our destructor, which runs among those of the libraries, registers
 * the writer with the C library, which then calls it when all are done.  Where
 * it does not (musl), the last counted module that goes does.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_break.h"
#include "rt_crash.h"
#include "rt_divert.h"
#include "rt_part.h"
#include "rt_pool.h"
#include "rt_time.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- exit -----------------------------------------------------------------
 */

/* The raw file stays: all counts into it. */
static void gather_raw(void)
{
    uint64_t mask;
    rt_lock(&mask);
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt.in_sections && rt_section_there(m, true))
            rt_region_carry(m, false);
    if (rt_region_gather() && !rt.parked)
        rt.file.head->flags = rt_run_flags(true) & ~(uint32_t)EDGEPROF_RUN_CUT;
    rt_unlock(&mask);
}

static void end_part(void)
{
    uint64_t mask, since;
    if (!rt_part_open(&since))
        return;
    rt_lock(&mask);
    (void)rt_part_end();
    rt_unlock(&mask);
}

/* To the pool, or else to a file of its own. */
static void write_run(void)
{
    if (rt_pool_wanted() && !rt_write_run(NULL, true)) {
        rt_log("added to", rt_pool_path(), 0);
        return;
    }
    int error = -rt_file_claim();
    if (!error)
        error = rt_write_run(rt.file.path, true);
    if (error && rt.file.present)
        gather_raw();
    else if (error && rt.file.claimed)
        os_unlink(rt.file.path);
    rt_log(error ? "cannot write" : "wrote", rt.file.path, error);
}

static void write_final(void)
{
    static int done_by;
    uint64_t mask;
    rt_fork_check();
    if (rt.mode != RT_ON || done_by == rt.pid)
        return;
    if (os_pid() != rt.pid) { /* born by a raw clone: the file is not ours */
        rt_flag_raw(EDGEPROF_RUN_CLONE);
        return;
    }
    done_by = rt.pid;
    end_part();
    rt_time_end();
    rt_break_end();
    os_block_signals(&mask);
    rt_signals_exit(&mask);
    write_run();
    os_restore_signals(&mask);
}

static void write_at_exit(void *unused)
{
    (void)unused;
    write_final();
}

/* Our destructor has run, and nothing will call us but those of modules. */
static bool modules_end;

static void write_when_modules_ended(void)
{
    struct rt_module *m = rt.modules;
    while (m && !rt_module_registered(m))
        m = m->next;
    if (modules_end && !m)
        write_final();
}

/* Handlers of a C library that is not the program's are never called. */
__attribute__((destructor)) static void at_end(void)
{
    if (rt.mode != RT_ON)
        return;
    if (libc_own_namespace()) {
        write_final();
    } else if (!libc_at_end(write_at_exit)) {
        modules_end = true;
        write_when_modules_ended();
    }
}

/* ---- start ----------------------------------------------------------------
 */

/* What GS points to belongs to someone else, and so would our counts. */
_Noreturn static void stop_foreign(void)
{
    static const char text[] =
        "edgeprof: error: something else in this program uses the GS base; "
        "compile with threads=shared\n";
    os_append(2, text, sizeof text - 1);
    os_stop(1);
}

static void start(struct rt_module *first, bool first_is_main)
{
    rt.pid = os_pid();
    rt.started = os_clock();
    rt.made_thread = rt.sees_threads = rt.all_atomic =
        libc_own_namespace() || (!libc_one_thread() && os_threads() != 1);
    rt.by_delta = rt.by_delta && !rt.all_atomic;
    rt.in_sections = !rt.by_delta;
    first->next = rt.modules; /* pending ones */
    rt.modules = first;
    rt_env_read_pattern(first_is_main ? &first->raw : NULL);
    int fd = rt_file_create();
    struct rt_region *region = NULL;
    if (rt.by_delta) {
        rt_region_space(rt_elf_top());
        region = rt_region_new(fd);
        rt.by_delta = region != NULL;
        if (!region)
            rt_use_sections();
    }
    const char *label = rt_env("EDGEPROF_LABEL");
    if (label)
        rt_file_set_label(label);
    rt_file_publish();
    rt_file_close(fd);
    rt_threads_init(region);
    if (region)
        rt_region_carry(first, true);
    rt_fork_init();
    libc_at_quick_exit(write_final);
    rt_snapshot_init();
    rt.mode = RT_ON;
}

/* ---- modules --------------------------------------------------------------
 */

static void add_flags(struct rt_module *module,
                      const struct edgeprof_module *descriptor)
{
    rt_module_add_flags(module, descriptor);
    if (descriptor->flags & EDGEPROF_MODULE_FRAMES)
        rt_crash_init();
}

static void add(const struct edgeprof_module *descriptor,
                const struct edgeprof_raw_module *raw, bool is_main)
{
    struct rt_module *module = rt_module_find(descriptor);
    if (!module || !rt_module_is_back(module, raw)) {
        module = rt_module_new(descriptor, raw);
        if (!module)
            return;
        if (rt.mode == RT_UNSTARTED)
            start(module, is_main);
        else
            rt_module_add(module);
    }
    add_flags(module, descriptor);
}

/* Whether this descriptor says nothing new of a module. */
static bool known(const struct edgeprof_module *descriptor)
{
    struct rt_module *module = rt_module_find(descriptor);
    if (!module || !rt_module_registered(module))
        return false;
    add_flags(module, descriptor);
    return true;
}

/* The first call decides whether we run at all. */
static bool enabled(const struct edgeprof_module *descriptor)
{
    static bool foreign;
    if (rt.mode == RT_UNSTARTED) {
        rt.by_delta = arch_delta_available() && !libc_own_namespace();
        foreign = rt.by_delta && arch_delta();
        rt.by_delta = rt.by_delta && !foreign;
        if (rt_env_off())
            rt.mode = RT_OFF;
    }
    if (foreign && descriptor->flags & EDGEPROF_MODULE_PRIVATE)
        stop_foreign();
    return rt.mode != RT_OFF;
}

void rt_register(const struct edgeprof_module *descriptor)
{
    struct edgeprof_raw_module raw = {0};
    bool is_main = false;
    uint64_t mask;
    if (!descriptor->start || descriptor->start >= descriptor->stop)
        return;
    rt_fork_check();
    rt_lock(&mask);
    bool done = !enabled(descriptor) || known(descriptor);
    rt_unlock(&mask);
    if (done)
        return;
    rt_elf_identify(descriptor, &raw, &is_main);
    rt_break_begin(descriptor);
    /* Before regions are made or grow: they shall fit all. */
    rt_divert_definition();
    rt_module_scan(descriptor->start, rt_divert);
    rt_lock(&mask);
    rt_env_name_pool_after(&raw, is_main);
    bool is_first = rt.mode == RT_UNSTARTED;
    add(descriptor, &raw, is_main);
    rt_unlock(&mask);
    rt_break_add(descriptor);
    if (is_first && rt.mode == RT_ON && rt.by_delta)
        rt_time_start(rt_region_here());
}

/* The module may be unloaded or the process exit: who calls does not say.  So
 * its mirrors stay, but its section is emptied now. */
void rt_unregister(const struct edgeprof_module *descriptor)
{
    unsigned long long unloads = rt_elf_unloads();
    uint64_t mask;
    rt_fork_check();
    rt_lock(&mask);
    struct rt_module *module = rt.mode == RT_ON && descriptor->start
                                   ? rt_module_find(descriptor)
                                   : NULL;
    if (module && rt_module_registered(module))
        rt_module_gone(module, unloads);
    rt_unlock(&mask);
    write_when_modules_ended();
}
