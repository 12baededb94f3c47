/* SPDX-License-Identifier: MIT */
#include "base/directives.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

/* WANTED has a blank between two words. */
static void check_words(const struct ep_words *words, const char *wanted)
{
    char got[256] = "";

    for (uint32_t i = 0; i < words->n; i++)
        (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.*s",
                       i ? " " : "", (int)words->items[i].size,
                       words->text + words->items[i].at);
    CHECK_TEXT(got, wanted);
}

/* Line by line they are those of the whole, and so are the brackets' pairs. */
static void lines_follow(void)
{
    const char *text = "f(a, [\n"
                       "  /* ) \n"
                       "#if x\n"
                       "*/ ] {\n"
                       "#define M(a) \\\n"
                       "  ((\n"
                       "R\"x(\n"
                       ")\n"
                       ")x\") + 'a'\n"
                       "\n"
                       "} ( b";
    struct ep_words whole, steps;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &whole), EP_OK);
    CHECK_EQ(ep_words_begin(text, strlen(text), 1, &steps), EP_OK);
    CHECK_EQ(steps.n_lines, whole.n_lines);
    for (size_t line = 0; line <= steps.n_lines + 1; line++) {
        CHECK_EQ(ep_words_go_on(&steps, line, NULL), EP_OK);
        for (uint32_t i = 0; i < steps.n; i++)
            CHECK_EQ(steps.items[i].pair == EP_NONE ||
                         steps.items[steps.items[i].pair].pair == i,
                     1);
    }
    check_words(&whole, "f ( a , [ ] { R\"x(\n)\n)x\" ) + 'a' } ( b");
    CHECK_EQ(steps.n, whole.n);
    CHECK_EQ(memcmp(steps.items, whole.items, whole.n * sizeof *whole.items),
             0);
    CHECK_EQ(whole.items[1].pair, 8);
    CHECK_EQ(whole.items[6].pair, EP_NONE); /* within what is closed */
    CHECK_EQ(whole.n_directives, 1);
    ep_words_release(&whole);
    ep_words_release(&steps);
}

/* A line goes on behind a backslash, whatever blanks are between that and its end. */
static void a_splice_may_have_blanks(void)
{
    const char *text = "#define M(a) \\\r\n"
                       "  ((\\ \n"
                       "  [[\r\n"
                       "f(\"a\\\r\n"
                       "b\") // g \\\t\n"
                       "  h\r\n"
                       "\"\\\\\" k";
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    check_words(&words, "f ( \"a\\\r\nb\" ) \"\\\\\" k");
    CHECK_EQ(words.n_directives, 1);
    ep_words_release(&words);
}

/* What has two spellings is the usual one; names are signs where they are said to be. */
static void signs_are_spelled_otherwise(void)
{
    const char *text = "f<::g>(a) <% b<:0:> and c not_eq d; %>\n"
                       "  %: if x\n"
                       "bitand";
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    check_words(&words,
                "f < :: g > ( a ) <% b <: 0 :> and c not_eq d ; %> bitand");
    CHECK_EQ(words.n_directives, 1);
    CHECK_EQ(words.items[8].pair, 18);
    CHECK_EQ(ep_words_is(&words, 10, "["), 1);
    CHECK_EQ(words.items[12].pair, 10);
    CHECK_EQ(ep_words_is(&words, 13, "&&"), 1);
    CHECK_EQ(ep_words_is(&words, 13, "and"), 0);
    CHECK_EQ(ep_words_is_name(&words, 13), 0);
    CHECK_EQ(ep_words_first(&words, 15), '!');
    CHECK_EQ(ep_words_is(&words, 19, "&"), 1);
    ep_words_release(&words);
    CHECK_EQ(ep_words_read(text, strlen(text), 0, &words), EP_OK);
    CHECK_EQ(ep_words_is(&words, 13, "and"), 1);
    CHECK_EQ(ep_words_is_name(&words, 13), 1);
    CHECK_EQ(words.items[8].pair, 18);
    ep_words_release(&words);
}

/* The last character of a line, which is not empty. */
static char end_of(const struct ep_words *words, size_t line)
{
    const char *text = words->text + words->lines[line];

    return text[strcspn(text, "\n") - 1];
}

/* Of lines of TEXT that end in `!` code is known; those that end in `-`, and no others, may have
 * none then.  LEFT are the words of the others. */
static void check_kept(const char *text, const char *left)
{
    struct ep_words words;
    uint8_t is_kept[32] = {0};
    int leaves_out, is_left_out = 0;

    CHECK_EQ(ep_words_read(text, strlen(text), 1, &words), EP_OK);
    for (size_t i = 0; i < words.n_lines; i++)
        is_kept[i] = end_of(&words, i) == '!';
    CHECK_EQ(ep_directives_keep(&words, is_kept, &leaves_out), EP_OK);
    for (size_t i = 0; i < words.n_lines; i++) {
        is_left_out |= end_of(&words, i) == '-';
        CHECK_EQ(is_kept[i], end_of(&words, i) != '-');
    }
    CHECK_EQ(leaves_out, is_left_out);
    ep_words_release(&words);
    CHECK_EQ(ep_words_begin(text, strlen(text), 1, &words), EP_OK);
    CHECK_EQ(ep_words_go_on(&words, words.n_lines, is_kept), EP_OK);
    check_words(&words, left);
    ep_words_release(&words);
}

static void one_branch_is_compiled(void)
{
    check_kept("a\n#if 1\nb (!\n#else\nc (-\n#endif\n) d", "a b ( ! ) d");
    check_kept("#ifdef X\nb -\n# elif Y\nc\nd !\n#else\ne -\n#endif\nf",
               "c d ! f");
    /* Of which nothing is known. */
    check_kept("#if 1\nb ;\n#else\nc ;\n#endif\nd !", "b ; c ; d !");
    /* That has nothing beside it. */
    check_kept("a !\n#if 0\nb ;\n#endif\nc !", "a ! b ; c !");
    check_kept("a !\n#if 0\n#else\nb !\n#endif\nc", "a ! b ! c");
}

static void branches_have_branches(void)
{
    check_kept("#if A\n"
               "a\n"
               "#if B\n"
               "b !\n"
               "#else\n"
               "c -\n"
               "#endif\n"
               "#else\n"
               "d -\n"
               "#if C -\n"
               "e; -\n"
               "#endif -\n"
               "#endif\n"
               "f",
               "a b ! f");
    /* Both, as a file may be compiled twice. */
    check_kept("#if A\na !\n#else\nb !\n#endif", "a ! b !");
}

static void operands_have_code(void)
{
    check_kept("a +\n#if A\nb -\n#endif\n c !", "a + c !");
    check_kept("a +\n#if A\nb -\n#else\n f(c)-\n#endif\n d !", "a + d !");
    check_kept("a\n#if A\n+ 2 *\n#endif\nc !", "a + 2 * c !");
    check_kept("#if A\n!\n#endif\nf(\n#if A\nb)\n#endif", "! f ( b )");
    check_kept("{\n#if A\ncase B:\n#endif\nc !", "{ case B : c !");
}

static void what_is_no_directive_begins_no_branch(void)
{
    check_kept("#if A\n"
               "a !\n"
               "/*\n"
               "#else\n"
               "*/ b\n"
               "#endif\n"
               "#endif\n"
               "#else\n"
               "c",
               "a ! b c");
    check_kept("#endif\n#if A\na !\n#else\nb", "a ! b");
}

/* Where OpenMP divides a loop: of the names of one letter, at each `i`. */
static void check_divided(const char *text)
{
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, strlen(text), 0, &words), EP_OK);
    for (uint32_t i = 0; i < words.n; i++)
        if (ep_words_is_name(&words, i) && words.items[i].size == 1)
            CHECK_EQ(ep_directives_divide(&words, ep_words_point(&words, i)),
                     ep_words_is(&words, i, "i"));
    ep_words_release(&words);
}

static void heads_of_loops_are_divided(void)
{
    check_divided("#pragma omp parallel for\nfor (i = (i);) for (n) n;");
    check_divided("#pragma omp simd \\\n if (n)\n\nfor (i) n;");
    check_divided("#pragma omp parallel\nfor (n) n;");
    check_divided("#pragma omp for\n{ for (n) n; }");
    check_divided("#pragma omp for collapse(2)\nfor (i) { for (i) n; }");
    check_divided("#pragma omp for collapse(2)\nfor (i) { n; for (n) n; }");
    check_divided("#pragma unroll\nfor (n) n;");
    check_divided("for");
}

static void a_directive_is_on_its_lines(void)
{
    const char *text = "#pragma a \\\n b\nc\n\n /* */ %: d\ne";
    const int are[] = {0, 1, 1, 0, 0, 1, 0, 0};
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, strlen(text), 0, &words), EP_OK);
    for (uint32_t line = 0; line < sizeof are / sizeof *are; line++)
        CHECK_EQ(ep_directives_has(&words, line), are[line]);
    ep_words_release(&words);
}

static void a_file_is_the_systems_behind_a_directive(void)
{
    const char *text = "a\n#pragma once\n#if 1\n#  pragma GCC system_header\n"
                       "#endif\nb; // #pragma system_header\n";
    struct ep_words words;

    CHECK_EQ(ep_words_read(text, strlen(text), 0, &words), EP_OK);
    for (uint32_t line = 1; line <= 6; line++)
        CHECK_EQ(ep_directives_is_system(&words, line), line > 4);
    ep_words_release(&words);
}

int main(void)
{
    a_file_is_the_systems_behind_a_directive();
    lines_follow();
    a_splice_may_have_blanks();
    signs_are_spelled_otherwise();
    heads_of_loops_are_divided();
    a_directive_is_on_its_lines();
    one_branch_is_compiled();
    branches_have_branches();
    operands_have_code();
    what_is_no_directive_begins_no_branch();
    return check_failures != 0;
}
