/* SPDX-License-Identifier: MIT */
#include "colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int chosen; /* 1: yes; -1: no; 0: not known yet */

static int is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value;
}

/* As the environment and standard output have it. */
static int is_usual(void)
{
    const char *force = getenv("CLICOLOR_FORCE");
    const char *term = getenv("TERM");

    if (is_set("NO_COLOR"))
        return 0;
    if (force && *force && strcmp(force, "0") != 0)
        return 1;
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

int colour_choose(const char *when)
{
    if (strcmp(when, "always") == 0)
        chosen = 1;
    else if (strcmp(when, "never") == 0)
        chosen = -1;
    else if (strcmp(when, "auto") == 0)
        chosen = 0;
    else
        return -1;
    return 0;
}

static int is_wanted(void)
{
    if (!chosen)
        chosen = is_usual() ? 1 : -1;
    return chosen > 0;
}

const char *colour(enum tally_level level)
{
    static const char *const begins[] = {[LEVEL_LOW] = "\033[31m",
                                         [LEVEL_MEDIUM] = "\033[33m",
                                         [LEVEL_HIGH] = "\033[32m"};

    return is_wanted() ? begins[level] : "";
}

const char *colour_end(void)
{
    return is_wanted() ? "\033[0m" : "";
}
