/* SPDX-License-Identifier: MIT */
#include "base/operators.h"

#include <stdio.h>

#include "check.h"

/* RANGE of WORDS, each word behind a blank, is TEXT. */
static void check_operand(const struct ep_words *words, struct ep_range range,
                          const char *text)
{
    char got[256] = "";
    size_t n = 0;

    for (uint32_t i = range.first; i <= range.last; i++)
        n += (size_t)snprintf(got + n, sizeof got - n, " %.*s",
                              (int)words->items[i].size,
                              words->text + words->items[i].at);
    CHECK_TEXT(got, text);
}

/* The operator that COLUMN of TEXT means is at that of AT, 0: there is none; and has
 * these operands. */
static void check_at(const char *text, uint32_t column, uint32_t at,
                     const char *const operands[3])
{
    struct ep_words words;
    struct ep_operator found;
    int is_choice = operands[2] != NULL;
    uint32_t word;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    word = ep_words_find(&words, (struct ep_point){1, column});
    CHECK_EQ(ep_operator_at(&words, word, is_choice, &found), at != 0);
    if (at != 0) {
        CHECK_EQ(ep_words_point(&words, found.at).column, at);
        CHECK_EQ(found.is_choice, is_choice);
        for (int i = 0; i < 2 + is_choice; i++)
            check_operand(&words, found.operands[i], operands[i]);
    }
    ep_words_release(&words);
}

#define AT(text, column, at, ...) \
    check_at(text, column, at, (const char *const[3]){__VA_ARGS__})

static void logic_has_two_operands(void)
{
    AT("x = a && b && c || d;", 7, 7, " a", " b");
    AT("x = a && b && c || d;", 12, 12, " a && b", " c");
    AT("x = a && b && c || d;", 17, 17, " a && b && c", " d");
    AT("f(a || b && c, d)", 5, 5, " a", " b && c");
    AT("x = (y = f(a)) and !b ? c : d;", 16, 16, " ( y = f ( a ) )", " ! b");
    AT("p ? a : b || c;", 11, 11, " b", " c");
    AT("return a && (b || c);", 10, 10, " a", " ( b || c )");
}

static void a_choice_has_three(void)
{
    AT("x = a && b ? c : d;", 12, 12, " a && b", " c", " d");
    AT("x = a && b ? c : d;", 16, 12, " a && b", " c", " d");
    AT("a ? b : c ? d : e;", 3, 3, " a", " b", " c ? d : e");
    AT("a ? b : c ? d : e;", 11, 11, " c", " d", " e");
    AT("a ? b : c ? d : e;", 15, 11, " c", " d", " e");
    AT("a ? b ? c : d : e;", 7, 7, " b", " c", " d");
    AT("a ? b ? c : d : e;", 3, 3, " a", " b ? c : d", " e");
    AT("a ? b ? c : d : e;", 15, 3, " a", " b ? c : d", " e");
    AT("f(a ? (b, c) : d, e)", 5, 5, " a", " ( b , c )", " d");
    AT("d ?: e;", 3, 3, " d", " d", " e");
}

static void a_list_is_in_an_operand(void)
{
    AT("x = a == T{0} ? T{b, 1} : c;", 15, 15, " a == T { 0 }", " T { b , 1 }",
       " c");
    AT("x = a == T{0} ? T{b, 1} : c;", 25, 15, " a == T { 0 }", " T { b , 1 }",
       " c");
    AT("return a ? T{b ? 1 : 2} : U{};", 10, 10, " a", " T { b ? 1 : 2 }",
       " U { }");
    AT("return a == T{} && T{b}.c;", 17, 17, " a == T { }", " T { b } . c");
}

static void a_lambda_is_in_an_operand(void)
{
    AT("x = m ? [&] { f(); }() : c;", 7, 7, " m", " [ & ] { f ( ) ; } ( )",
       " c");
    AT("x = m ? [&] { f(); }() : c;", 24, 7, " m", " [ & ] { f ( ) ; } ( )",
       " c");
    AT("x = [](T a) -> T { b ? c : d; }(e) && f;", 36, 36,
       " [ ] ( T a ) -> T { b ? c : d ; } ( e )", " f");
    AT("if (a || [=]() mutable { b(); }() && f)", 35, 35,
       " [ = ] ( ) mutable { b ( ) ; } ( )", " f");
    AT("if (a || [=]() mutable { b(); }() && f)", 7, 7, " a",
       " [ = ] ( ) mutable { b ( ) ; } ( ) && f");
    AT("int f(int a) { b; } int c = d && e;", 31, 31, " d", " e");
}

static void what_a_place_means(void)
{
    AT("!(a && (b || d) || c && e)", 1, 17, " a && ( b || d )", " c && e");
    AT("!!((a && b))", 1, 7, " a", " b");
    AT("((a), (b && c))", 5, 10, " b", " c");
    AT("(a, b || c && d, e)", 3, 7, " b", " c && d");
    AT("a && b", 1, 0, "", "");
    AT("a, b", 2, 0, "", "");
    AT("a && b", 3, 0, "", "", "");
    AT("a ? b : c", 3, 0, "", "");
    AT("f ? g;", 3, 0, "", "", "");
    AT("case 1: a", 7, 0, "", "", "");
    AT("a &&", 3, 0, "", "");
    AT("&& b", 1, 0, "", "");
    AT("a ? : ;", 5, 0, "", "", "");
    AT("x", 9, 0, "", "");
}

/* All of TEXT is made by the operator at column AT; 0: by none. */
static void check_of(const char *text, int is_choice, uint32_t at)
{
    struct ep_words words;
    struct ep_operator found;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    CHECK_EQ(ep_operator_of(&words, (struct ep_range){0, (uint32_t)words.n - 1},
                            is_choice, &found),
             at != 0);
    if (at != 0)
        CHECK_EQ(ep_words_point(&words, found.at).column, at);
    ep_words_release(&words);
}

static void brackets_are_looked_into(void)
{
    check_of("a && b || c && d", 0, 8);
    check_of("a && b", 1, 0);
    check_of("!(a && b)", 0, 5);
    check_of("!!((a) ? b : c)", 1, 8);
    check_of("(bool)(a && b)", 0, 10);
    check_of("(int)!(a && b)", 0, 10);
    check_of("(a) && (b)", 0, 5);
    check_of("f(a && b)", 0, 0);
    check_of("x == f(a && b)", 0, 0);
    check_of("(a, b && c)", 0, 0);
    check_of("(a ? b && c : d)", 0, 0);
    check_of("({ a && b; })", 0, 0);
    check_of("()", 0, 0);
    check_of("(", 0, 0);
    check_of(")", 0, 0);
    check_of("!", 0, 0);
}

/* The operator at column AT of line 2 of TEXT begins on LINE, at COLUMN. */
static void check_begin(const char *text, uint32_t at, uint32_t line,
                        uint32_t column)
{
    struct ep_words words;
    struct ep_point found;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    found = ep_operator_begin(&words, (struct ep_point){2, at});
    CHECK_EQ(found.line, line);
    CHECK_EQ(found.column, column);
    ep_words_release(&words);
}

static void an_operator_begins_before_its_brackets(void)
{
    check_begin("x = ((a ? b\n : c)) +\n d;", 8, 1, 7);
    check_begin("x = f(a,\n c) <<\n (d);", 5, 1, 5);
    check_begin("x = f(a)((b),\n c) <<\n (d);", 5, 1, 5);
    check_begin("x = (f)(a,\n c) <<\n (d);", 5, 1, 6);
    check_begin("return (a,\n c) <<\n (d);", 5, 1, 9);
    check_begin("if (x) (a,\n c) +\n (d);", 5, 1, 9);
    check_begin("if (a &&\n c) *\n p = 1;", 5, 2, 5); /* no operand before it */
    check_begin("(a ? b\n : c)++;", 6, 1, 2);
    check_begin("x = (a ? b\n : c) +\n d;", 4, 2, 4);   /* no operator */
    check_begin("x = (a ? b\n : c) + (d);", 7, 2, 7);   /* `d` is there */
    check_begin("x = (a ? b : c)\n +\n d;", 2, 2, 2);   /* nothing else is */
    check_begin("x = (a ? b : c\n ) +\n d;", 4, 2, 4);  /* nor here */
    check_begin("x = (a ? b :\n (c) +\n d);", 6, 2, 6); /* within */
    check_begin("x\n )) +", 5, 2, 5);
    check_begin("x\n", 1, 2, 1);
}

/* The call at the beginning of TEXT, of NAME, ends at COLUMN; 0: that is not known. */
static void check_call(const char *text, const char *name, uint32_t column)
{
    struct ep_words words;
    struct ep_point end;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    end = ep_call_end(&words, (struct ep_point){1, 1}, name);
    CHECK_EQ(end.line, column != 0);
    CHECK_EQ(end.column, column);
    ep_words_release(&words);
}

static void a_call_ends_at_its_bracket(void)
{
    check_call("f(a, (b)) + c", "f", 9);
    check_call("sscanf(a)", "__isoc99_sscanf", 9);
    check_call("twice(a)", "_Z5twiceIiEiT_S0_", 8);
    check_call("p->q.f(a)", NULL, 9);
    check_call("p->q.f(a)", "_ZN1s1fEi", 9);
    check_call("p(a)", NULL, 0); /* a macro, perhaps */
    check_call("CHECK(a)", "f", 0);
    check_call("f<int>(a)", "_Z1fIiEvT_", 0);
    check_call("f(a", "f", 0);
    check_call("f", "f", 0);
    check_call("p->", "f", 0);
    check_call("(a)", "f", 0);
}

static void the_only_choice_is_found(void)
{
    static const char text[] = "f(a ? b : c) * 2 + (d ? e : g)";
    struct ep_words words;
    struct ep_operator found;

    CHECK_EQ(ep_words_read(text, sizeof text - 1, 1, &words), EP_OK);
    CHECK_EQ(ep_operator_only_choice(&words, (struct ep_range){0, 9}, &found),
             1);
    CHECK_EQ(found.at, 3);
    CHECK_EQ(ep_operator_only_choice(&words, (struct ep_range){0, 18}, &found),
             0);
    CHECK_EQ(ep_operator_only_choice(&words, (struct ep_range){4, 9}, &found),
             0);
    ep_words_release(&words);
}

int main(void)
{
    logic_has_two_operands();
    a_choice_has_three();
    a_list_is_in_an_operand();
    a_lambda_is_in_an_operand();
    what_a_place_means();
    brackets_are_looked_into();
    an_operator_begins_before_its_brackets();
    a_call_ends_at_its_bracket();
    the_only_choice_is_found();
    return check_failures != 0;
}
