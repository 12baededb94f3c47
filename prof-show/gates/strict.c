/* SPDX-License-Identifier: MIT */
#include "gates/strict.h"

#include "tool/say.h"

static const char title[] = "runs";

/* "runs: FACT".  EP_OK or EP_ENOMEM. */
static int say_fact(const struct gate_say *say, const char *fact, int passed)
{
    struct ep_buf text = {0};

    ep_buf_printf(&text, "%s: %s", title, fact);
    return verdict_say(
        say, &text,
        (struct gate_verdict){.n_title = sizeof title - 1, .passed = passed});
}

static int say_skipped(const struct gate_say *say, size_t n)
{
    struct ep_buf fact = {0};
    int status;

    ep_buf_printf(&fact, "inputs skipped: %zu", n);
    status = fact.failed ? EP_ENOMEM : say_fact(say, fact.data, 0);
    ep_buf_release(&fact);
    return status;
}

int strict_check(const struct view *view, const struct gate_say *say)
{
    const struct ep_profile *profile = &view->profile;
    int passed = !profile->n_doubts && !view->n_skipped && !view->warned_newer;
    int status = EP_OK;

    for (size_t i = 0; !status && i < profile->n_doubts; i++)
        status = say_fact(say, profile->doubts[i], 0);
    if (!status && view->n_skipped)
        status = say_skipped(say, view->n_skipped);
    if (!status && view->warned_newer)
        status = say_fact(say, "a source is newer than its binary", 0);
    if (!status && passed)
        status = say_fact(say, "none is cut off, stale or left out", 1);
    if (!status)
        return passed ? EXIT_DONE : EXIT_GATE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
