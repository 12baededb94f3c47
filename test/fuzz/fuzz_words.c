/* SPDX-License-Identifier: MIT
 *
 * The words of a source, and what is told from them: any text has words, line by line those
 * of the whole, and each question has an answer that is within the text.
 */
#include "fuzz.h"

#include "base/begun.h"
#include "base/braces.h"
#include "base/conditions.h"
#include "base/directives.h"
#include "base/operators.h"

#define MOST 1024u /* bytes: some answers look at all words */

static void check_words(const struct ep_words *words)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < words->n; i++) {
        const struct ep_word *word = &words->items[i];

        MUST(word->size && word->at >= end && word->at < words->size);
        end = word->at + word->size;
        MUST(end <= words->size);
        MUST(word->within == EP_NONE || word->within < i);
        MUST(word->pair == EP_NONE || words->items[word->pair].pair == i);
        MUST(ep_words_find(words, ep_words_point(words, i)) == i);
    }
}

static void check_same(const struct ep_words *a, const struct ep_words *b)
{
    MUST(a->n == b->n);
    for (size_t i = 0; i < a->n; i++)
        MUST(memcmp(&a->items[i], &b->items[i], sizeof *a->items) == 0);
}

static void check_lines(const struct ep_words *whole)
{
    struct ep_words words;

    MUST(ep_words_begin(whole->text, whole->size, whole->has_names, &words) ==
         EP_OK);
    for (size_t line = 1; line <= words.n_lines; line++) {
        MUST(ep_words_go_on(&words, line, NULL) == EP_OK);
        for (size_t i = 0; i < words.n_open; i++)
            MUST(words.items[words.open[i]].pair == EP_NONE);
    }
    check_same(&words, whole);
    ep_words_release(&words);
}

/* Every third line, from FIRST on, is known to have code: it keeps its words. */
static void check_directives(const struct ep_words *whole, size_t first)
{
    struct ep_words words;
    uint8_t *is_kept = calloc(whole->n_lines + 1, 1);
    size_t next = 0;
    int leaves_out;

    MUST(is_kept);
    for (size_t i = first; i < whole->n_lines; i += 3)
        is_kept[i] = 1;
    MUST(ep_directives_keep(whole, is_kept, &leaves_out) == EP_OK);
    for (size_t i = first; i < whole->n_lines; i += 3)
        MUST(is_kept[i]);
    MUST(ep_words_begin(whole->text, whole->size, whole->has_names, &words) ==
         EP_OK);
    MUST(ep_words_go_on(&words, words.n_lines, is_kept) == EP_OK);
    for (size_t i = 0; i < words.n; i++) {
        while (next < whole->n && whole->items[next].at < words.items[i].at)
            next++;
        MUST(next < whole->n && whole->items[next].at == words.items[i].at);
    }
    if (!leaves_out)
        check_same(&words, whole);
    ep_words_release(&words);
    free(is_kept);
}

static void check_point(const struct ep_words *words, struct ep_point point)
{
    MUST(point.line == 0 || ep_words_find(words, point) != EP_NONE);
}

static void check_range(const struct ep_words *words, struct ep_range range)
{
    MUST(range.first <= range.last && range.last < words->n);
}

static void check_operator(const struct ep_words *words, uint32_t i,
                           int is_choice)
{
    struct ep_range range = ep_range_from(words, i);
    struct ep_operator found;

    check_range(words, range);
    (void)ep_operator_only_choice(words, range, &found);
    (void)ep_operator_of(words, range, is_choice, &found);
    if (!ep_operator_at(words, i, is_choice, &found))
        return;
    MUST(!found.is_choice == !is_choice && found.at < words->n);
    for (int k = 0; k < (is_choice ? 3 : 2); k++)
        check_range(words, found.operands[k]);
}

static void ask(const struct ep_words *words, uint32_t i)
{
    struct ep_point point = ep_words_point(words, i);
    struct ep_condition condition;
    uint32_t last = (uint32_t)words->n - 1;
    uint32_t before = ep_begun_before(words, i);
    uint32_t behind = ep_begun_behind(words, i, last);

    MUST(before == EP_NONE || before < i);
    MUST(behind == EP_NONE || (behind > i && behind <= last));
    if (ep_condition_find(words, point, &condition)) {
        check_point(words, condition.at);
        check_point(words, condition.end);
        check_point(words, condition.whole);
    }
    check_operator(words, i, 0);
    check_operator(words, i, 1);
    check_point(words, ep_condition_keyword(words, point, "while"));
    check_point(words, ep_operator_begin(words, point));
    check_point(words, ep_call_end(words, point, NULL));
    check_point(words, ep_call_end(words, point, "_Z1fv"));
    check_point(words, ep_brace_list_begin(words, point));
    check_point(words, ep_words_handler(words, point));
    (void)ep_condition_is_of_loop(words, point);
    check_point(words, ep_condition_of_range(words, point));
    (void)ep_words_is_new(words, point);
    (void)ep_words_is_binding(words, point);
    (void)ep_words_is_defaulted(words, point);
    (void)ep_words_member(words, point, "a");
    (void)ep_directives_divide(words, point);
    MUST(!ep_directives_has(words, point.line));
    (void)ep_words_is_opened(words, point);
    (void)ep_words_is_head_end(words, point);
    (void)ep_words_has_case(words, point, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_words words;
    char *text = malloc(MOST + 1);

    MUST(text);
    size = size < MOST ? size : MOST;
    memcpy(text, data, size);
    text = realloc(text, size + 1); /* what reads beyond is found */
    text[size] = '\0';
    MUST(ep_words_read(text, size, size % 2, &words) == EP_OK);
    check_words(&words);
    check_lines(&words);
    for (size_t first = 0; first < 3; first++)
        check_directives(&words, first);
    for (uint32_t i = 0; i < words.n; i++)
        ask(&words, i);
    ep_words_release(&words);
    free(text);
    return 0;
}
