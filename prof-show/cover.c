/* SPDX-License-Identifier: MIT */
#include "cover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "tool/say.h"

/* ---- each test ----------------------------------------------------------- */

static int by_text(const void *left, const void *right)
{
    const struct ep_label *a = left, *b = right;

    return strcmp(a->text, b->text);
}

/* Say which runs are no test's; EXIT_NOTHING if all are. */
static int say_left_out(const struct ep_counts *counts)
{
    uint64_t with = 0;
    size_t kept = 0;

    for (size_t i = 0; i < counts->n_labels; i++) {
        const struct ep_label *label = &counts->labels[i];

        with = edgeprof_add(with, label->runs);
        kept += label->kept != 0;
        if (!label->kept)
            say_warning("the test %s is left out: the program that merged its "
                        "runs kept no counts of theirs",
                        label->text);
    }
    if (with < counts->runs)
        say_note("note: %" PRIu64 " of %" PRIu64
                 " runs have no label and are no test",
                 counts->runs - with, counts->runs);
    if (kept)
        return EXIT_DONE;
    say_error("no test: name each with EDGEPROF_LABEL when it runs");
    return EXIT_NOTHING;
}

int cover_each_test(struct view *view, test_fn *visit, void *context)
{
    struct ep_counts *counts = &view->counts;
    int result = say_left_out(counts);
    int status = EP_OK;

    if (result != EXIT_DONE)
        return result;
    qsort(counts->labels, counts->n_labels, sizeof *counts->labels, by_text);
    for (size_t i = 0; !status && i < counts->n_labels; i++) {
        const struct ep_label *label = &counts->labels[i];
        struct ep_profile ran;

        progress("tests", i, counts->n_labels);
        if (!label->kept || label->runs == 0)
            continue;
        status = ep_profile_build_label(&view->profile, label, &ran);
        if (!status) {
            status = visit(context, label, &ran);
            ep_profile_release(&ran);
        }
    }
    progress_end();
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}

/* ---- sets ---------------------------------------------------------------- */

static size_t n_ones(uint64_t word)
{
    size_t n = 0;

    for (; word; word &= word - 1)
        n++;
    return n;
}

/* How many of TEST's lines are not in BITS. */
static size_t n_beyond(const struct test *test, const uint64_t *bits, size_t n)
{
    size_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += n_ones(test->bits[i] & ~bits[i]);
    return sum;
}

static void join(uint64_t *bits, const struct test *test, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bits[i] |= test->bits[i];
}

/* Sets n_only and n_covered. */
static int count_only(struct cover *cover)
{
    uint64_t *once = ep_mem_zeroed(cover->n_words, sizeof *once);
    uint64_t *twice = ep_mem_zeroed(cover->n_words, sizeof *twice);
    int status = once && twice ? EP_OK : EP_ENOMEM;

    for (size_t i = 0; !status && i < cover->n; i++) {
        const struct test *test = &cover->tests[i];

        for (size_t j = 0; j < cover->n_words; j++)
            twice[j] |= once[j] & test->bits[j];
        join(once, test, cover->n_words);
    }
    for (size_t i = 0; !status && i < cover->n; i++)
        cover->tests[i].n_only =
            n_beyond(&cover->tests[i], twice, cover->n_words);
    for (size_t i = 0; !status && i < cover->n_words; i++)
        cover->n_covered += n_ones(once[i]);
    ep_mem_free(once);
    ep_mem_free(twice);
    return status;
}

static int by_worth(const void *left, const void *right)
{
    const struct test *a = left, *b = right;

    if (a->n_only != b->n_only)
        return a->n_only > b->n_only ? -1 : 1;
    if (a->n_lines != b->n_lines)
        return a->n_lines > b->n_lines ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* ---- from a test to its set ---------------------------------------------- */

struct maker {
    const struct view *view;
    struct cover *cover;
    size_t capacity;
    size_t *first; /* per file of the view: the number of its first line */
    struct ep_map files; /* hash of the full path -> index of the file */
};

static uint64_t hash_path(const char *path)
{
    return ep_hash(EP_HASH_START, path, strlen(path));
}

static int number_lines(struct maker *maker)
{
    const struct ep_profile *profile = &maker->view->profile;
    int status = EP_OK;

    maker->first = ep_mem_zeroed(profile->n_files, sizeof *maker->first);
    if (!maker->first)
        return EP_ENOMEM;
    for (size_t i = 0; !status && i < profile->n_files; i++) {
        maker->first[i] = maker->cover->n_lines;
        if (!maker->view->shown[i])
            continue;
        maker->cover->n_lines += profile->files[i].n_lines;
        status = ep_map_add(&maker->files, hash_path(profile->files[i].full),
                            (uint32_t)i);
    }
    maker->cover->n_words = (maker->cover->n_lines + 63) / 64;
    return status;
}

/* The lines of RAN, which is a part of the file FILE, into BITS. */
static void add_file(const struct maker *maker, uint32_t file,
                     const struct ep_profile_file *ran, uint64_t *bits)
{
    const struct ep_profile_file *whole = &maker->view->profile.files[file];
    size_t j = 0;

    for (size_t i = 0; i < ran->n_lines; i++) {
        size_t number;

        while (j < whole->n_lines && whole->lines[j].line < ran->lines[i].line)
            j++;
        if (j == whole->n_lines)
            return;
        number = maker->first[file] + j;
        if (whole->lines[j].line == ran->lines[i].line &&
            ran->lines[i].count > 0)
            bits[number / 64] |= UINT64_C(1) << number % 64;
    }
}

static int add_test(void *context, const struct ep_label *label,
                    const struct ep_profile *ran)
{
    struct maker *maker = context;
    struct cover *cover = maker->cover;
    struct test test = {.name = label->text, .runs = label->runs};

    if (EP_GROW(cover->tests, cover->n, maker->capacity))
        return EP_ENOMEM;
    test.bits = ep_mem_zeroed(cover->n_words, sizeof *test.bits);
    if (!test.bits)
        return EP_ENOMEM;
    for (size_t i = 0; i < ran->n_files; i++) {
        uint64_t hash = hash_path(ran->files[i].full);
        size_t cursor = 0;
        uint32_t file;

        while ((file = ep_map_next(&maker->files, hash, &cursor)) != EP_NONE)
            if (strcmp(maker->view->profile.files[file].full,
                       ran->files[i].full) == 0)
                add_file(maker, file, &ran->files[i], test.bits);
    }
    for (size_t i = 0; i < cover->n_words; i++)
        test.n_lines += n_ones(test.bits[i]);
    cover->tests[cover->n++] = test;
    return EP_OK;
}

int cover_make(struct view *view, struct cover *out)
{
    struct maker maker = {.view = view, .cover = out};
    int result = EXIT_TROUBLE;

    *out = (struct cover){0};
    if (number_lines(&maker))
        say_error("out of memory");
    else
        result = cover_each_test(view, add_test, &maker);
    if (result == EXIT_DONE && count_only(out)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    }
    ep_mem_free(maker.first);
    ep_map_release(&maker.files);
    if (result != EXIT_DONE)
        cover_release(out);
    else if (out->n)
        qsort(out->tests, out->n, sizeof *out->tests, by_worth);
    return result;
}

void cover_release(struct cover *cover)
{
    for (size_t i = 0; i < cover->n; i++)
        ep_mem_free(cover->tests[i].bits);
    ep_mem_free(cover->tests);
    *cover = (struct cover){0};
}

/* ---- fewer tests --------------------------------------------------------- */

/* What a test adds only falls as others are chosen, so one that added less than
 * the best of now before needs no second look (Minoux 1978). */
static struct test *choose_next(struct cover *cover, const uint64_t *bits)
{
    struct test *best = NULL;
    size_t most = 0;

    for (size_t i = 0; i < cover->n; i++) {
        struct test *test = &cover->tests[i];

        if (test->n_new <= most)
            continue;
        test->n_new = n_beyond(test, bits, cover->n_words);
        if (test->n_new > most) {
            most = test->n_new;
            best = test;
        }
    }
    return best;
}

int cover_choose(struct cover *cover, struct choice **out, size_t *out_n)
{
    uint64_t *bits = ep_mem_zeroed(cover->n_words, sizeof *bits);
    struct choice *choices = ep_mem_zeroed(cover->n, sizeof *choices);
    int status = bits && choices ? EP_OK : EP_ENOMEM;
    struct test *next;
    size_t n = 0;

    for (size_t i = 0; i < cover->n; i++)
        cover->tests[i].n_new = cover->tests[i].n_lines;
    while (!status && (next = choose_next(cover, bits)) != NULL) {
        join(bits, next, cover->n_words);
        choices[n++] = (struct choice){next, next->n_new};
    }
    ep_mem_free(bits);
    if (status)
        ep_mem_free(choices);
    *out = choices;
    *out_n = n;
    return status;
}
