/* SPDX-License-Identifier: MIT */
#include "run_at.h"

#include "tool/own.h"
#include "tool/say.h"

#include <stdlib.h>

/* gdb's own standard output is nobody's; the command's is kept for it. */
static char start[] =
    "command -v gdb >/dev/null || {"
    " echo 'prof-run: error: --at: gdb is not installed' >&2; exit 125; }; "
    "command -v -- \"$1\" >/dev/null || {"
    " echo \"prof-run: error: $1: not found\" >&2; exit 127; }; "
    "exec gdb -q -batch -nx -x \"$0\" --args \"$@\" 9>&1 >/dev/null";

int at_prepare(const struct args *args, struct at *out)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    struct ep_diag diag = {{0}};
    size_t n = 0;

    *out = (struct at){0};
    if (!args->at)
        return 0;
    if (find_installed("edgeprof/at.py", out->script, &diag)) {
        say_error("--at: %s", diag.text);
        return -EXIT_OWN;
    }
    ep_buf_text(&out->wanted, args->at);
    for (size_t i = 0; i < args->print.n; i++)
        ep_buf_printf(&out->wanted, "\n%s", args->print.items[i]);
    while (args->words[n])
        n++;
    out->words = ep_mem_zeroed(n + 5, sizeof *out->words);
    if (!out->words || out->wanted.failed ||
        setenv(AT_VARIABLE, out->wanted.data, 1)) {
        say_error("out of memory");
        return -EXIT_OWN;
    }
    out->words[0] = shell;
    out->words[1] = option;
    out->words[2] = start;
    out->words[3] = out->script;
    for (size_t i = 0; i < n; i++)
        out->words[4 + i] = args->words[i];
    return 0;
}

void at_release(struct at *at)
{
    ep_mem_free(at->words);
    ep_buf_release(&at->wanted);
}
