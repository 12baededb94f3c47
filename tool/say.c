/* SPDX-License-Identifier: MIT */
#include "tool/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "tool/progress.h"

__attribute__((format(printf, 2, 0))) static void
say(const char *kind, const char *format, va_list args)
{
    progress_hide();
    (void)fprintf(stderr, "%s: %s", tool_name, kind);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
}

void say_error(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("error: ", format, args);
    va_end(args);
}

void say_warning(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("warning: ", format, args);
    va_end(args);
}

void say_note(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("", format, args);
    va_end(args);
}
