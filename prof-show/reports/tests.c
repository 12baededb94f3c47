/* SPDX-License-Identifier: MIT
 *
 * tests - what each test covers, which few cover as much, and which ran a line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "cover.h"
#include "json.h"
#include "tool/say.h"

/* ---- all tests ----------------------------------------------------------- */

struct ranking {
    struct cover cover;
    struct choice *choices;
    size_t n_choices;
    size_t n_shown; /* tests; with --diff those that ran what changed */
};

static int is_shown(const struct view *view, const struct test *test)
{
    return !view->options->diff || test->n_lines > 0;
}

/* An exit status, after a message unless it is EXIT_DONE. */
static int rank(struct view *view, struct ranking *out)
{
    int result = cover_make(view, &out->cover);

    out->n_shown = 0;
    if (result != EXIT_DONE)
        return result;
    for (size_t i = 0; i < out->cover.n; i++)
        out->n_shown += (size_t)is_shown(view, &out->cover.tests[i]);
    if (!cover_choose(&out->cover, &out->choices, &out->n_choices))
        return EXIT_DONE;
    cover_release(&out->cover);
    say_error("out of memory");
    return EXIT_TROUBLE;
}

static void release(struct ranking *ranking)
{
    cover_release(&ranking->cover);
    ep_mem_free(ranking->choices);
}

static int ranking_text(struct view *view)
{
    const char *changed = view->options->diff ? "changed " : "";
    struct ranking ranking;
    const struct cover *cover = &ranking.cover;
    size_t sum = 0;
    int result = rank(view, &ranking);

    if (result != EXIT_DONE)
        return result;
    (void)printf("%9s %9s %9s  %s\n", "only", "lines", "runs", "test");
    for (size_t i = 0; i < cover->n; i++) {
        const struct test *test = &cover->tests[i];

        if (is_shown(view, test))
            (void)printf("%9zu %9zu %9" PRIu64 "  %s\n", test->n_only,
                         test->n_lines, test->runs, test->name);
    }
    (void)printf("%zu of %zu tests run %zu of %zu %slines; by greedy set "
                 "cover %zu run as many:\n",
                 ranking.n_shown, cover->n, cover->n_covered, cover->n_lines,
                 changed, ranking.n_choices);
    (void)printf("%9s %9s  %s\n", "new", "sum", "test");
    for (size_t i = 0; i < ranking.n_choices; i++) {
        sum += ranking.choices[i].n_new;
        (void)printf("%9zu %9zu  %s\n", ranking.choices[i].n_new, sum,
                     ranking.choices[i].test->name);
    }
    release(&ranking);
    return EXIT_DONE;
}

static void add_choices(const struct ranking *ranking)
{
    json_open("greedy", '[');
    for (size_t i = 0; i < ranking->n_choices; i++) {
        json_open(NULL, '{');
        json_text("test", ranking->choices[i].test->name);
        json_number("new", ranking->choices[i].n_new);
        json_close('}');
    }
    json_close(']');
}

static int ranking_json(struct view *view)
{
    struct ranking ranking;
    const struct cover *cover = &ranking.cover;
    int result = rank(view, &ranking);

    if (result != EXIT_DONE)
        return result;
    json_begin(view, "tests", "tests");
    for (size_t i = 0; i < cover->n; i++) {
        const struct test *test = &cover->tests[i];

        if (!is_shown(view, test))
            continue;
        json_open_item();
        json_text("test", test->name);
        json_number("runs", test->runs);
        json_number("lines", test->n_lines);
        json_number("only", test->n_only);
        json_close_item();
    }
    json_rest();
    json_part("lines", (struct part){cover->n_covered, cover->n_lines});
    add_choices(&ranking);
    json_end();
    release(&ranking);
    return EXIT_DONE;
}

/* ---- one line ------------------------------------------------------------ */

/* A test that ran the line. */
struct visitor {
    const char *name; /* the label, borrowed */
    uint64_t runs;
    uint64_t count;
};

struct place {
    const struct ep_profile_file *file; /* of the whole */
    struct visitor *visitors;
    size_t n;
    size_t capacity;
};

/* Whether PATH, as the user gave it, means FILE: whole, or its last parts. */
static int is_meant(const struct ep_profile_file *file, const char *path)
{
    size_t n = strlen(file->full);
    size_t m = strlen(path);

    if (strcmp(file->name, path) == 0 || strcmp(file->full, path) == 0)
        return 1;
    return n > m && file->full[n - m - 1] == '/' &&
           strcmp(file->full + n - m, path) == 0;
}

static const struct ep_line_count *find_line(const struct ep_profile_file *file,
                                             uint32_t line)
{
    for (size_t i = 0; i < file->n_lines; i++)
        if (file->lines[i].line == line)
            return &file->lines[i];
    return NULL;
}

struct search {
    const struct view *view;
    struct place *places;
    size_t n;
    size_t capacity;
};

/* The files of FILE:LINE that have code there. */
static int find_places(struct search *search)
{
    const struct view *view = search->view;

    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];

        if (!view->shown[i] || !is_meant(file, view->options->place_file) ||
            !find_line(file, view->options->place_line))
            continue;
        if (EP_GROW(search->places, search->n, search->capacity))
            return EP_ENOMEM;
        search->places[search->n++] = (struct place){.file = file};
    }
    return EP_OK;
}

static int add_visitor(void *context, const struct ep_label *label,
                       const struct ep_profile *ran)
{
    struct search *search = context;

    for (size_t i = 0; i < search->n; i++) {
        struct place *place = &search->places[i];

        for (size_t j = 0; j < ran->n_files; j++) {
            const struct ep_line_count *line;

            if (strcmp(ran->files[j].full, place->file->full) != 0)
                continue;
            line = find_line(&ran->files[j], search->view->options->place_line);
            if (!line || line->count == 0)
                continue;
            if (EP_GROW(place->visitors, place->n, place->capacity))
                return EP_ENOMEM;
            place->visitors[place->n++] =
                (struct visitor){label->text, label->runs, line->count};
        }
    }
    return EP_OK;
}

static int by_count(const void *left, const void *right)
{
    const struct visitor *a = left, *b = right;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int find_visitors(struct view *view, struct search *out)
{
    const struct view_options *options = view->options;

    *out = (struct search){.view = view};
    if (find_places(out)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (out->n == 0) {
        say_error("%s:%" PRIu32 ": no code there", options->place_file,
                  options->place_line);
        return EXIT_TROUBLE;
    }
    return cover_each_test(view, add_visitor, out);
}

static void print_place(const struct view *view, const struct place *place)
{
    uint32_t line = view->options->place_line;

    (void)printf("%s:%" PRIu32 ": %" PRIu64 "\n", place->file->name, line,
                 find_line(place->file, line)->count);
    for (size_t i = 0; i < place->n; i++)
        (void)printf("%12" PRIu64 "  %s\n", place->visitors[i].count,
                     place->visitors[i].name);
}

static void add_place(const struct view *view, const struct place *place)
{
    uint32_t line = view->options->place_line;

    json_open_item();
    json_text("file", place->file->name);
    json_number("line", line);
    json_number("count", find_line(place->file, line)->count);
    json_open("tests", '[');
    for (size_t i = 0; i < place->n; i++) {
        const struct visitor *visitor = &place->visitors[i];

        json_open(NULL, '{');
        json_text("test", visitor->name);
        json_number("runs", visitor->runs);
        json_number("count", visitor->count);
        json_close('}');
    }
    json_close(']');
    json_close_item();
}

static int places(struct view *view, int in_json)
{
    struct search search;
    int result = find_visitors(view, &search);

    if (result == EXIT_DONE && in_json)
        json_begin(view, "tests", "places");
    for (size_t i = 0; i < search.n; i++) {
        struct place *place = &search.places[i];

        if (place->n)
            qsort(place->visitors, place->n, sizeof *place->visitors, by_count);
        if (result == EXIT_DONE && in_json)
            add_place(view, place);
        else if (result == EXIT_DONE)
            print_place(view, place);
        ep_mem_free(place->visitors);
    }
    if (result == EXIT_DONE && in_json)
        json_end();
    ep_mem_free(search.places);
    return result;
}

int tests_text(struct view *view)
{
    if (view->options->affected)
        return affected_text(view);
    return view->options->place_file ? places(view, 0) : ranking_text(view);
}

int tests_json(struct view *view)
{
    if (view->options->affected)
        return affected_json(view);
    return view->options->place_file ? places(view, 1) : ranking_json(view);
}
