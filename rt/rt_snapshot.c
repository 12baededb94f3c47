/* SPDX-License-Identifier: MIT
 *
 * rt_snapshot.c - a run file of the counts so far, on EDGEPROF_SIGNAL.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

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

void rt_snapshot_init(void)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    int number = rt_env_signal();
    int error = number < 0 ? EINVAL : 0;
    if (!number)
        return;
    action.sa_handler = on_signal;
    sigfillset(&action.sa_mask);
    if (!error && sigaction(number, &action, NULL))
        error = errno;
    if (error)
        rt_log("cannot catch", "EDGEPROF_SIGNAL", error);
}
