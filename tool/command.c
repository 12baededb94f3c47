/* SPDX-License-Identifier: MIT */
#include "tool/command.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/say.h"

static enum args_outcome done(int status, const struct ep_diag *diag)
{
    if (!status)
        return ARGS_RUN;
    say_error("%s", diag->text[0] ? diag->text : "out of memory");
    return ARGS_WRONG;
}

enum args_outcome take_text(struct texts *texts, const char *text)
{
    const struct ep_diag none = {{0}};

    if (EP_GROW(texts->items, texts->n, texts->capacity))
        return done(EP_ENOMEM, &none);
    texts->items[texts->n++] = text;
    return ARGS_RUN;
}

enum args_outcome take_input(struct ep_inputs *inputs, const char *text)
{
    struct ep_diag diag = {{0}};
    size_t before = inputs->n;
    int status = ep_inputs_add(inputs, text, &diag);

    if (!status && inputs->n == before)
        say_warning("%s: no profile in it", text);
    return done(status, &diag);
}

enum args_outcome take_binary(struct ep_binaries *binaries, const char *path)
{
    struct ep_diag diag = {{0}};

    return done(ep_binaries_add(binaries, path, &diag), &diag);
}

enum args_outcome take_jobs(const char *text, unsigned *out)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *out = n < UINT_MAX ? (unsigned)n : UINT_MAX;
    if (text[0] >= '1' && text[0] <= '9' && *end == '\0')
        return ARGS_RUN;
    say_error("-j %s: not a whole number above 0", text);
    return ARGS_WRONG;
}

enum args_outcome take_inputs(struct ep_inputs *inputs, char **argv, int merged)
{
    enum args_outcome outcome = ARGS_RUN;
    struct ep_diag diag = {{0}};

    if (!*argv)
        return done(ep_inputs_add_default(inputs, merged, &diag), &diag);
    for (; *argv && outcome == ARGS_RUN; argv++)
        outcome = take_input(inputs, *argv);
    return outcome;
}

enum args_outcome print_text(const char *text)
{
    return fputs(text, stdout) < 0 ? ARGS_WRONG : ARGS_DONE;
}

enum args_outcome refuse_option(int option, const char *word)
{
    say_error("%s: %s; try %s --help", word,
              option == ':' ? "value missing" : "no such option", tool_name);
    return ARGS_WRONG;
}

/* A closed pipe is an error of writing like any other. */
void begin_command(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
}

/* A report on a full disk must not look whole.  Who closes the pipe, as head(1)
 * does, has seen enough and needs no message. */
int end_command(int result)
{
    int failed = fflush(stdout);

    if (!failed && !ferror(stdout))
        return result;
    if (errno != EPIPE)
        say_error("standard output: %s", strerror(errno ? errno : EIO));
    return EXIT_TROUBLE;
}
