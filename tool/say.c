/* SPDX-License-Identifier: MIT */
#include "tool/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"

/* ---- progress ------------------------------------------------------------ */

#define FIRST_MS   1000
#define BETWEEN_MS 100

static int on_terminal; /* 1: yes; -1: no; 0: not known yet */
static int is_shown;
static long long next_ms; /* when the line may be written; 0: no work */

static int has_terminal(void)
{
    if (on_terminal == 0) {
        const char *term = getenv("TERM");
        on_terminal =
            isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0 ? 1 : -1;
    }
    return on_terminal > 0;
}

static long long now_ms(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now))
        return 0;
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress(const char *what, size_t done, size_t total)
{
    long long now;

    if (!has_terminal())
        return;
    now = now_ms();
    if (next_ms == 0)
        next_ms = now + FIRST_MS;
    if (now < next_ms)
        return;
    next_ms = now + BETWEEN_MS;
    is_shown = 1;
    (void)fprintf(stderr, "\r%s: %s: %zu of %zu\033[K", tool_name, what, done,
                  total);
}

static void hide_progress(void)
{
    if (is_shown)
        (void)fputs("\r\033[K", stderr);
    is_shown = 0;
}

void progress_end(void)
{
    hide_progress();
    next_ms = 0;
}

/* ---- messages ------------------------------------------------------------ */

/* What a name, a path or a label holds is not for the terminal to obey. */
static void print_plain(const char *text)
{
    struct ep_buf plain = {0};

    ep_buf_plain(&plain, text);
    (void)fputs(plain.failed ? "out of memory" : plain.data, stderr);
    ep_buf_release(&plain);
}

__attribute__((format(printf, 2, 0))) static void
say(const char *kind, const char *format, va_list args)
{
    char piece[512];
    char *text = piece;
    va_list again;
    int size;

    va_copy(again, args);
    size = vsnprintf(piece, sizeof piece, format, args);
    if (size >= (int)sizeof piece &&
        (text = ep_mem_zeroed((size_t)size + 1, 1)) != NULL)
        (void)vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    hide_progress();
    (void)fprintf(stderr, "%s: %s", tool_name, kind);
    print_plain(text ? text : piece);
    (void)fputc('\n', stderr);
    if (text != piece)
        ep_mem_free(text);
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
