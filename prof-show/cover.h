/* SPDX-License-Identifier: MIT
 *
 * cover.h - which lines each test ran.  A test is a label of runs.
 *
 * MODEL The lines that are shown have numbers from 0 on, in the order of the
 *       report; a test is a set of them, a bit for each.
 */
#ifndef PROF_SHOW_COVER_H
#define PROF_SHOW_COVER_H

#include "view.h"

struct test {
    const char *name; /* the label, borrowed */
    uint64_t runs;
    uint64_t *bits;
    size_t n_lines; /* that it ran */
    size_t n_only;  /* that no other test ran */
    size_t n_new;   /* at most so many are new; private to cover_choose */
};

struct cover {
    struct test *tests;
    size_t n;
    size_t n_lines;   /* that are shown */
    size_t n_covered; /* that some test ran */
    size_t n_words;   /* of 64 bits, in each test */
};

/* Which lines of VIEW each label's runs ran; most lines of its own first, then
 * most lines, then by name.  Says on standard error which runs are left out.
 * An exit status; a message was given unless it is EXIT_DONE. */
int cover_make(struct view *view, struct cover *out);
void cover_release(struct cover *cover);

struct choice {
    const struct test *test;
    size_t n_new; /* lines that it ran and none chosen before */
};

/* Choose tests that together run what all run: each time the one that runs most
 * lines that none chosen ran (greedy set cover, Chvatal 1979: at most 1 + ln n
 * times the fewest).
 * OUT  the choices in their order; free with ep_mem_free
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int cover_choose(struct cover *cover, struct choice **out,
                               size_t *out_n);

/* Call VISIT with what the runs of each label ran, in the order of the labels'
 * texts.  Messages and result as above. */
typedef int test_fn(void *context, const struct ep_label *label,
                    const struct ep_profile *ran);
int cover_each_test(struct view *view, test_fn *visit, void *context);

#endif
