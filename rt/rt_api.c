/* SPDX-License-Identifier: MIT
 *
 * rt_api.c - what edgeprof.h calls, and the snapshot on a signal.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

/* With a raw file the counts are the kernel's, but for those made in the
 * sections; without one, or without regions, a run file is written now. */
static int dump(void)
{
    uint64_t mask;
    int error = 0;
    rt_lock(&mask);
    bool mapped = rt.file.present && rt.regions;
    for (struct rt_module *m = rt.modules; m && mapped; m = m->next)
        if (rt.sections && rt_section_there(m, false))
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

static void clear(uint64_t *counts, size_t n)
{
    for (size_t i = 0; counts && i < n; i++)
        if (counts[i])
            __atomic_store_n(counts + i, 0, __ATOMIC_RELAXED);
}

static int reset(void)
{
    uint64_t mask;
    rt_lock(&mask);
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        for (struct rt_region *r = rt.regions; r; r = r->next)
            clear(rt_region_counts(r, m), m->raw.n_counters);
        if (rt_section_there(m, false))
            clear(m->start, m->raw.n_counters);
    }
    for (struct rt_parked *p = rt.parked; p; p = p->next)
        clear(p->counts, p->module->raw.n_counters);
    rt_unlock(&mask);
    return 0;
}

static int snapshot(const char *path)
{
    return rt_write_run(path, false);
}

static int set_label(const char *text)
{
    char *label = rt.file.head->label;
    if (rt.file.head->kind == EDGEPROF_KIND_RUN)
        return 0; /* too late: the run's last word is written */
    size_t length = strnlen(text, EDGEPROF_LABEL_MAX - 1);
    memset(label + length, 0, EDGEPROF_LABEL_MAX - length);
    memcpy(label, text, length);
    return 0;
}

const struct edgeprof_api rt_api = {dump, reset, snapshot, set_label};

/* ---- the signal -----------------------------------------------------------
 */

/* Beside the run's file as snap.N.NAME: a name that prof.out.* leaves out, or
 * the run would be counted twice. */
static void on_signal(int number)
{
    static _Atomic unsigned n;
    char path[RT_PATH_SIZE];
    const char *slash = strrchr(rt.file.path, '/');
    (void)number;
    if (!slash || strlen(rt.file.path) + 32 > sizeof path)
        return;
    size_t directory = (size_t)(slash - rt.file.path) + 1;
    memcpy(path, rt.file.path, directory);
    memcpy(path + directory, "snap.", sizeof "snap.");
    char *at = rt_decimal(path + directory + 5, ++n);
    *at++ = '.';
    memcpy(at, slash + 1, strlen(slash + 1) + 1);
    int error = rt_write_run(path, false);
    rt_log(error ? "cannot write" : "wrote", path, error);
}

void rt_api_init(void)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    int number = rt_env_signal();
    if (!number)
        return;
    action.sa_handler = on_signal;
    sigfillset(&action.sa_mask);
    if (sigaction(number, &action, NULL))
        rt_log("cannot catch", "EDGEPROF_SIGNAL", errno);
}
