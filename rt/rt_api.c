/* SPDX-License-Identifier: MIT
 *
 * rt_api.c - what the program calls: edgeprof.h's functions, and the
 * constructors and destructors of modules.
 */
#include "rt.h"
#include "rt_part.h"

#include <errno.h>
#include <string.h>

/* With a raw file the counts are the kernel's, but for those made in the
 * sections; without one, or without regions, a run file is written now. */
static int dump(void)
{
    uint64_t mask;
    int error = 0;
    rt_fork_check();
    rt_lock(&mask);
    bool mapped = rt.file.present && rt.regions;
    for (struct rt_module *m = rt.modules; m && mapped; m = m->next)
        if (rt.in_sections && rt_section_there(m, false))
            rt_region_carry(m, false);
    if (!mapped) {
        error = -rt_file_claim();
        if (!error)
            error = rt_write_run(rt.file.path, false);
        rt.file.present = false; /* its raw file, if any, is replaced */
    }
    rt_unlock(&mask);
    return error;
}

static int reset(void)
{
    uint64_t mask;
    rt_fork_check();
    rt_lock(&mask);
    rt_reset();
    rt_unlock(&mask);
    return 0;
}

static int snapshot(const char *path)
{
    rt_fork_check();
    return rt_write_run(path, false);
}

static int set_label(const char *text)
{
    rt_fork_check();
    rt_file_set_label(text);
    return 0;
}

/* EDGEPROF_TESTS=off: the process is one test, of the run's label. */
static bool has_parts(void)
{
    static _Atomic int known; /* 1: it has, 2: it has not */
    if (!known) {
        const char *value = rt_env("EDGEPROF_TESTS");
        known = value && strcmp(value, "off") == 0 ? 2 : 1;
    }
    return known == 1;
}

static int begin_label(const char *text)
{
    uint64_t mask;
    if (!has_parts())
        return 0;
    int saved = errno;
    rt_fork_check();
    rt_lock(&mask);
    int error = rt_part_begin(text);
    rt_unlock(&mask);
    errno = saved;
    return error;
}

static int end_label(void)
{
    uint64_t mask;
    int saved = errno;
    rt_fork_check();
    rt_lock(&mask);
    int error = rt_part_end();
    rt_unlock(&mask);
    errno = saved;
    return error;
}

static const struct edgeprof_api api = {dump,      reset,       snapshot,
                                        set_label, begin_label, end_label};

/* ---- what modules call ----------------------------------------------------
 */

__attribute__((visibility("default"))) void
__edgeprof_register(struct edgeprof_module *module)
{
    int saved = errno;
    if (module->version == EDGEPROF_MODULE_VERSION) {
        rt_register(module);
        if (module->api && rt.mode == RT_ON)
            *module->api = &api;
    }
    errno = saved;
}

__attribute__((visibility("default"))) void
__edgeprof_unregister(struct edgeprof_module *module)
{
    int saved = errno;
    rt_unregister(module);
    errno = saved;
}
