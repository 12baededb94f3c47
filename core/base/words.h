/* SPDX-License-Identifier: MIT
 *
 * words.h - the words of a file of C, C++ or Objective-C.
 *
 * WHY   compilers know where a condition is, but not, once they have folded it,
 *       how it is written; the text tells.
 * MODEL Names, numbers, texts and operators, in their order, without comments and
 *       directives.  What has two spellings (C11 6.4.6 and iso646.h; C++ [lex.digraph]) is the
 *       usual sign.  Of the branches of an #if those are there of which some line is known to
 *       be compiled; all, where that is not known.  Brackets know their pair.
 */
#ifndef EP_WORDS_H
#define EP_WORDS_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point of a file. */
struct ep_point {
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in bytes; 0: not known */
};

struct ep_word {
    const char *sign; /* the usual one that it is written for, as && is `and`,
                       * or NULL */
    uint32_t at;      /* in the text */
    uint32_t size;
    uint32_t pair; /* the other bracket's index, or EP_NONE */
    uint32_t
        within; /* the innermost bracket's that is open before it, or EP_NONE */
};

struct ep_words {
    const char *text; /* borrowed */
    int has_names;    /* bool: `and`, `or`, `bitand` and so on are signs */
    struct ep_word *items;
    size_t n;
    size_t capacity;
    uint32_t *lines; /* where each begins */
    size_t n_lines;
    size_t lines_capacity;
    uint32_t *directives; /* where each begins */
    size_t n_directives;
    size_t directives_capacity;
    uint32_t *open; /* brackets without a pair yet, the innermost last */
    size_t n_open;
    size_t open_capacity;
    size_t size;     /* of the text */
    size_t at;       /* what is before has been read */
    int in_line;     /* bool: something stands before `at` on its line */
    int begins_part; /* bool: no word is between a directive and `at` */
    int is_left_out; /* bool: so are words, up to the next directive */
};

/* Whether C may be in a name. */
int ep_is_of_name(char c);

/* Of the SIZE bytes at TEXT, those of a backslash and the end of its line, blanks between them
 * (CR) included; 0: they begin with no such. */
size_t ep_splice_size(const char *text, size_t size);

/* Where the line ends that AT is on, which a backslash puts off: at the newline. */
size_t ep_words_line_end(const struct ep_words *words, size_t at);

/* The SIZE bytes at TEXT, which must stay; none of their words yet.
 * HAS_NAMES  bool: names for signs are signs, as in C++, and in C behind iso646.h
 * OUT        initialised by this call; release with ep_words_release
 * EP_OK; EP_ENOMEM, OUT is then empty.  Linear. */
EP_MUST_CHECK int ep_words_begin(const char *text, size_t size, int has_names,
                                 struct ep_words *out);

/* The words of the next lines follow, up to line LAST.
 * IS_KEPT  of each line, whether the preprocessor kept what begins on it; what is between two
 *          directives without such a line is left out.  NULL: nothing is known
 * EP_OK; EP_ENOMEM.  All calls together are linear. */
EP_MUST_CHECK int ep_words_go_on(struct ep_words *words, size_t last,
                                 const uint8_t *is_kept);

/* Both: all words.  EP_ENOMEM: OUT is empty. */
EP_MUST_CHECK int ep_words_read(const char *text, size_t size, int has_names,
                                struct ep_words *out);
void ep_words_release(struct ep_words *words);

/* The index of the word that is at POINT, or else of the next one; EP_NONE: none
 * is on that line from there on. */
uint32_t ep_words_find(const struct ep_words *words, struct ep_point point);

/* The index of the first word that ends behind AT, in the text; `n`: there is none. */
uint32_t ep_words_at(const struct ep_words *words, uint32_t at);

/* The line, from 1, that AT is in, of the text. */
size_t ep_words_line(const struct ep_words *words, uint32_t at);

/* Where word I begins. */
struct ep_point ep_words_point(const struct ep_words *words, uint32_t i);

/* Whether NAME is one for a sign, where names are. */
int ep_words_is_sign(const char *name);

/* The first character of word I, of the usual sign where it is written for one; NUL: it is
 * not there. */
char ep_words_first(const struct ep_words *words, uint32_t i);

/* Whether word I is there and is TEXT, or written for it. */
int ep_words_is(const struct ep_words *words, uint32_t i, const char *text);

/* Whether word I is there and is one of TEXTS, which NULL ends. */
int ep_words_is_one(const struct ep_words *words, uint32_t i,
                    const char *const *texts);

/* Whether C++'s `new`, `delete` or `co_yield` begins at POINT, or the type of a new array
 * ends there, or what it is initialised with in brackets: what is decided there, the compiler asks, whether there is
 * something to construct or to destroy, or to wait for. */
int ep_words_is_new(const struct ep_words *words, struct ep_point point);

/* Whether a name of C++'s `auto [a, b]` is at POINT, which stands for a part of what is there. */
int ep_words_is_binding(const struct ep_words *words, struct ep_point point);

/* Whether what is declared at POINT is a function that has `= default;` for a body; POINT may be
 * at `default`. */
int ep_words_is_defaulted(const struct ep_words *words, struct ep_point point);

/* Where what a template is given, `<...>`, begins that ends before word END; END: none ends
 * there. */
uint32_t ep_words_arguments_begin(const struct ep_words *words, uint32_t end);

/* Where NAME is in the list of members of the constructor whose name is at POINT, or begins there;
 * line 0: it is not. */
struct ep_point ep_words_member(const struct ep_words *words,
                                struct ep_point point, const char *name);

/* Whether a brace is at POINT that ends its line, or begins a function's body that has more
 * than its braces. */
int ep_words_is_opened(const struct ep_words *words, struct ep_point point);

/* Whether the bracket at POINT is the last word of a function's head: of its parameters,
 * or of the list of members behind them. */
int ep_words_is_head_end(const struct ep_words *words, struct ep_point point);

/* Where the handler begins whose block does at POINT: at its `catch`, or at the macro that
 * has that, or the whole handler.  Line 0: no handler's block is there. */
struct ep_point ep_words_handler(const struct ep_words *words,
                                 struct ep_point point);

/* Whether the statement of the `switch` at POINT has a `case` that is the number VALUE, as
 * it is written. */
int ep_words_has_case(const struct ep_words *words, struct ep_point point,
                      uint64_t value);

/* Whether word I is there and is a name or keyword. */
int ep_words_is_name(const struct ep_words *words, uint32_t i);

#ifdef __cplusplus
}
#endif

#endif
