/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

int ep_fail(struct ep_diag *diag, int status, const char *format, ...)
{
    va_list args;

    if (!diag || diag->text[0])
        return status;
    va_start(args, format);
    (void)vsnprintf(diag->text, sizeof diag->text, format, args);
    va_end(args);
    return status;
}

const char *ep_words(const struct ep_diag *diag, int status)
{
    if (diag && diag->text[0])
        return diag->text;
    return status == EP_ENOMEM ? "out of memory" : "internal error";
}
