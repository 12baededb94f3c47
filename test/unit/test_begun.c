/* SPDX-License-Identifier: MIT */
#include "base/begun.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

/* TEXT has `@` before a word, and is read without that.  From there NEXT finds the words
 * FOUND, one behind the other. */
static void check_found(const char *text, const char *found,
                        uint32_t (*next)(const struct ep_words *, uint32_t))
{
    const char *at = strchr(text, '@');
    char plain[256] = "", got[256] = "";
    struct ep_words words;
    uint32_t i = 0;

    (void)snprintf(plain, sizeof plain, "%.*s%s", (int)(at - text), text,
                   at + 1);
    CHECK_EQ(ep_words_read(plain, strlen(plain), 1, &words), EP_OK);
    while (words.items[i].at < (uint32_t)(at - text))
        i++;
    while ((i = next(&words, i)) != EP_NONE)
        (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.*s",
                       *got ? " " : "", (int)words.items[i].size,
                       words.text + words.items[i].at);
    if (strcmp(got, found) != 0)
        printf("%s: %s\n", text, got);
    CHECK_EQ(strcmp(got, found), 0);
    ep_words_release(&words);
}

/* What has begun at the word are the statements and operands whose first words are BEGUN, from
 * the inmost on. */
static void check(const char *text, const char *begun)
{
    check_found(text, begun, ep_begun_before);
}

static void statements_begin_before_their_parts(void)
{
    check("; sum += @f(x);", "sum");
    check("; sum @+= f(x);", "sum");
    check("; @sum += f(x);", "");
    check("@f(x);", "");
    check("; int n = @f(x);", "int");
    check("; T a = 1, b = @f(x);", "b T");
    check("{ return @f(x);", "return");
    check("{ return (void)@f(x);", "return");
    check("} throw @f(x);", "throw");
    check("; delete[] @f(x);", "delete");
    check("; new (p) T(@f(x));", "new");
    check("; p->q[a].@f(x);", "p");
    check("if (x) y = @f(x);", "y");
    check("else y = @f(x);", "y");
    check("do y = @f(x);", "y");
    check("case 3: y = @f(x);", "y");
    check("CHECK(a) y = @f(x);", "y");
    check("; y = [] { a(); }() + @f(x);", "[ y");
}

static void operands_begin_before_their_parts(void)
{
    check("; g(a, b + @f(x), c);", "b g");
    check("; g(b + @f(x), c);", "b g");
    check("; g(@f(x));", "g");
    check("; a = b && c + @f(x);", "c");
    check("; a = b ? c : d + @f(x);", "d");
    check("; a = b ?: @f(x);", "");
    check("; g(a ? b : c, h(d, e || @f(x)));", "");
    check("; std::string{\"a\"} + @f(x);", "std");
    check("; a = b && c || @f(x);", "");
    check("; a = b || @c && f(x);", "");
    check("; a = @b ? c && d : f(x);", "a");
    check("; a || b, @f(x);", "");
    check("; a = b = c + @f(x);", "c b a");
    check("; g(a, h(b) + (c || d + @f(x)));", "d");
}

static void heads_begin_before_what_they_ask(void)
{
    check("if (@f(x)) ;", "if");
    check("; if @(f(x)) ;", "if");
    check("if constexpr @(f(x)) ;", "if");
    check("} else if (a + @f(x)) ;", "a if");
    check("if constexpr (@f(x)) ;", "if");
    check("for (T i = @f(x); a; b) ;", "T for");
    check("for (a; b < @f(x); c) ;", "b");
    check("for (T i : @f(x)) ;", "");
    check("for (T i @: f(x)) ;", "");
    check("while (@f(x)) ;", "while");
    check("{ { while (a) @f(x); } }", "");
}

static void lists_are_of_what_they_initialise(void)
{
    check("; T x = {a, @f(x)};", "T");
    check("; T x = {{a}, {b, c + @f(x)}};", "c T");
    check("; T x{@f(x)};", "T");
    check("; const a::b<c> &x{@f(x)};", "const");
    check("; return {@f(x)};", "return");
    check("; return T{@f(x)};", "return");
    check("; g(T{@f(x)});", "T g");
    check("; x = {a}, y = @f(x);", "y x");
}

static void blocks_are_executed_at_another_time(void)
{
    check("; g([&](T a) { @f(x); });", "");
    check("; g([&] { return @f(x); });", "return");
    check("; g([&]() mutable { @f(x); });", "");
    check("; g([&]() -> T { @f(x); });", "");
    check("; g({ @f(x); });", "");
    check("; n = ({ while (@f(x)) ; });", "while");
    check("; struct S { T a = @f(x); };", "T");
    check("; class S : B { T a = @f(x); };", "T");
    check("; S::S() : a(@f(x)), b(c) { }", "a");
    check("try { @f(x); }", "");
    check("namespace a { T b = @f(x); }", "T");
    check("out: y = @f(x);", "y");
    check("; ~S() @{ }", "");
    check("; ~S() { @}", "");
}

static void branches_of_directives_are_others(void)
{
    check("; int a =\n#else\n int b =\n#endif\n @f(x);", "");
    check("; g(\n#else\n h(\n#endif\n a, @f(x));", "h");
    check("; a = b # c +\n @f(x);", "b a");
}

static void what_is_no_program_is_read(void)
{
    check("( @f", "");
    check(") @f", "");
    check(", @f", ",");
    check("{ , { , @f", ",");
    check("? : ? @f", "");
    check(": : @f", "");
    check("if ( = ( @f", "");
}

static uint32_t behind(const struct ep_words *words, uint32_t i)
{
    return ep_begun_behind(words, i, (uint32_t)words->n - 1);
}

/* An expression goes on from the word to the end of TEXT.  Behind that word, those at which an
 * operand has begun are OPERANDS. */
static void check_behind(const char *text, const char *operands)
{
    check_found(text, operands, behind);
}

static void operands_have_begun_when_all_is_known(void)
{
    check_behind("@a < b", "b");
    check_behind("@a + 2 > -b", "2 b");
    check_behind("@p->n == q.m + T::k", "n q m T k");
    check_behind("@a[i + 1] == \"x\"[0]", "i 1 \"x\" 0");
    check_behind("@(int)a < 'b'", "int a 'b'");
    check_behind("@f(a, b) < c", "c");
    check_behind("@p->f(a)(b) < c", "f c");
    check_behind("@a < f(b) + c", "f c");
    check_behind("f@(a, g(b), 3)", "a g 3");
    check_behind("f@()", "");
}

static void what_may_not_be_computed_has_not(void)
{
    check_behind("@a && b", "");
    check_behind("@a + (b ? c : d) + e", "b e");
    check_behind("f@(a || b, c, (d && e, g), h)", "a c d g h");
    check_behind("@a < sizeof b", "");
    check_behind("f@(sizeof b, c)", "c");
    check_behind("@a < [&] { return b; }()", "");
    check_behind("f@(T{b}, c)", "T");
    check_behind("@a AND b", "");
    check_behind("@a <\n#if X\n b\n#else\n c\n#endif\n + d", "");
    check_behind("f@(a, g(\n#if X\n b\n#else\n c\n#endif\n), d)", "a g");
    check_behind("@a", "");
    check_behind("@a ) ? ( &&", "");
    check_behind("( @&& , , ? [ {", "");
}

int main(void)
{
    statements_begin_before_their_parts();
    operands_begin_before_their_parts();
    heads_begin_before_what_they_ask();
    lists_are_of_what_they_initialise();
    blocks_are_executed_at_another_time();
    branches_of_directives_are_others();
    what_is_no_program_is_read();
    operands_have_begun_when_all_is_known();
    what_may_not_be_computed_has_not();
    return check_failures != 0;
}
