/* SPDX-License-Identifier: MIT
 *
 * run_child.h - the command: started, waited for, sent the signals that are meant
 * for it.
 *
 * MODEL The command finds all as it would without us: signals, their mask, standard
 *       streams, process group.  What a terminal sends goes to it and to us; what
 *       comes from a process is passed on.
 *       Processes that lose their parent become our children, and not those of the
 *       system's first process: so we know whether there are any.
 */
#ifndef PROF_RUN_CHILD_H
#define PROF_RUN_CHILD_H

#include "base/error.h"

#include <signal.h>
#include <sys/types.h>

/* How a signal was handled before we came. */
struct dispositions {
    struct sigaction pipe, child, io;
    sigset_t mask;
};

/* To be called before anything else changes them. */
void dispositions_read(struct dispositions *out);

struct child {
    pid_t pid;
    int status; /* of waitpid(2), once it has ended */
};

/* A change of the environment; a VALUE NULL: it is taken out. */
struct setting {
    const char *name;
    const char *value;
};

struct command {
    const char *file; /* looked for in PATH, of the new environment */
    char **words;     /* its name and arguments, NULL after the last */
    const struct setting *settings;
    size_t n_settings;
    int is_followed; /* bool: it lets anyone trace it until it begins */
    void (*prepare)(void *context, pid_t pid); /* it waits for that; or NULL */
    void *context;
};

/* Start COMMAND.  0; or an exit status after a message. */
int child_start(const struct command *command,
                const struct dispositions *before, struct child *out);

/* Wait until it has ended, and call STEP each so many milliseconds. */
typedef void step_fn(void *context);
void child_wait(struct child *child, int each, step_fn *step, void *context);

/* Whether it has left any process behind. */
int child_has_left_others(void);

/* Whether one of these, or of theirs, is at work now, or about to be: it sleeps not. */
int child_others_are_busy(void);

/* Wait for SOME milliseconds.  Whether one of the signals came that are passed on. */
int child_pause(int some);

/* End as a process does that NUMBER killed, without a core. */
_Noreturn void child_die(int number);

#endif
