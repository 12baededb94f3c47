/* SPDX-License-Identifier: MIT
 *
 * gcc_folded.cc - see gcc_folded.h.
 */
#include "gcc_folded.h"

#include "base/expressions.h"
#include "gcc_source.h"

namespace
{

struct made_test {
    const struct ep_words *words;
    struct ep_point at;
};

auto_vec<made_test> made_tests; /* few */

void note(const struct ep_words *words, location_t place)
{
    made_tests.safe_push(
        {words, edgeprof_point_of(edgeprof_compat_line(place))});
}

hash_set<edgeprof_place_hash>
    known_choices; /* where those stand that are written */

/* Whether a ?: is written where what is at PLACE is, or that is not known. */
bool may_have_question(const struct ep_words *words, location_t place)
{
    uint32_t i = edgeprof_source_word(words, get_start(place));
    uint32_t last = edgeprof_source_word(words, get_finish(place));
    if (i == EP_NONE || last == EP_NONE)
        return true;
    while (i <= last && !ep_words_is(words, i, "?"))
        i++;
    return i <= last;
}

/* Whether OPERAND is one test of what several operands of an && have: the test of a
 * sum or a field of theirs, which stands at the &&. */
bool is_folded(tree operand, const struct ep_words *words)
{
    if (edgeprof_compat_is_c() || !COMPARISON_CLASS_P(operand))
        return false;
    tree tested = tree_strip_nop_conversions(TREE_OPERAND(operand, 0));
    return (BINARY_CLASS_P(tested) || TREE_CODE(tested) == BIT_FIELD_REF) &&
           ep_is_logic(words,
                       edgeprof_source_word(words, EXPR_LOCATION(operand)));
}

} // namespace

void edgeprof_folded_restore(tree operand, tree inner,
                             const edgeprof_written &written, unsigned i)
{
    struct ep_range range = written.as.operands[i];
    edgeprof_written own;
    if (!inner) {
        if (is_folded(operand, written.words))
            note(written.words, edgeprof_written_begin(written, i, NULL_TREE));
        return;
    }
    if (edgeprof_written_find(inner, &own) && own.words == written.words &&
        ep_range_has(range, own.as.at))
        return;
    bool is_choice = TREE_CODE(inner) == COND_EXPR;
    own = written;
    if (ep_operator_of(written.words, range, is_choice, &own.as))
        SET_EXPR_LOCATION(inner, edgeprof_written_place(own));
    else if (is_choice &&
             !ep_range_has(range, edgeprof_source_word(written.words,
                                                       EXPR_LOCATION(inner))))
        SET_EXPR_LOCATION(inner, edgeprof_written_begin(written, i, NULL_TREE));
}

bool edgeprof_folded_is_made(const struct ep_words *words, struct ep_point at)
{
    for (const made_test &test : made_tests)
        if (test.words == words && test.at.line == at.line &&
            test.at.column == at.column)
            return true;
    return false;
}

void edgeprof_folded_keep(location_t begins)
{
    if (begins != UNKNOWN_LOCATION)
        known_choices.add(get_pure_location(begins));
}

location_t edgeprof_folded_make(tree choice)
{
    location_t place = EXPR_LOCATION(choice);
    tree condition = TREE_OPERAND(choice, 0);
    const struct ep_words *words = edgeprof_source_words_at(place);
    location_t own = get_start(EXPR_LOCATION(condition));
    edgeprof_written definition;
    if (!words || from_macro_expansion_at(place) || own == UNKNOWN_LOCATION ||
        edgeprof_source_word(words, own) ==
            edgeprof_source_word(words, get_start(place)) ||
        known_choices.contains(get_pure_location(place)) ||
        may_have_question(words, place) ||
        edgeprof_written_find_in_macro(choice, &definition))
        return UNKNOWN_LOCATION;
    note(words, own);
    return own;
}
