/* SPDX-License-Identifier: MIT */
#include "colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_wanted(void)
{
    static int known; /* 1: yes; -1: no */

    if (!known) {
        const char *no = getenv("NO_COLOR");
        const char *term = getenv("TERM");

        known = isatty(STDOUT_FILENO) && !(no && *no) && term &&
                        strcmp(term, "dumb") != 0
                    ? 1
                    : -1;
    }
    return known > 0;
}

const char *colour(int is_good)
{
    if (!is_wanted())
        return "";
    return is_good ? "\033[32m" : "\033[31m";
}

const char *colour_end(void)
{
    return is_wanted() ? "\033[0m" : "";
}
