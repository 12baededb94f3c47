/* SPDX-License-Identifier: MIT */
#include "base/conditions.h"

#include <stdio.h>

#include "check.h"

/* TEXT has `@` before the word that is asked about, `^` before the condition, and
 * `~` before its decision where that is another; they are no part of it. */
struct marked {
    char text[256];
    struct ep_point asked, at, whole;
};

static struct marked read_marks(const char *text)
{
    struct marked out = {{0}, {0, 0}, {0, 0}, {0, 0}};
    struct ep_point here = {1, 1};
    size_t n = 0;

    for (; *text; text++) {
        if (*text == '@')
            out.asked = here;
        else if (*text == '^')
            out.at = here;
        else if (*text == '~')
            out.whole = here;
        if (*text == '@' || *text == '^' || *text == '~')
            continue;
        out.text[n++] = *text;
        here.column++;
        if (*text == '\n')
            here = (struct ep_point){here.line + 1, 1};
    }
    if (!out.whole.line)
        out.whole = out.at;
    return out;
}

/* FACTS has `n` if it is negated, `i` if inverted, `t` or `f` if control comes to
 * what is written next when it holds, or does not. */
static void check_found(const char *text, const char *facts,
                        const struct marked *marked,
                        const struct ep_condition *found)
{
    char got[8];

    (void)snprintf(got, sizeof got, "%s%s%s", found->is_negated ? "n" : "",
                   found->is_inverted ? "i" : "",
                   found->next == EP_NEXT_TRUE    ? "t"
                   : found->next == EP_NEXT_FALSE ? "f"
                                                  : "");
    if (strcmp(got, facts) != 0 || found->at.line != marked->at.line ||
        found->at.column != marked->at.column ||
        found->whole.line != marked->whole.line ||
        found->whole.column != marked->whole.column)
        printf("%s: %s, at %u:%u, whole %u:%u\n", text, got,
               (unsigned)found->at.line, (unsigned)found->at.column,
               (unsigned)found->whole.line, (unsigned)found->whole.column);
    CHECK_TEXT(got, facts);
    CHECK_EQ(found->at.line, marked->at.line);
    CHECK_EQ(found->at.column, marked->at.column);
    CHECK_EQ(found->whole.line, marked->whole.line);
    CHECK_EQ(found->whole.column, marked->whole.column);
}

static void check(const char *text, const char *facts)
{
    struct marked marked = read_marks(text);
    struct ep_condition found;
    struct ep_words words;

    CHECK_EQ(ep_words_read(marked.text, strlen(marked.text), 1, &words), EP_OK);
    CHECK_EQ(ep_condition_find(&words, marked.asked, &found), 1);
    check_found(text, facts, &marked, &found);
    ep_words_release(&words);
}

static void an_operand_has_one_place(void)
{
    check("if (^a @> 3) f();", "t");
    check("if @(^a > 3) f();", "t");
    check("@if (^a > 3) f();", "t");
    check("if (^a > @3) f();", "t");
    check("if (@(^a + b) > 3) f();", "t");
    check("if ((~a + b) > 3 || (^int)@d > 2) f();", "t");
    check("if (~x || @*^h) f();", "t");
    check("if (^a.b[c, d].@e) f();", "t");
    check("if (^a.b().@c()) f();", "t");
    check("if (^same(@b)) f();", "t");
    check("if (((^c) = @get()) != 3) f();", "t");
    check("if ((^c = @get()) && d) f();", "t");
    check("if (^f(a, b) @|| c) g();", "f");
    check("if (~a && ^x.f(a, b)(c, d) @|| c) g();", "f");
    check("if (~a && (^b + c) @&& d) g();", "t");
    check("bool v = ^a @&& b;", "t");
    check("return ~a &&\n  (^b @== 3);", "");
    check("x = (@^a) ? 1 : 2;", "t");
    check("do { } while (@^a /* ) && */);", "");
    check("for (int i = 0; ^i @< 3; i++)", "");
    check("@for (i = 0; !^i; i++)", "n");
    check("for (; ^int k = @f();)", "");
    check("if (int i = 1; ^int k = @f())", "");
    check("for (; a; k = ^@f() ? b : c)", "t");
    check("if (^__builtin_expect(@a, 1))", "t");
    check("if (^__builtin_expect(!!(@a != b), 1) && c)", "t");
    check("if (__builtin_expect(@^a && b, 1))", "t");
    check("if (^T{a} @!= T{b})", "t");
    check("if (!^@({ f(); a && b; }))", "nt");
    check("if (~a && ^({ f(a); b; @}) || c)", "f");
    check("if (~a || !^({ f(a); b; }@))", "nt");
    check("if (^_Generic(x, int: @a > b, default: c) && d)", "t");
    check("if (~d && !^_Generic(x, int: a, default: @c))", "nt");
    check("if (~a && ^T<int>{a, b} @!= c)", "t");
    check("do { ; } while (^@a)", "");
    check("MACRO { f(); } ^@a && b;", "t");
    check("for (int x @^: all)", "");
    check("for (const auto &[a, b] @^: *p.q)", "");
    check("for (int n = a ? 1 : 2; int x @^: f(n))", "");
    check("for (int n = ^a @? 1 : 2; int x : f(n))", "t");
    check("@if (T a = b; ^a > c) f();", "");
    check("if (!(~a || ^@b(c))) f();", "if");
    check("if (!(~a || ^@[](bool x) { return x; }(c))) f();", "if");
    check("if (!(~a || ^@[&] { return b; }())) f();", "if");
    check("if (!(~a || ^[&] { return b; }(@))) f();", "if");
    check("if (!(^@[&] { return b; }() && c)) f();", "it");
    check("if @(T a = f([] { return 1; }); !(^a && d)) ;", "it");
    check("while @(^a > c) f();", "");
    check("if (~a && (^b@))", "t");
    check("if (~x || !(a || (^b@)))", "if");
    check("#define a && b\nwhile (~q and @^a < 3)", "");
    check("if (@co_await ^a)", "t");
    check("if (~b && !co_await @^a)", "nt");
    check("bool v = co_await ^@a && b;", "t");
}

static void a_macro_may_be_a_statement(void)
{
    check("EACH(a, b)\n^f@(c);", "");
    check("FUNCTION(a)\n@^FUNCTION(b)", "");
    check("x = f(a)\n  ^M(b)@(c);", "");
    check("x = ^f(a) @&& b;", "t");
    check("x = ~f(a) and @^b;", "");
    check("return (^bool)a @&& b;", "t");
    check("x = !(^bool)a @&& b;", "nt");
    check("x = ^new (a) b @&& c;", "t");
}

static void what_is_negated(void)
{
    check("if (!@^a)", "nt");
    check("if (@!^a)", "nt");
    check("if (!(!(@^a)))", "t");
    check("if (!@^a == b)", "t");
    check("if (!@^a(b == c))", "nt");
    check("if (!@^a->b<int>(c))", "nt");
    check("if (!@^a < c)", "t");
    check("if (~x && (!@^a))", "nt");
    check("if (not @^a)", "nt");
    check("if (!@^a && b)", "nt");
    check("if (!@^a || b)", "nf");
    check("return !@^a;", "n");
    check("if (!(a, @^b > 3))", "nt");
    check("if (!(@a, ^b))", "nt");
    check("if (!((a, !@^b)) || c)", "f");
    check("if (~c && !(a, @^b > 3))", "nt");
    check("if (!(~c && (a, @^b)))", "if");
}

static void groups_lead_outwards(void)
{
    check("if (!(@^a > 1 && b == 3))", "it");
    check("if (!(~a > 1 && @^b == 3))", "if");
    check("if (!(~a > 1 && !@^b))", "nif");
    check("if (!(!(@^a || b) && c))", "f");
    check("if (!(!(~a || @^b) && c))", "f");
    check("if ((~a && @^b) || c)", "f");
    check("if (~a || (b && @^c))", "t");
    check("if (!(~a && @^b) || c)", "it");
    check("x = !(~a && @^b);", "i");
    check("f(!(~a && @^b), 3);", "i");
    check("!f(~a && @^b);", "");
    check("x = !(~a && @^b) == c;", "i");
    check("x = !((~a && @^b) == c);", "");
    check("x = @^a && b ? c : d;", "t");
    check("x = ~a && @^b ? c : d;", "t");
    check("x = !(@^a ? b : c);", "t");
    check("x = !(a ? @^b && c : d);", "it");
    check("if (!(a ? b : @^c))", "i");
    check("if (a ? b : @^c)", "");
    check("for (; !(~a && @^b);)", "i");
    check("if (a) @^b ? f() : g();", "t");
    check("while (f(a)) ~b && @^c ? f() : g();", "t");
    check("for (;;) @^b && f();", "t");
    check("if constexpr (a) !(@^b) || f();", "nf");
}

static void what_cannot_be_told(void)
{
    static const char text[] = "f(]);\n\"@a\nif (";
    const struct ep_point points[] = {{0, 1}, {1, 0}, {9, 1}, {1, 5},
                                      {1, 9}, {2, 1}, {3, 1}, {3, 4}};
    struct ep_condition found;
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, sizeof text - 1, 1, &words), EP_OK);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        (void)ep_condition_find(&words, points[i], &found);
    CHECK_EQ(ep_condition_find(&words, points[7], &found), 0);
    CHECK_EQ(found.at.line, 0);
    ep_words_release(&words);
}

static void keywords_are_found(void)
{
    static const char text[] = "f();  switch (a.b(c)) {\ncase 1: goto *d[e];";
    struct ep_point point;
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, sizeof text - 1, 1, &words), EP_OK);
    point = ep_condition_keyword(&words, (struct ep_point){1, 19}, "switch");
    CHECK_EQ(point.column, 7);
    point = ep_condition_keyword(&words, (struct ep_point){1, 7}, "switch");
    CHECK_EQ(point.column, 7);
    point = ep_condition_keyword(&words, (struct ep_point){2, 17}, "goto");
    CHECK_EQ(point.line, 2);
    CHECK_EQ(point.column, 9);
    point = ep_condition_keyword(&words, (struct ep_point){1, 2}, "switch");
    CHECK_EQ(point.column, 2);
    ep_words_release(&words);
}

static void an_initialiser_is_no_block(void)
{
    static const char text[] = "b = co_await T{1}; else { goto e; } f;";
    struct ep_point point;
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, sizeof text - 1, 1, &words), EP_OK);
    point = ep_condition_keyword(&words, (struct ep_point){1, 17}, "co_await");
    CHECK_EQ(point.column, 5);
    point = ep_condition_keyword(&words, (struct ep_point){1, 37}, "goto");
    CHECK_EQ(point.column, 37);
    ep_words_release(&words);
}

static void behind_an_operand_an_increment_is_no_sign(void)
{
    check("if (!(^t.bit@++))", "nt");
    check("if (!^t@--)", "nt");
    check("if (!(^a[b]@++) && c)", "nt");
    check("if (!((^a)@++))", "nt");
    check("if (!@++^a)", "nt");
    check("if (!(~a && ^b@++))", "if");
}

static void behind_a_comma_is_the_condition(void)
{
    check("while (@c = next(), ^c != 5)", "");
    check("while (c = next(), @^c != 5)", "");
    check("if ((@n++, ^p) && q)", "t");
    check("if ((n++, ~p) && @^q)", "t");
    check("if (~q(1, 2) && (@n++, m++, !^p))", "nt");
    check("for (i = a, j = b; @n++, ^i < j; i++)", "");
    check("for (^i = @a, j = b; n; i++, j++)", "");
    check("f(@^a, b)", "");
    check("if (f(@^a, b))", "");
    check("x = (@^a, b && c)", "");
    check("if (@^is<a, b>(c))", "");
    check("if (@^is<a, b>::value && c)", "");
    check("int a = @^b, c = d", "");
    check("{@^a, b}", "");
}

/* Release with ep_words_release. */
static struct ep_words words_of(const char *text)
{
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    return words;
}

static int answer(const char *text, uint32_t column,
                  int (*ask)(const struct ep_words *words,
                             struct ep_point point))
{
    const struct ep_point point = {1, column};
    struct ep_words words = words_of(text);
    int found;

    found = ask(&words, point);
    ep_words_release(&words);
    return found;
}

static int is_new(const char *text, uint32_t column)
{
    return answer(text, column, ep_words_is_new);
}

static void new_and_delete_are_found(void)
{
    CHECK_EQ(is_new("x = new a;", 5), 1);
    CHECK_EQ(is_new("x = new a;", 9), 0);
    CHECK_EQ(is_new("x = new a[n];", 12), 1);
    CHECK_EQ(is_new("x = new a::b<c, d>[n];", 21), 1);
    CHECK_EQ(is_new("if (a < b[i])", 12), 0);
    CHECK_EQ(is_new("::delete a;", 1), 1);
    CHECK_EQ(is_new("::a;", 1), 0);
    CHECK_EQ(is_new("]", 1), 0);
    CHECK_EQ(is_new("x = new (p) a[n][2];", 19), 1);
    CHECK_EQ(is_new("x = new a[n](1, 2);", 18), 1);
    CHECK_EQ(is_new("x = a[n](1, 2);", 14), 0);
    CHECK_EQ(is_new("if (f(1))", 8), 0);
}

static int is_binding(const char *text, uint32_t column)
{
    return answer(text, column, ep_words_is_binding);
}

static void names_of_parts_are_found(void)
{
    CHECK_EQ(is_binding("auto [a, b] = c;", 7), 1);
    CHECK_EQ(is_binding("auto [a, b] = c;", 10), 1);
    CHECK_EQ(is_binding("auto [a, b] = c;", 15), 0);
    CHECK_EQ(is_binding("const auto &[a] = c;", 14), 1);
    CHECK_EQ(is_binding("auto const &&[a] = c;", 15), 1);
    CHECK_EQ(is_binding("for (auto &&[a, b] : c)", 17), 1);
    CHECK_EQ(is_binding("[a](auto b) { return b[a]; }", 2), 0);
    CHECK_EQ(is_binding("b & c[a];", 7), 0);
    CHECK_EQ(is_binding("f(&[a] {});", 5), 0);
}

static int is_defaulted(const char *text, uint32_t column)
{
    return answer(text, column, ep_words_is_defaulted);
}

static void what_is_defaulted_is_known_from_its_head_on(void)
{
    CHECK_EQ(is_defaulted("bool operator==(const T &) const = default;", 36),
             1);
    CHECK_EQ(is_defaulted("bool T::operator==(T &) const = default;", 1), 1);
    CHECK_EQ(is_defaulted("bool f() { return 1; } T() = default;", 1), 0);
    CHECK_EQ(is_defaulted("bool f(); T() = default;", 1), 0);
    CHECK_EQ(is_defaulted("T() = default", 1), 0);
    CHECK_EQ(is_defaulted("", 1), 0);
}

static uint32_t lists(const char *text, uint32_t column, const char *name)
{
    const struct ep_point point = {1, column};
    struct ep_words words = words_of(text);
    struct ep_point found = ep_words_member(&words, point, name);

    ep_words_release(&words);
    return found.column;
}

static void what_a_constructor_lists_is_found(void)
{
    const char *several =
        "T(int n) noexcept(1) : a(n ? (b) : c), d{e}, f<g>(1)... "
        "{ h(i); }";

    CHECK_EQ(lists("T() : a(1) {}", 1, "a"), 7);
    CHECK_EQ(lists("T() : a(1) {}", 1, "T"), 0);
    CHECK_EQ(lists("T() { a(1); }", 1, "a"), 0);
    CHECK_EQ(lists("T(); U() : a(1) {}", 1, "a"), 0);
    CHECK_EQ(lists("T() = default; U() : a(1) {}", 1, "a"), 0);
    CHECK_EQ(lists("T::T(int a) : b{1}, a{a} {}", 1, "a"), 21);
    CHECK_EQ(lists("T::T(int a) : b{1}, a{a} {}", 4, "a"), 21);
    CHECK_EQ(lists("T::T(int a) : b{a} {}", 4, "a"), 0);
    CHECK_EQ(lists(several, 1, "a"), 24);
    CHECK_EQ(lists(several, 1, "b"), 0);
    CHECK_EQ(lists(several, 1, "d"), 40);
    CHECK_EQ(lists(several, 1, "e"), 0);
    CHECK_EQ(lists(several, 1, "h"), 0);
    CHECK_EQ(lists("T() : B()..., a(1) {}", 1, "a"), 15);
    CHECK_EQ(lists(several, 1, "f"), 46);
    CHECK_EQ(lists("T() : n::B<a<b>>(1), c(2) {}", 1, "B"), 10);
    CHECK_EQ(lists("T() : a(", 1, "a"), 0);
    CHECK_EQ(lists("T(", 1, "a"), 0);
    CHECK_EQ(lists("", 1, "a"), 0);
}

static uint32_t column_of(const char *text, uint32_t column,
                          struct ep_point (*find)(const struct ep_words *words,
                                                  struct ep_point point))
{
    const struct ep_point point = {1, column};
    struct ep_words words = words_of(text);
    uint32_t found;

    found = find(&words, point).column;
    ep_words_release(&words);
    return found;
}

static uint32_t of_range(const char *text, uint32_t column)
{
    return column_of(text, column, ep_condition_of_range);
}

static void ranges_are_behind_a_colon(void)
{
    CHECK_EQ(of_range("for (int x : a)", 14), 12);
    CHECK_EQ(of_range("for (int x : a(b, c))", 20), 12);
    CHECK_EQ(of_range("for (int x : {b, [] { f(); }})", 29), 12);
    CHECK_EQ(of_range("for (int x = b ? c : d; int y : a)", 33), 31);
    CHECK_EQ(of_range("for (int x : b ? c : d)", 22), 12);
    CHECK_EQ(of_range("for (int x : a) f(b ? c : d)", 27), 0);
    CHECK_EQ(of_range("for (;; b ? c : d)", 17), 0);
    CHECK_EQ(of_range("for (int x : a) b;", 1), 12);
    CHECK_EQ(of_range("for (int x = b ? c : d; int y : a)", 1), 31);
    CHECK_EQ(of_range("for (a; b; c) for (int x : d) e;", 1), 0);
    CHECK_EQ(of_range("for (a", 1), 0);
    CHECK_EQ(of_range("case 1: f(a)", 12), 0);
    CHECK_EQ(of_range(")", 1), 0);
}

static int is_opened(const char *text, uint32_t column)
{
    return answer(text, column, ep_words_is_opened);
}

static void a_brace_opens_a_body_or_what_is_below(void)
{
    CHECK_EQ(is_opened("~T() { f(); }", 6), 1);
    CHECK_EQ(is_opened("~T() noexcept {\n}", 15), 1);
    CHECK_EQ(is_opened("T() : a{1} { f(); }", 12), 1);
    CHECK_EQ(is_opened("T() : a{1} { f(); }", 8), 0);
    CHECK_EQ(is_opened("pair a = {\n f() };", 10), 1);
    CHECK_EQ(is_opened("pair a = { f() };", 10), 0);
    CHECK_EQ(is_opened("~T() {}", 6), 0);
    CHECK_EQ(is_opened("~T() { }", 6), 0);
}

static int has_case(const char *text, uint64_t value)
{
    const struct ep_point point = {1, 1};
    struct ep_words words = words_of(text);
    int found;

    found = ep_words_has_case(&words, point, value);
    ep_words_release(&words);
    return found;
}

static void a_case_is_found_by_its_number(void)
{
    CHECK_EQ(has_case("switch (x) { case 0xFFFFffffU: }", 4294967295u), 1);
    CHECK_EQ(has_case("switch (x) { case 2'147'483'648: }", 2147483648u), 1);
    CHECK_EQ(has_case("switch (x) { case 037777777777: }", 4294967295u), 1);
    CHECK_EQ(has_case("switch (x) { case 0b11: }", 3), 1);
    CHECK_EQ(has_case("switch (x) { case -1: }", 1), 0);
    CHECK_EQ(has_case("switch (x) { case A: } case 5:", 5), 0);
    CHECK_EQ(has_case("switch (x) { case 99999999999999999999: }", 5), 0);
}

static uint32_t handler(const char *text, uint32_t column)
{
    return column_of(text, column, ep_words_handler);
}

static void handlers_begin_at_their_catch(void)
{
    CHECK_EQ(handler("} catch (int /* ) */ n) {", 25), 3);
    CHECK_EQ(handler("} CATCH {", 9), 3);
    CHECK_EQ(handler("} CATCH(a, (b)) {", 17), 3);
    CHECK_EQ(handler("catch (...) {} FAILS(f());", 16), 16);
    CHECK_EQ(handler("catch (...) {} {", 16), 0);
    CHECK_EQ(handler("{", 1), 0);
    CHECK_EQ(handler("(a) {", 5), 0);
}

static void words_are_told_apart(void)
{
    static const char text[] =
        "a/**/b//c\\\nd\n#if 1 \\\n2\n'\\'' u8R\"x(\")x\" "
        "1'000.5e-3f <<= L\"a\\\"b\" .5 \\\n c";
    static const char *const wanted[] = {
        "a",           "b",  "'\\''", "u8R\"x(\")x\"", "1'000.5e-3f", "<<=",
        "L\"a\\\"b\"", ".5", "c"};
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, sizeof text - 1, 1, &words), EP_OK);
    CHECK_EQ(words.n, sizeof wanted / sizeof *wanted);
    for (uint32_t i = 0; i < words.n; i++)
        CHECK(ep_words_is(&words, i, wanted[i]));
    CHECK_EQ(words.n_lines, 6);
    CHECK_EQ(ep_words_point(&words, 2).line, 5);
    CHECK_EQ(ep_words_point(&words, 2).column, 1);
    ep_words_release(&words);
}

static int read_words(void)
{
    static const char text[] = "if (a[b] && {\n";
    struct ep_words words;
    int status = ep_words_read(text, sizeof text - 1, 1, &words);

    ep_words_release(&words);
    return status;
}

/* The decision of the word at `@` in TEXT has N operands. */
static void check_operands(const char *text, uint32_t n)
{
    struct marked marked = read_marks(text);
    struct ep_condition found;
    struct ep_words words;

    CHECK_EQ(ep_words_read(marked.text, strlen(marked.text), 1, &words), EP_OK);
    CHECK_EQ(ep_condition_find(&words, marked.asked, &found), 1);
    CHECK_EQ(found.n_operands, n);
    ep_words_release(&words);
}

static void operands_are_counted(void)
{
    check_operands("if (@a) ;", 1);
    check_operands("x = @a && b;", 2);
    check_operands("return !(@a || b) && !c;", 3);
    check_operands("if (a && (@b || (c && d)) || e) ;", 5);
    check_operands("if (@a && (b ? c && d : e)) ;", 2);
    check_operands("if (a && (b ? @c && d : e)) ;", 2);
    check_operands("if (@a && f(b && c, d || e)) ;", 2);
    check_operands("if (a && f(@b && c, d || e)) ;", 2);
    check_operands("if (@a && (f(), b || c)) ;", 3);
    check_operands("if (@a && (x = b && c)) ;", 3);
    check_operands("if (@a && (b || c) + 1) ;", 2);
    check_operands("if (@a && 1) ;", 2);
    check_operands("for (i = 0; @i < n && !v[i && j]; i++) ;", 2);
    check_operands("while (M(a) and @b) ;", 2);
}

/* In TEXT `~` is before the last word of the operand behind that at `@`. */
static void check_next_end(const char *text)
{
    struct marked marked = read_marks(text);
    struct ep_condition found;
    struct ep_words words;

    CHECK_EQ(ep_words_read(marked.text, strlen(marked.text), 1, &words), EP_OK);
    CHECK_EQ(ep_condition_find(&words, marked.asked, &found), 1);
    CHECK_EQ(found.next_end.line, marked.whole.line);
    CHECK_EQ(found.next_end.column, marked.whole.column);
    ep_words_release(&words);
}

static void what_is_behind_ends(void)
{
    check_next_end("if (@a || ~b) ;");
    check_next_end("if (M@(a) || !~b) ;");
    check_next_end("if (!(@a && f(b, c~)) || d) ;");
    check_next_end("if ((@a) || (b && c~) && d) ;");
    check_next_end("if (((@a) || 0 < ~1) && b) ;");
    check_next_end("if (M(a) @|| !~b) ;");
    check_next_end("if (a || @b) ;");
    check_next_end("if (!@a ? f(b~) : c) ;");
    check_next_end("x = (@a) ? ~b : c || d;");
    check_next_end("x = @a && ~b ? c : d;");
}

static int is_of_loop(const char *text)
{
    struct marked marked = read_marks(text);
    struct ep_words words;
    int found;

    CHECK_EQ(ep_words_read(marked.text, strlen(marked.text), 1, &words), EP_OK);
    found = ep_condition_is_of_loop(&words, marked.asked);
    ep_words_release(&words);
    return found;
}

static void loops_have_what_is_in_their_brackets(void)
{
    CHECK_EQ(is_of_loop("while (@a) ;"), 1);
    CHECK_EQ(is_of_loop("for (int i = 0; f(T{1}, @i); i++) ;"), 1);
    CHECK_EQ(is_of_loop("do { if (a) ; } while (!(b || @a));"), 1);
    CHECK_EQ(is_of_loop("for (auto x : @f()) ;"), 1);
    CHECK_EQ(is_of_loop("while (({ f(); @a; })) ;"), 1);
    CHECK_EQ(is_of_loop("while (a) M(@b);"), 0);
    CHECK_EQ(is_of_loop("while (a) { if (@b) ; }"), 0);
    CHECK_EQ(is_of_loop("while (f([] { M(@b); })) ;"), 0);
    CHECK_EQ(is_of_loop("M(@b);"), 0);
}

/* Likewise, of what is chosen by the ?: whose own condition is marked, or by N of them. */
static void check_choice(unsigned n, const char *text, const char *facts)
{
    struct marked marked = read_marks(text);
    struct ep_condition found;
    struct ep_words words;

    CHECK_EQ(ep_words_read(marked.text, strlen(marked.text), 1, &words), EP_OK);
    CHECK_EQ(ep_condition_find(&words, marked.at, &found), 1);
    CHECK_EQ(ep_condition_of_choice(&words, n, &found), 1);
    check_found(text, facts, &marked, &found);
    ep_words_release(&words);
}

static void what_is_chosen_is_asked_too(void)
{
    struct ep_condition found;
    struct ep_words words;

    check_choice(1, "r = (^c ? m : n) || d;", "f");
    check_choice(1, "r = (^c ? m : n) && d;", "t");
    check_choice(1, "r = !((^c ? m : n) || d);", "if");
    check_choice(1, "r = !(^c ? m : n) || d;", "nf");
    check_choice(1, "r = !!(!^c ? m : n) || d;", "f");
    check_choice(1, "r = d && (^c > 3 ? m : n);", "");
    check_choice(1, "if (!(^c ? m : n)) f();", "nt");
    check_choice(1, "r = (^c ? m : n) ? 1 : 2;", "t");
    check_choice(1, "r = (^c ?: n) || d;", "f");
    check_choice(1, "if (!((^c ? m : n) ? a : b)) f();", "t");
    check_choice(2, "if (!((^c ? m : n) ? a : b)) f();", "nt");
    check_choice(2, "r = ((^c ? m : n) ? a : b) || d;", "f");
    check_choice(2, "r = ((!(^c > 1 ? m : n) ? a && b : d) || e);", "f");
    check_choice(1, "if (!((c, ^d > 1) ? m : n)) f();", "nt");
    check_choice(2, "r = (!(((++c, ^d > 1)) ? 0 : n) ? m : d) || e;", "f");
    check_choice(1, "if (!((^c && d) ? m : n)) f();", "nt");
    check_choice(1, "r = (!(^c && d) || e ? m : n) || g;", "f");
    check_choice(2, "r = (((^c || d) ? m : n) && e ? a : b) && g;", "t");
    check_choice(1, "if (!(__builtin_expect(^c && d, 1) ? m : n)) f();", "nt");
    check_choice(3, "r = (!((^c ? m : n) ? a : b) ? x : y) && d;", "t");
    CHECK_EQ(ep_words_read("if (c || d) f();", 16, 1, &words), EP_OK);
    CHECK_EQ(ep_condition_find(&words, (struct ep_point){1, 5}, &found), 1);
    CHECK_EQ(ep_condition_of_choice(&words, 1, &found), 0);
    CHECK_EQ(ep_condition_of_choice(&words, 0, &found), 0);
    CHECK_EQ(found.next, EP_NEXT_FALSE); /* as it was */
    found.at.line = 3;                   /* there is none */
    CHECK_EQ(ep_condition_of_choice(&words, 1, &found), 0);
    ep_words_release(&words);
}

int main(void)
{
    loops_have_what_is_in_their_brackets();
    what_is_behind_ends();
    operands_are_counted();
    an_operand_has_one_place();
    a_macro_may_be_a_statement();
    what_is_negated();
    groups_lead_outwards();
    what_cannot_be_told();
    keywords_are_found();
    an_initialiser_is_no_block();
    behind_an_operand_an_increment_is_no_sign();
    behind_a_comma_is_the_condition();
    new_and_delete_are_found();
    names_of_parts_are_found();
    what_is_defaulted_is_known_from_its_head_on();
    what_a_constructor_lists_is_found();
    ranges_are_behind_a_colon();
    a_brace_opens_a_body_or_what_is_below();
    a_case_is_found_by_its_number();
    handlers_begin_at_their_catch();
    words_are_told_apart();
    what_is_chosen_is_asked_too();
    check_failing_memory(read_words);
    return check_failures != 0;
}
