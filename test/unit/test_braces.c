/* SPDX-License-Identifier: MIT */
#include "base/braces.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

typedef int is_fn(const struct ep_words *words, uint32_t i);

/* The braces of TEXT that are IS are those behind a `^`, which is no part of it. */
static void check_as(is_fn *is, const char *text)
{
    char plain[256] = "";
    char is_marked[256] = "";
    size_t n = 0;
    struct ep_words words;

    for (; *text && n < sizeof plain - 1; text++)
        if (*text == '^')
            is_marked[n] = 1;
        else
            plain[n++] = *text;
    CHECK_EQ(ep_words_read(plain, n, 1, &words), EP_OK);
    for (uint32_t i = 0; i < words.n; i++) {
        int found = is(&words, i);

        if (found != is_marked[words.items[i].at])
            printf("%s: %u\n", plain, (unsigned)words.items[i].at + 1);
        CHECK_EQ(found, is_marked[words.items[i].at]);
    }
    ep_words_release(&words);
}

static void check(const char *text)
{
    check_as(ep_brace_begins_list, text);
}

static void check_of_expression(const char *text)
{
    check_as(ep_brace_is_of_expression, text);
}

static void values_are_made_of_lists(void)
{
    check("int a[] = ^{1, 2}; T b = ^{^{1}, ^{2, ^{}}};");
    check("T a^{1}, *b^{}; const x::y<int, z<2>> c^{1}; auto d = x<y<1>>^{2};");
    check("f(^{1}, T^{2}, ::T^{3}); return ^{1}; co_return T^{};");
    check("x = y ? T^{1} : U^{2}; for (int i : ^{1, 2}) f(T^{i});");
    check("x = new T[n]^{1, 2}; int a[2]^{};");
    check("S::S() : a^{1}, b<T>^{2} { }");
    check("T^{1}.f(); if (a) T^{1}; { T^{1}; }");
    check("a = b + T^{1, T^{T^{2}}} + c;");
}

static void a_type_in_brackets_is_before_a_list(void)
{
    check("x = (struct T)^{.a = b && c, .d = ^{1}}.a; f((T)^{1}, &(T)^{2});");
    check("return (int[])^{1, 2}[a]; n = sizeof (T)^{1}; b = -(T)^{1}.a;");
    check("T a[] = ^{(T)^{1}, (T)^{2}};");
}

static void statements_are_in_blocks(void)
{
    check("void f(int a) { if (a) { } else { } do { } while (a); }");
    check("T *g() const { } bool T::operator+(T a) { } int operator()() { }");
    check("T::T() noexcept try { } catch (...) { } void f() override { }");
    check("switch (a) { case 1: { } default: { } }");
    check("x = [] { }; f([=](int a) { }, [&]() mutable { }, []() -> T { });");
    check("return [&] { return 1; }; y = ({ f(); 1; });");
    check("int f<int>(int a) { } auto f() -> a<b> { } { { } }");
}

static void a_lambda_is_of_an_expression(void)
{
    check_of_expression("x = [] ^{ f(); } + [&, y = z](int a) ^{ f(); }(1);");
    check_of_expression("f([](auto... a) mutable noexcept(b) ^{ g(); }, c);");
    check_of_expression("return [x]() -> a::b<c *> & ^{ f(); }();");
    check_of_expression("[]<class T>(T a) ^{ f(); }(1); []() [[d]] ^{ f(); };");
    check_of_expression("f([] ^{ g(T^{1}); if (a) { h(); } });");
    check_of_expression("T &operator[](int i) const { f(); } int (*g)[3]^{};");
    check_of_expression("int (*f(void))[3] { g(); } int f(int a[3]) { g(); }");
    check_of_expression("a[1] = 2; if (a[1]) { f(); } else { g(); }");
    check_of_expression("if (a) [[likely]] { f(); } struct T { int a[2]; };");
    check_of_expression("] { } [ { } [] {");
}

static void attributes_are_before_either(void)
{
    check("if (a) [[likely]] { } else [[unlikely]] { if (b) { } } f();");
    check("do [[a]] [[b::c(1)]] { } while (a); case 1: [[likely]] { } f();");
    check("int a [[maybe_unused]]^{3}, b[2] [[d]]^{}; x = [] [[e]] { };");
    check("struct [[a]] { } x; enum class [[b]] { A }; x[y[0]]^{}; ]] { }");
}

static void classes_and_spaces_have_members(void)
{
    check("struct S { }; class T final { }; union { }; enum class E { A, B };");
    check("namespace a::b { void f() { } } namespace { } extern \"C\" { }");
    check("class T : public U { void f() { } }; struct S x^{1};");
}

static void a_macro_may_begin_a_block(void)
{
    check("; forever { if (a) { } } f();");
    check("; forever { if (a) { } } }");
    check("FOREACH(a, b) { if (a) { } } f();");
    check("if (a) forever { if (b) { } } *p = 1;");
}

static int heads(const char *text)
{
    struct ep_words words;
    int found;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    found = ep_brace_follows(&words, 1);
    ep_words_release(&words);
    return found;
}

static void a_block_is_behind_its_head(void)
{
    CHECK_EQ(heads("; forever { f(); } g();"), 1);
    CHECK_EQ(heads("; FOREACH(a, b) { f(); } g();"), 1);
    CHECK_EQ(heads("; RETURN {1, 2};"), 0);
    CHECK_EQ(heads("; RETURN(1); { f(); }"), 0);
    CHECK_EQ(heads("; forever f();"), 0);
    CHECK_EQ(heads("; f("), 0);
    CHECK_EQ(heads("; f"), 0);
}

static void what_is_no_program_is_read(void)
{
    check("{");
    check("} {");
    check(", ^{}");
    check("> {} >> {} :: {} < > {}");
    check("( {");
    check(") { } ] { }");
}

static uint32_t begin(const char *text, uint32_t column)
{
    struct ep_words words;
    struct ep_point found;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    found = ep_brace_list_begin(&words, (struct ep_point){1, column});
    ep_words_release(&words);
    return found.column;
}

static void a_list_begins_before_its_brace(void)
{
    CHECK_EQ(begin("T m{f(), {2}};", 13), 3);
    CHECK_EQ(begin("T m = {f(), 2};", 14), 5);
    CHECK_EQ(begin("return {f(), 2};", 15), 1);
    CHECK_EQ(begin("x = new T[n]{f()};", 17), 12);
    CHECK_EQ(begin("f({1, 2});", 8), 3);
    CHECK_EQ(begin("if (a) { f(); }", 15), 15);
    CHECK_EQ(begin("else { f(); }", 13), 13);
    CHECK_EQ(begin("case 1: { f(); }", 16), 16);
}

int main(void)
{
    values_are_made_of_lists();
    a_type_in_brackets_is_before_a_list();
    statements_are_in_blocks();
    a_lambda_is_of_an_expression();
    attributes_are_before_either();
    classes_and_spaces_have_members();
    a_macro_may_begin_a_block();
    a_block_is_behind_its_head();
    what_is_no_program_is_read();
    a_list_begins_before_its_brace();
    return check_failures != 0;
}
