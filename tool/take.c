/* SPDX-License-Identifier: MIT */
#include "tool/take.h"

#include <limits.h>
#include <stdlib.h>

#include "tool/say.h"

static void *field(void *args, size_t offset)
{
    return (char *)args + offset;
}

/* STATUS of something taken, of which DIAG says more. */
static enum args_outcome done(int status, const struct ep_diag *diag)
{
    if (!status)
        return ARGS_RUN;
    say_error("%s", ep_words(diag, status));
    return ARGS_WRONG;
}

enum args_outcome take_flag(const char *value, size_t which, void *args)
{
    int *flag = field(args, which);

    (void)value;
    *flag = 1;
    return ARGS_RUN;
}

enum args_outcome take_word(const char *value, size_t which, void *args)
{
    const char **word = field(args, which);

    *word = value;
    return ARGS_RUN;
}

enum args_outcome take_text(const char *value, size_t which, void *args)
{
    struct texts *texts = field(args, which);
    const struct ep_diag none = {{0}};

    if (EP_GROW(texts->items, texts->n, texts->capacity))
        return done(EP_ENOMEM, &none);
    texts->items[texts->n++] = value;
    return ARGS_RUN;
}

enum args_outcome take_input(const char *value, size_t which, void *args)
{
    return add_input(field(args, which), value);
}

enum args_outcome take_binary(const char *value, size_t which, void *args)
{
    struct ep_diag diag = {{0}};

    return done(binaries_add(field(args, which), value, &diag), &diag);
}

enum args_outcome take_jobs(const char *value, size_t which, void *args)
{
    unsigned *jobs = field(args, which);
    char *end;
    unsigned long n = strtoul(value, &end, 10);

    *jobs = n < UINT_MAX ? (unsigned)n : UINT_MAX;
    if (value[0] >= '1' && value[0] <= '9' && *end == '\0')
        return ARGS_RUN;
    say_error("-j %s: not a whole number above 0", value);
    return ARGS_WRONG;
}

enum args_outcome add_input(struct inputs *inputs, const char *input)
{
    struct ep_diag diag = {{0}};
    size_t before = inputs->n;
    int status = inputs_add(inputs, input, &diag);

    if (!status && inputs->n == before)
        say_warning("%s: no profile in it", input);
    return done(status, &diag);
}

enum args_outcome add_inputs(struct inputs *inputs, char **words, int merged)
{
    enum args_outcome outcome = ARGS_RUN;
    struct ep_diag diag = {{0}};

    if (!*words)
        return done(inputs_add_default(inputs, merged, &diag), &diag);
    for (; *words && outcome == ARGS_RUN; words++)
        outcome = add_input(inputs, *words);
    return outcome;
}

enum args_outcome take_seconds(const char *value, size_t which, void *args)
{
    unsigned *seconds = (unsigned *)((char *)args + which);
    char *end;
    unsigned long n = strtoul(value, &end, 10);

    *seconds = (unsigned)n;
    if (value[0] >= '1' && value[0] <= '9' && n <= UINT_MAX &&
        (*end == '\0' || (end[0] == 's' && end[1] == '\0')))
        return ARGS_RUN;
    say_error("%s: not a whole number of seconds above 0", value);
    return ARGS_WRONG;
}
