/* SPDX-License-Identifier: MIT */
#include "merge_args.h"

#include <errno.h>
#include <stdlib.h>

#include "tool/say.h"

/* Whole numbers only: a rounded count is no count. */
static enum args_outcome take_scale(const char *text, size_t which, void *args)
{
    uint64_t *scale = &((struct args *)args)->scale;
    char *end;

    (void)which;
    errno = 0;
    *scale = strtoull(text, &end, 10);
    if (text[0] >= '1' && text[0] <= '9' && *end == '\0' && !errno)
        return ARGS_RUN;
    say_error("--scale %s: not a whole number above 0", text);
    return ARGS_WRONG;
}

static const struct tool_option options[] = {
    {"output", 'o', "OUT", "write the sum to OUT (-: standard output)",
     take_word, offsetof(struct args, output)},
    {"strict", 0, NULL, "stop at an input that cannot be used", take_flag,
     offsetof(struct args, strict)},
    {"binary", 0, "PATH",
     "a binary, or a directory of them, that ran; repeatable", take_binary,
     offsetof(struct args, binaries)},
    {"core", 0, "CORE", "the core file of one of the processes; repeatable",
     take_text, offsetof(struct args, cores)},
    {"image", 0, "FILE",
     "what a program without a runtime left: a console's log, memory; "
     "repeatable",
     take_input, offsetof(struct args, images)},
    {"no-notes", 0, NULL, "leave the binaries' notes out of OUT", take_flag,
     offsetof(struct args, no_notes)},
    {"only", 0, "LABEL", "only runs that had LABEL; repeatable", take_text,
     offsetof(struct args, only)},
    {"subtract", 0, "INPUT",
     "take runs that are in the sum out of it; repeatable", take_input,
     offsetof(struct args, subtrahends)},
    {"scale", 0, "N", "N times the sum", take_scale, 0},
    {"jobs", 'j', "N", "threads at most", take_jobs,
     offsetof(struct args, jobs)},
    {"quiet", 'q', NULL, "say nothing of the runs that did not end cleanly",
     take_flag, offsetof(struct args, quiet)},
};

static enum args_outcome take_words(char **words, void *context)
{
    struct args *args = context;

    if (!args->output || !args->output[0]) {
        say_error("no output: name it with -o OUT");
        return ARGS_WRONG;
    }
    args->named = *words != NULL;
    if (!args->named && args->images.n)
        return ARGS_RUN;
    return add_inputs(&args->inputs, words, 0);
}

static void release(void *context)
{
    struct args *args = context;

    ep_mem_free(args->only.items);
    ep_mem_free(args->cores.items);
    inputs_release(&args->inputs);
    inputs_release(&args->images);
    inputs_release(&args->subtrahends);
    binaries_release(&args->binaries);
}

const struct tool merge_tool = {
    .synopsis = "-o OUT [INPUT...]",
    .about = "Add the profiles of many runs up into one.",
    .no_input = "prof.out.*, or else prof.out,",
    .exits = " ",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .take_words = take_words,
    .release = release,
};
