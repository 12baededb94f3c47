/* SPDX-License-Identifier: MIT
 *
 * conditions.c - see conditions.h.
 *
 * From some word of it, a condition grows to both sides, as far as no operator
 * of logic, bracket or statement ends it; and then over the brackets that hold
 * nothing else.  From there the way leads outwards, group by group.
 */
#include "base/conditions.h"

#include "base/braces.h"
#include "base/operators.h"

enum { DEPTH_MAX = 100 }; /* of brackets that are looked into */

static const char *const signs[] = {"!", "(",  "*",  "&",        "-", "+",
                                    "~", "++", "--", "co_await", NULL};

/* Whether brackets hold RANGE and nothing else. */
static int is_in_brackets(const struct ep_words *words, struct ep_range range)
{
    return range.first > 0 && ep_words_is(words, range.first - 1, "(") &&
           words->items[range.first - 1].pair == range.last + 1;
}

/* Whether the bracket I opens a group, not the arguments of a call or what a
 * keyword has. */
static int opens_group(const struct ep_words *words, uint32_t i)
{
    static const char *const before[] = {"return", "co_return", "case", "throw",
                                         NULL};

    return i == 0 || ep_words_is_one(words, i - 1, before) ||
           !(ep_words_is_name(words, i - 1) || ep_is_closer(words, i - 1));
}

/* Whether the bracket I opens a statement expression, `({ f(); x; })`: that begins there. */
static int opens_statements(const struct ep_words *words, uint32_t i)
{
    return ep_brace_begins_value(words, i + 1);
}

/* Whether word I is a sign, or a bracket, that a condition begins behind. */
static int is_sign(const struct ep_words *words, uint32_t i)
{
    return ep_words_is_one(words, i, signs) && !opens_statements(words, i);
}

/* Word I; all of the brackets that it begins, a lambda's or a statement expression's. */
static struct ep_range range_at(const struct ep_words *words, uint32_t i)
{
    int is_open = ep_is_opener(words, i) && words->items[i].pair != EP_NONE;

    return (struct ep_range){i, is_open ? words->items[i].pair : i};
}

/* ---- the condition ------------------------------------------------------- */

/* Of `a[b]++` the word a, if I is the ++; else I. */
static uint32_t before_increment(const struct ep_words *words, uint32_t i)
{
    static const char *const increments[] = {"++", "--", NULL};
    uint32_t before = i;

    if (i == 0 || i >= words->n || !ep_words_is_one(words, i, increments))
        return i;
    while (before > 0 && ep_is_closer(words, before - 1) &&
           words->items[before - 1].pair < before)
        before = words->items[before - 1].pair;
    return before > 0 && ep_words_is_name(words, before - 1) ? before - 1
                                                             : before;
}

/* Of what ends with the bracket I a word that is in no arguments; or EP_NONE. */
static uint32_t last_of(const struct ep_words *words, uint32_t i)
{
    while (i != EP_NONE && ep_is_closer(words, i)) {
        uint32_t open = words->items[i].pair;
        int has_arguments = open < i && ep_words_is(words, open, "(") &&
                            open > 0 && !opens_group(words, open) &&
                            !ep_is_head(words, open - 1);

        if (open < i && opens_statements(words, open))
            return open;
        i = has_arguments ? open - 1 : i > 0 ? i - 1 : EP_NONE;
    }
    return i;
}

/* The word behind what is done first in the brackets of a statement that open at word OPEN:
 * `if (int a = 1; a > b)`; EP_NONE: nothing is. */
static uint32_t behind_first(const struct ep_words *words, uint32_t open)
{
    uint32_t end = open < words->n ? words->items[open].pair : EP_NONE;
    int depth = 0; /* of braces */

    for (uint32_t i = open; end != EP_NONE && i < end; i++) {
        depth += ep_words_is(words, i, "{");
        depth -= ep_words_is(words, i, "}") && depth > 0;
        if (depth == 0 && ep_words_is(words, i, ";"))
            return i + 1;
    }
    return EP_NONE;
}

/* A word of the condition that I is at, or near; EP_NONE: none is known. */
static uint32_t step_into(const struct ep_words *words, uint32_t i)
{
    int is_for = ep_words_is(words, i, "for");

    while (ep_is_head(words, i))
        i++;
    if (ep_is_of_head(words, i)) {
        uint32_t behind = behind_first(words, i);

        if (behind != EP_NONE)
            return step_into(words, behind);
        if (is_for)
            return EP_NONE;
    }
    if (ep_is_logic(words, i) || ep_is_choice(words, i))
        i = i > 0 ? i - 1 : EP_NONE;
    if (ep_brace_of_value_end(words, i) != EP_NONE)
        return ep_brace_of_value_end(words, i) - 1;
    if (ep_is_closer(words, i))
        return last_of(words, i);
    i = before_increment(words, i);
    while (is_sign(words, i))
        i++;
    return i < words->n && !ep_ends_expression(words, i) ? i : EP_NONE;
}

/* Whether a call says what RANGE, its first argument, is expected to be: the call is it. */
static int is_expected(const struct ep_words *words, struct ep_range range)
{
    static const char *const names[] = {
        "__builtin_expect", "__builtin_expect_with_probability", NULL};

    return range.first > 1 && ep_words_is(words, range.first - 1, "(") &&
           words->items[range.first - 1].pair != EP_NONE &&
           ep_words_is(words, range.last + 1, ",") &&
           ep_words_is_one(words, range.first - 2, names);
}

/* Whether RANGE is what may be chosen in the brackets that word OPEN begins,
 * `_Generic(x, T: a)`: all of that is it. */
static int is_selected(const struct ep_words *words, struct ep_range range,
                       uint32_t open)
{
    return open != EP_NONE && open > 0 &&
           ep_words_is(words, open - 1, "_Generic") &&
           ep_words_is(words, range.first - 1, ":") &&
           words->items[open].pair != EP_NONE;
}

/* The bracket that opens before RANGE, and what is in the brackets is one operand with it; or
 * EP_NONE. */
static uint32_t open_of(const struct ep_words *words, struct ep_range range)
{
    uint32_t open = words->items[range.first].within;

    if (is_in_brackets(words, range) || is_expected(words, range))
        return ep_is_of_head(words, range.first - 1) ? EP_NONE
                                                     : range.first - 1;
    return is_selected(words, range, open) ? open : EP_NONE;
}

/* RANGE with the brackets that hold nothing else, and what is then one operand
 * with it, but for the operators of ENDS. */
static struct ep_range grow_to(const struct ep_words *words,
                               struct ep_range range, int ends)
{
    uint32_t open;

    range = ep_range_widen(words, range, ends);
    while ((open = open_of(words, range)) != EP_NONE)
        range = ep_range_widen(
            words, (struct ep_range){open, words->items[open].pair}, ends);
    return range;
}

/* Likewise, to an operand of a decision. */
static struct ep_range grow(const struct ep_words *words, struct ep_range range)
{
    return grow_to(words, range, EP_AT_LOGIC | EP_AT_CHOICE);
}

/* The first word of RANGE behind brackets and signs. */
static uint32_t name_of(const struct ep_words *words, struct ep_range range)
{
    uint32_t i = range.first;

    while (i < range.last && is_sign(words, i))
        i++;
    return i;
}

/* Whether a sign, in RANGE, stands behind an operand. */
static int is_binary(const struct ep_words *words, struct ep_range range,
                     uint32_t i)
{
    static const char *const always[] = {"==",  "!=", "<=", ">=", ">>",
                                         "<<",  "/",  "%",  "|",  "^",
                                         "<=>", "=",  NULL};
    static const char *const behind[] = {"+", "-", "*", "&", NULL};

    if (ep_words_is_one(words, i, always) || ep_is_assignment(words, i))
        return 1;
    return i > range.first && ep_words_is_one(words, i, behind) &&
           (ep_words_is_name(words, i - 1) || ep_is_closer(words, i - 1));
}

/* `<` begins a template's arguments if it is one word with what precedes, and
 * they end in front of a bracket or a name. */
static int is_less(const struct ep_words *words, uint32_t i)
{
    const struct ep_word *word = &words->items[i];

    return ep_words_is(words, i, "<") &&
           (i == 0 || word[-1].at + word[-1].size != word->at ||
            !ep_words_is_name(words, i - 1));
}

/* Whether RANGE is an operation on two operands. */
static int has_operator(const struct ep_words *words, struct ep_range range)
{
    for (uint32_t i = range.first; i <= range.last; i++) {
        if (ep_is_opener(words, i) && words->items[i].pair != EP_NONE)
            i = words->items[i].pair;
        else if (is_binary(words, range, i) || is_less(words, i))
            return 1;
    }
    return 0;
}

static int has_template(const struct ep_words *words, struct ep_range range)
{
    for (uint32_t i = range.first; i <= range.last; i++)
        if (ep_words_is(words, i, "<") && !is_less(words, i))
            return 1;
    return 0;
}

/* Whether a comma at the level of word I is the operator, and separates neither
 * arguments nor declarations: in a group, a test, the test of a "for". */
static int has_comma_operator(const struct ep_words *words, uint32_t i)
{
    int parts = 0;

    for (; i > 0 && !ep_is_opener(words, i - 1); i--) {
        if (ep_is_closer(words, i - 1) && words->items[i - 1].pair < i)
            i = words->items[i - 1].pair + 1;
        parts += ep_words_is(words, i - 1, ";");
    }
    if (i < 2 || !ep_words_is(words, i - 1, "("))
        return 0;
    return ep_words_is(words, i - 2, "for")
               ? parts == 1
               : ep_is_of_head(words, i - 1) || opens_group(words, i - 1);
}

/* Of `(a, b)`, which compilers place at either, b is tested: RANGE, or what is
 * behind the comma. */
static struct ep_range behind_commas(const struct ep_words *words,
                                     struct ep_range range)
{
    struct ep_range next;

    while (ep_words_is(words, range.last + 1, ",") &&
           range.last + 2 < words->n && !has_template(words, range) &&
           range.first == ep_range_first(words, range.first, 0) &&
           has_comma_operator(words, range.first)) {
        next.first = range.last + 2;
        next.last = ep_range_last(words, next.first, 0);
        if (ep_range_last(words, next.first, EP_AT_LOGIC | EP_AT_CHOICE) !=
            next.last)
            break; /* an operand has a place of its own */
        range = grow(words, next);
    }
    return range;
}

/* Whether RANGE is, as a whole, negated an odd number of times. */
static int is_negated(const struct ep_words *words, struct ep_range range)
{
    int negated = 0;

    while (range.first < range.last && !has_operator(words, range)) {
        if (ep_is_not(words, range.first)) {
            negated = !negated;
            range.first++;
        } else if (ep_words_is(words, range.first, "(") &&
                   words->items[range.first].pair == range.last) {
            range.first++;
            range.last--;
        } else {
            break;
        }
    }
    return negated;
}

/* RANGE; or, if that is b of (a, b), all of the operand that these brackets are. */
static struct ep_range around_commas(const struct ep_words *words,
                                     struct ep_range range)
{
    uint32_t i = range.first;

    if (i == 0 || !ep_words_is(words, i - 1, ","))
        return range;
    while (i > 0 && !ep_is_opener(words, i - 1)) {
        i--;
        if (ep_is_closer(words, i) && words->items[i].pair < i)
            i = words->items[i].pair;
    }
    if (i == 0 || !ep_words_is(words, i - 1, "(") ||
        words->items[i - 1].pair != range.last + 1 ||
        !opens_group(words, i - 1))
        return range;
    return grow(words, (struct ep_range){i - 1, range.last + 1});
}

/* ---- outwards ------------------------------------------------------------ */

struct walk {
    const struct ep_words *words;
    struct ep_range range; /* the operand, then the groups that it is in */
    struct ep_condition *out;
    int is_whole; /* bool: the decision is known */
};

/* Control comes to what is written next if what RANGE ends HOLDS, or else if
 * not. */
static void set_next(struct walk *walk, int holds)
{
    if (!walk->is_whole && walk->out->next == EP_NEXT_UNKNOWN)
        walk->out->next =
            holds != walk->out->is_inverted ? EP_NEXT_TRUE : EP_NEXT_FALSE;
}

static void look_behind(struct walk *walk)
{
    const struct ep_words *words = walk->words;
    uint32_t next = walk->range.last + 1;
    int is_choice = ep_words_is(words, next, "?");
    struct ep_operator choice;

    if (!walk->is_whole && walk->out->next == EP_NEXT_UNKNOWN &&
        (ep_is_logic(words, next) || is_choice)) {
        walk->out->next_end = ep_words_point(
            words, ep_range_last(words, next, EP_AT_LOGIC | EP_AT_CHOICE));
        if (is_choice && ep_operator_at(words, next, 1, &choice))
            walk->out->other_end =
                ep_words_point(words, choice.operands[2].last);
    }
    if (ep_is_and(words, next) || is_choice)
        set_next(walk, 1);
    else if (ep_is_or(words, next))
        set_next(walk, 0);
}

/* RANGE without `!` and brackets around all of it. */
static struct ep_range strip(const struct ep_words *words,
                             struct ep_range range)
{
    for (;;) {
        if (range.first < range.last && ep_is_not(words, range.first)) {
            range.first++;
        } else if (range.first + 1 < range.last &&
                   ep_words_is(words, range.first, "(") &&
                   !opens_statements(words, range.first) &&
                   words->items[range.first].pair == range.last) {
            range.first++;
            range.last--;
        } else {
            return range;
        }
    }
}

/* The next word from I on, in RANGE and outside of brackets, that is &&, || or a comma, or
 * with them a ?. */
static uint32_t find_end(const struct ep_words *words, struct ep_range range,
                         uint32_t i)
{
    for (; i <= range.last; i++) {
        if (ep_is_opener(words, i) && words->items[i].pair != EP_NONE &&
            words->items[i].pair > i)
            i = words->items[i].pair;
        else if (ep_is_logic(words, i) || ep_words_is(words, i, "?") ||
                 ep_words_is(words, i, ","))
            break;
    }
    return i;
}

/* How many operands of && and || RANGE is; of (a, b) those that b is. */
static uint32_t count_operands(const struct ep_words *words,
                               struct ep_range range, int depth)
{
    struct ep_range own = strip(words, range), part = own;
    uint32_t i = find_end(words, own, own.first), n = 0;

    if (i > own.last || depth == 0)
        return 1;
    for (; i <= own.last; i = find_end(words, own, i + 1)) {
        if (ep_words_is(words, i, "?"))
            return 1;
        part.last = i > part.first ? i - 1 : i;
        n = ep_words_is(words, i, ",")
                ? 0
                : n + count_operands(words, part, depth - 1);
        part.first = i + 1;
    }
    part.last = own.last;
    return part.first > own.last ? n
                                 : n + count_operands(words, part, depth - 1);
}

uint32_t ep_condition_count_operands(const struct ep_words *words,
                                     struct ep_range range)
{
    return count_operands(words, range, DEPTH_MAX);
}

/* The decision begins with RANGE, unless that is known. */
static void end_decision(struct walk *walk, struct ep_range range)
{
    const struct ep_words *words = walk->words;
    uint32_t i = name_of(words, range);

    if (walk->is_whole)
        return;
    walk->out->n_operands = ep_condition_count_operands(words, range);
    range = behind_commas(words, grow(words, range_at(words, i)));
    walk->out->whole = ep_words_point(words, name_of(words, range));
    walk->is_whole = 1;
}

/* From what brackets hold to them and the `!` before; 0: they are no group. */
static int step_out(struct walk *walk)
{
    static const char *const tests[] = {"if", "constexpr", NULL};
    const struct ep_words *words = walk->words;
    struct ep_range *range = &walk->range;

    if (!opens_group(words, range->first - 1)) {
        if (ep_words_is_one(words, range->first - 2, tests))
            set_next(walk, 1);
        return 0;
    }
    range->first--;
    range->last++;
    while (range->first > 0 && ep_is_not(words, range->first - 1)) {
        range->first--;
        walk->out->is_inverted = !walk->out->is_inverted;
    }
    return 1;
}

/* Whether the group RANGE is all of an operand. */
static int is_operand(const struct walk *walk)
{
    struct ep_range own =
        ep_range_widen(walk->words, walk->range, EP_AT_LOGIC | EP_AT_CHOICE);

    return own.first == walk->range.first && own.last == walk->range.last;
}

/* From an operand to the group that it is in; 0: to none that `!` would go
 * through. */
static int go_out(struct walk *walk)
{
    const struct ep_words *words = walk->words;
    struct ep_range chain;
    int is_group;

    look_behind(walk);
    chain = walk->range = ep_range_widen(words, walk->range, EP_AT_CHOICE);
    look_behind(walk);
    if (ep_words_is(words, chain.last + 1, "?"))
        return 0; /* who negates a choice negates what is chosen */
    if (!is_in_brackets(words, chain)) {
        end_decision(walk, chain);
        walk->range = ep_range_widen(words, chain, 0);
        return is_in_brackets(words, walk->range) && step_out(walk) &&
               is_operand(walk);
    }
    is_group = step_out(walk) && is_operand(walk);
    if (!is_group)
        end_decision(walk, chain);
    return is_group;
}

/* Out to the decision that the condition RANGE is of. */
static void walk_out(const struct ep_words *words, struct ep_range range,
                     struct ep_condition *out)
{
    struct walk walk = {words, around_commas(words, range), out, 0};

    if (walk.range.first != range.first && is_negated(words, walk.range))
        out->is_negated = !out->is_negated;
    while (go_out(&walk))
        ;
    end_decision(&walk, walk.range);
}

int ep_condition_find(const struct ep_words *words, struct ep_point point,
                      struct ep_condition *out)
{
    uint32_t i = ep_words_find(words, point);
    struct ep_range own;
    uint32_t name;

    *out = (struct ep_condition){.at = {0, 0}};
    if (i != EP_NONE && ep_operator_is_range(words, i)) {
        out->at = out->end = out->whole = ep_words_point(words, i);
        out->n_operands = 1;
        return 1;
    }
    if (i != EP_NONE)
        i = step_into(words, i);
    if (i == EP_NONE)
        return 0;
    own = behind_commas(words, grow(words, range_at(words, i)));
    name = name_of(words, own);
    out->at = ep_words_point(words, name);
    out->end = ep_words_point(words, own.last);
    out->is_named = ep_words_is_name(words, name);
    out->is_negated = is_negated(words, own);
    walk_out(words, own, out);
    return 1;
}

/* Whether RANGE, which is CHOICE, or brackets, `!` and more around it, has an odd number of
 * `!` there. */
static int is_choice_negated(const struct ep_words *words,
                             struct ep_range range,
                             const struct ep_operator *choice)
{
    int negated = 0;

    for (uint32_t i = range.first; i < choice->operands[0].first; i++)
        negated ^= ep_is_not(words, i);
    return negated;
}

/* The ?: whose condition RANGE is, or begins. */
static int find_choice_of(const struct ep_words *words, struct ep_range range,
                          struct ep_operator *out)
{
    range = grow_to(words, range, EP_AT_CHOICE);
    return ep_words_is(words, range.last + 1, "?") &&
           ep_operator_at(words, range.last + 1, 1, out);
}

int ep_condition_of_choice(const struct ep_words *words, unsigned n,
                           struct ep_condition *condition)
{
    struct ep_condition inner = *condition;
    uint32_t i = ep_words_find(words, inner.at);
    struct ep_range own;
    struct ep_operator choice;

    if (i == EP_NONE || n == 0)
        return 0;
    own = around_commas(words,
                        behind_commas(words, grow(words, range_at(words, i))));
    for (; n > 0; n--) {
        if (!find_choice_of(words, own, &choice))
            return 0;
        own = grow(words, (struct ep_range){choice.operands[0].first,
                                            choice.operands[2].last});
    }
    *condition = (struct ep_condition){
        .at = inner.at,
        .end = ep_words_point(words, own.last),
        .is_negated = is_choice_negated(words, own, &choice)};
    walk_out(words, own, condition);
    condition->whole = inner.whole;
    condition->n_operands = inner.n_operands;
    return 1;
}

struct ep_point ep_condition_of_range(const struct ep_words *words,
                                      struct ep_point point)
{
    uint32_t i = ep_words_find(words, point);

    if (i != EP_NONE && ep_words_is(words, i, "for")) {
        uint32_t end =
            ep_words_is(words, i + 1, "(") ? words->items[i + 1].pair : EP_NONE;

        for (; end != EP_NONE && i < end; i++)
            if (ep_operator_is_range(words, i))
                return ep_words_point(words, i);
        return (struct ep_point){0, 0};
    }
    for (; i != EP_NONE; i = i > 0 ? i - 1 : EP_NONE) {
        if (words->items[i].pair != EP_NONE && words->items[i].pair < i)
            i = words->items[i].pair;
        else if (ep_operator_is_range(words, i))
            return ep_words_point(words, i);
        else if (words->items[i].pair != EP_NONE || ep_words_is(words, i, ";"))
            break;
    }
    return (struct ep_point){0, 0};
}

struct ep_point ep_condition_keyword(const struct ep_words *words,
                                     struct ep_point point, const char *keyword)
{
    uint32_t i = ep_words_find(words, point);

    for (; i != EP_NONE; i = i > 0 ? i - 1 : EP_NONE) {
        uint32_t open = ep_brace_of_expression_end(words, i);

        if (open != EP_NONE)
            i = open - 1;
        if (ep_words_is(words, i, keyword))
            return ep_words_point(words, i);
        if (ep_words_is(words, i, ";") || ep_words_is(words, i, "{") ||
            ep_words_is(words, i, "}"))
            break;
    }
    return point;
}

/* Whether the brace I opens a block, but that of a statement expression, `({`. */
static int opens_block(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "{") && i > 0 &&
           !ep_words_is(words, i - 1, "(") && !ep_brace_begins_list(words, i);
}

int ep_condition_is_of_loop(const struct ep_words *words, struct ep_point point)
{
    static const char *const loops[] = {"for", "while", NULL};
    uint32_t i = ep_words_find(words, point);
    int ends = 0; /* of statements, at this level */

    for (; i != EP_NONE && i > 0 && ends <= 2; i--) {
        uint32_t before = i - 1, pair = words->items[before].pair;

        if (pair < before) {
            i = pair + 1;
        } else if (ep_words_is(words, before, "(") && before > 0 &&
                   ep_words_is_one(words, before - 1, loops)) {
            return 1;
        } else if (opens_block(words, before)) {
            return 0;
        } else {
            ends = pair != EP_NONE ? 0 : ends + ep_words_is(words, before, ";");
        }
    }
    return 0;
}
