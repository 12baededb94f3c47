/* SPDX-License-Identifier: MIT */
#include "run_proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int proc_read(pid_t pid, const char *name, struct ep_buf *out)
{
    char path[64], piece[4096];
    int fd;
    ssize_t n = 0;

    (void)snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && (n = read(fd, piece, sizeof piece)) > 0)
        ep_buf_add(out, piece, (size_t)n);
    if (fd >= 0)
        (void)close(fd);
    ep_buf_add(out, "", 1);
    return fd < 0 || n < 0 || out->failed ? -1 : 0;
}

/* The last number on the line KEY of STATUS: in the inmost name space; -1: none. */
static pid_t last_number(const char *status, const char *key)
{
    const char *at = strstr(status, key);
    long number = -1;

    for (at = at ? at + strlen(key) : ""; *at == '\t' || *at == ' ';) {
        char *end;

        number = strtol(at, &end, 10);
        if (end == at)
            break;
        at = end;
    }
    return (pid_t)number;
}

int proc_read_status(pid_t pid, struct proc_status *out)
{
    static const char state[] = "\nState:\t";
    struct ep_buf status = {0};
    int failed = proc_read(pid, "status", &status);
    const char *at = failed ? NULL : strstr(status.data, state);

    if (at)
        *out = (struct proc_status){
            .state = at[sizeof state - 1],
            .process = last_number(status.data, "\nTgid:"),
            .parent = last_number(status.data, "\nPPid:"),
            .tracer = last_number(status.data, "\nTracerPid:"),
            .own = last_number(status.data, "\nNStgid:")};
    ep_buf_release(&status);
    return at ? 0 : -1;
}
