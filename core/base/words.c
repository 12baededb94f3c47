/* SPDX-License-Identifier: MIT
 *
 * words.c - see words.h.  Text that is no C gives words all the same.
 */
#include "base/words.h"

#include "base/order.h"

#include <string.h>

struct lexer {
    struct ep_words *words;
    const char *text;
    size_t size;
    size_t at;
    uint32_t open; /* the innermost open bracket; its `pair` is the next */
    int in_line;   /* bool: something stands before on this line */
    int status;
};

static char peek(const struct lexer *lexer, size_t ahead)
{
    if (lexer->size - lexer->at <= ahead)
        return '\0';
    return lexer->text[lexer->at + ahead];
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
           c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* ---- what is passed over ------------------------------------------------- */

/* To the end of the line, which a backslash puts off; at the newline. */
static void skip_line(struct lexer *lexer)
{
    while (lexer->at < lexer->size && lexer->text[lexer->at] != '\n')
        lexer->at += peek(lexer, 0) == '\\' && peek(lexer, 1) ? 2 : 1;
    if (lexer->at > lexer->size)
        lexer->at = lexer->size;
}

static void skip_comment(struct lexer *lexer)
{
    lexer->at += 2;
    while (lexer->at < lexer->size &&
           !(peek(lexer, 0) == '*' && peek(lexer, 1) == '/'))
        lexer->at++;
    lexer->at += lexer->at < lexer->size ? 2 : 0;
}

/* Whether it has passed over something that is no word. */
static int skip(struct lexer *lexer)
{
    char c = peek(lexer, 0);

    if (c == '\n')
        lexer->in_line = 0;
    if ((c == '/' && peek(lexer, 1) == '/') || (c == '#' && !lexer->in_line))
        skip_line(lexer);
    else if (c == '/' && peek(lexer, 1) == '*')
        skip_comment(lexer);
    else if (c == ' ' || (c >= '\t' && c <= '\r') || c == '\\' || c == '\0')
        lexer->at++;
    else
        return 0;
    return 1;
}

/* ---- words --------------------------------------------------------------- */

static size_t name_size(const char *text, size_t size)
{
    size_t n = 0;

    while (n < size && is_of_name(text[n]))
        n++;
    return n;
}

static size_t number_size(const char *text, size_t size)
{
    size_t n = 1;

    while (
        n < size &&
        (is_of_name(text[n]) || text[n] == '.' ||
         (text[n] == '\'' && n + 1 < size && is_of_name(text[n + 1])) ||
         ((text[n] == '+' || text[n] == '-') && strchr("eEpP", text[n - 1]))))
        n++;
    return n;
}

/* TEXT begins with a quote; a newline ends what is not closed. */
static size_t quoted_size(const char *text, size_t size)
{
    size_t n = 1;

    while (n < size && text[n] != text[0] && text[n] != '\n')
        n += text[n] == '\\' && n + 1 < size ? 2 : 1;
    return n < size ? n + 1 : size;
}

/* TEXT is what follows the R of R"x(...)x". */
static size_t raw_size(const char *text, size_t size)
{
    const char *paren = memchr(text, '(', size);
    size_t n = paren ? (size_t)(paren - text) : size; /* quote and delimiter */

    if (!paren || n > 17)
        return quoted_size(text, size);
    for (size_t i = n; i + n < size; i++)
        if (text[i] == ')' && memcmp(text + i + 1, text + 1, n - 1) == 0 &&
            text[i + n] == '"')
            return i + n + 1;
    return size;
}

static size_t operator_size(const char *text, size_t size)
{
    static const char *const longs[] = {
        "<<=", ">>=", "...", "->*", "<=>", "&&", "||", "==", "!=",
        "<=",  ">=",  "->",  "++",  "--",  "<<", ">>", "+=", "-=",
        "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "::"};

    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        size_t n = strlen(longs[i]);

        if (n <= size && memcmp(text, longs[i], n) == 0)
            return n;
    }
    return 1;
}

static size_t word_size(const char *text, size_t size)
{
    size_t n = name_size(text, size);

    if (is_digit(*text) || (*text == '.' && size > 1 && is_digit(text[1])))
        return number_size(text, size);
    if (n && n <= 3 && n < size && (text[n] == '"' || text[n] == '\''))
        return n + (text[n - 1] == 'R' ? raw_size(text + n, size - n)
                                       : quoted_size(text + n, size - n));
    if (n)
        return n;
    return *text == '"' || *text == '\'' ? quoted_size(text, size)
                                         : operator_size(text, size);
}

/* ---- brackets ------------------------------------------------------------ */

static int closes(char open, char close)
{
    return (open == '(' && close == ')') || (open == '[' && close == ']') ||
           (open == '{' && close == '}');
}

/* Word I closes the innermost bracket of its kind; those within have no pair. */
static void close_bracket(struct lexer *lexer, uint32_t i, char close)
{
    struct ep_word *items = lexer->words->items;
    uint32_t open = lexer->open;

    while (open != EP_NONE && !closes(lexer->text[items[open].at], close))
        open = items[open].pair;
    if (open == EP_NONE)
        return;
    while (lexer->open != open) {
        uint32_t next = items[lexer->open].pair;

        items[lexer->open].pair = EP_NONE;
        lexer->open = next;
    }
    lexer->open = items[open].pair;
    items[open].pair = i;
    items[i].pair = open;
}

static int add_word(struct lexer *lexer, size_t size)
{
    struct ep_words *words = lexer->words;
    struct ep_word word = {(uint32_t)lexer->at, (uint32_t)size, EP_NONE,
                           lexer->open};
    char c = lexer->text[lexer->at];
    uint32_t i = (uint32_t)words->n;

    if (EP_GROW(words->items, words->n, words->capacity))
        return EP_ENOMEM;
    words->items[words->n++] = word;
    if (c == '(' || c == '[' || c == '{') {
        words->items[i].pair = lexer->open;
        lexer->open = i;
    } else if (c == ')' || c == ']' || c == '}') {
        close_bracket(lexer, i, c);
    }
    lexer->at += size;
    lexer->in_line = 1;
    return EP_OK;
}

static void drop_open(struct lexer *lexer)
{
    while (lexer->open != EP_NONE) {
        struct ep_word *word = &lexer->words->items[lexer->open];

        lexer->open = word->pair;
        word->pair = EP_NONE;
    }
}

static int read_lines(struct ep_words *words, const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);

        if (EP_GROW(words->lines, words->n_lines, words->lines_capacity))
            return EP_ENOMEM;
        words->lines[words->n_lines++] = (uint32_t)at;
        at = end ? (size_t)(end - text) + 1 : size;
    }
    return EP_OK;
}

int ep_words_read(const char *text, size_t size, struct ep_words *out)
{
    struct lexer lexer = {out, text, size, 0, EP_NONE, 0, EP_OK};

    *out = (struct ep_words){.text = text};
    if (size >= EP_NONE)
        return EP_OK;
    lexer.status = read_lines(out, text, size);
    while (!lexer.status && lexer.at < size)
        if (!skip(&lexer))
            lexer.status =
                add_word(&lexer, word_size(text + lexer.at, size - lexer.at));
    drop_open(&lexer);
    if (lexer.status)
        ep_words_release(out);
    return lexer.status;
}

void ep_words_release(struct ep_words *words)
{
    ep_mem_free(words->items);
    ep_mem_free(words->lines);
    *words = (struct ep_words){0};
}

/* ---- questions ----------------------------------------------------------- */

static int ends_before(const void *word, const void *offset)
{
    const struct ep_word *own = word;

    return own->at + own->size <= *(const uint32_t *)offset;
}

uint32_t ep_words_find(const struct ep_words *words, struct ep_point point)
{
    uint32_t offset, end;
    size_t i;

    if (point.line == 0 || point.line > words->n_lines || point.column == 0)
        return EP_NONE;
    offset = words->lines[point.line - 1] + point.column - 1;
    end = point.line < words->n_lines ? words->lines[point.line] : EP_NONE;
    i = ep_lower_bound(words->items, words->n, sizeof *words->items,
                       ends_before, &offset);
    return i < words->n && words->items[i].at < end ? (uint32_t)i : EP_NONE;
}

static int begins_after(const void *line, const void *offset)
{
    return *(const uint32_t *)line <= *(const uint32_t *)offset;
}

struct ep_point ep_words_point(const struct ep_words *words, uint32_t i)
{
    uint32_t at = words->items[i].at;
    size_t line = ep_lower_bound(words->lines, words->n_lines,
                                 sizeof *words->lines, begins_after, &at);

    return (struct ep_point){(uint32_t)line, at - words->lines[line - 1] + 1};
}

int ep_words_is(const struct ep_words *words, uint32_t i, const char *text)
{
    return i < words->n && strlen(text) == words->items[i].size &&
           memcmp(words->text + words->items[i].at, text,
                  words->items[i].size) == 0;
}

int ep_words_is_one(const struct ep_words *words, uint32_t i,
                    const char *const *texts)
{
    for (; *texts; texts++)
        if (ep_words_is(words, i, *texts))
            return 1;
    return 0;
}

/* The word before the bracket that word I closes, if it is CLOSE and does; or I. */
static uint32_t before_pair(const struct ep_words *words, uint32_t i,
                            const char *close)
{
    uint32_t open =
        ep_words_is(words, i, close) ? words->items[i].pair : EP_NONE;

    return open != EP_NONE && open > 0 ? open - 1 : i;
}

static const char *const news[] = {"new", "delete", "co_yield", NULL};

/* The `new` of the array whose type, or what it is initialised with in brackets, ends
 * at word I; or another word. */
static uint32_t new_of_array(const struct ep_words *words, uint32_t i)
{
    static const char *const of_types[] = {"::", "*", "<", ">", ",", NULL};
    uint32_t type = before_pair(words, i, ")");
    uint32_t before;

    while ((before = before_pair(words, type, "]")) != type)
        type = before;
    if (type == i || !ep_words_is(words, type + 1, "["))
        return i;
    while (type > 0 && !ep_words_is_one(words, type, news) &&
           (ep_words_is_name(words, type) ||
            ep_words_is_one(words, type, of_types)))
        type--;
    return before_pair(words, type, ")"); /* where it is placed */
}

int ep_words_is_new(const struct ep_words *words, struct ep_point point)
{
    uint32_t i = ep_words_find(words, point);

    if (ep_words_is(words, i, "::"))
        i++;
    return ep_words_is_one(words, new_of_array(words, i), news);
}

/* Whether a list of what something is initialised with, not a block, may follow word I. */
static int precedes_list(const struct ep_words *words, uint32_t i)
{
    static const char *const signs[] = {"=", "(", ",", "?",
                                        "]", ">", "{", NULL};
    static const char *const blocks[] = {"else",     "do",      "try", "const",
                                         "noexcept", "mutable", NULL};

    return ep_words_is_one(words, i, signs) ||
           (ep_words_is_name(words, i) && !ep_words_is_one(words, i, blocks));
}

struct ep_point ep_words_list_begin(const struct ep_words *words,
                                    struct ep_point point)
{
    static const char *const not_its[] = {"(", ",", "?", "{", NULL};
    uint32_t i = ep_words_find(words, point);
    uint32_t before = before_pair(words, i, "}");

    if (before == i || !precedes_list(words, before))
        return point;
    if (ep_words_is_one(words, before, not_its))
        before++;
    return ep_words_point(words, before);
}

int ep_words_is_body(const struct ep_words *words, struct ep_point point)
{
    static const char *const heads[] = {")",     "}",   "noexcept", "override",
                                        "final", "try", NULL};
    uint32_t i = ep_words_find(words, point);

    return ep_words_is(words, i, "{") && i > 0 &&
           ep_words_is_one(words, i - 1, heads) &&
           !(ep_words_is(words, i + 1, "}") &&
             ep_words_point(words, i + 1).line == point.line);
}

int ep_words_is_head_end(const struct ep_words *words, struct ep_point point)
{
    static const char *const statements[] = {
        "if", "constexpr", "for", "while", "switch", "catch", NULL};
    uint32_t i = ep_words_find(words, point);
    uint32_t opener;

    if (i == EP_NONE ||
        !(ep_words_is(words, i, ")") || ep_words_is(words, i, "}")) ||
        !ep_words_is(words, i + 1, "{"))
        return 0;
    opener = words->items[i].pair;
    return opener != EP_NONE && opener > 0 && opener < i &&
           (ep_words_is_name(words, opener - 1) ||
            ep_words_is(words, opener - 1, ">")) &&
           !ep_words_is_one(words, opener - 1, statements);
}

struct ep_point ep_words_handler(const struct ep_words *words,
                                 struct ep_point point)
{
    static const struct ep_point none = {0, 0};
    uint32_t i = ep_words_find(words, point);

    if (ep_words_is(words, i, "{") && i > 0) {
        i--;
        if (ep_words_is(words, i, ")") && words->items[i].pair != EP_NONE)
            i = words->items[i].pair - 1; /* no name, if that is none */
    }
    return ep_words_is_name(words, i) ? ep_words_point(words, i) : none;
}

int ep_words_is_name(const struct ep_words *words, uint32_t i)
{
    char first;

    if (i >= words->n)
        return 0;
    first = words->text[words->items[i].at];
    return is_of_name(first) && !is_digit(first);
}

/* The number that is word I, without a sign; 0: it is none, or too great. */
static uint64_t number_of(const struct ep_words *words, uint32_t i)
{
    const char *text = words->text + words->items[i].at;
    const char *end = text + words->items[i].size;
    unsigned base = 10;
    uint64_t value = 0;

    if (*text == '0' && end - text > 2) {
        base = text[1] == 'x' || text[1] == 'X'   ? 16
               : text[1] == 'b' || text[1] == 'B' ? 2
                                                  : 8;
        text += base == 8 ? 1 : 2;
    }
    for (; text < end; text++) {
        const char *digits = "0123456789abcdef";
        const char *digit =
            strchr(digits, *text >= 'A' && *text <= 'F' ? *text + 32 : *text);

        if (*text == '\'')
            continue;
        if (!digit || digit - digits >= (long)base ||
            value > UINT64_MAX / base - 1)
            break;
        value = value * base + (uint64_t)(digit - digits);
    }
    return value;
}

int ep_words_has_case(const struct ep_words *words, struct ep_point point,
                      uint64_t value)
{
    uint32_t i = ep_words_find(words, point);
    uint32_t end = EP_NONE;

    if (ep_words_is(words, i, "switch") && ep_words_is(words, i + 1, "(") &&
        words->items[i + 1].pair < words->n)
        i = words->items[i + 1].pair + 1;
    if (ep_words_is(words, i, "{"))
        end = words->items[i].pair;
    for (; end != EP_NONE && i + 1 < end; i++)
        if (ep_words_is(words, i, "case") && number_of(words, i + 1) == value)
            return 1;
    return 0;
}
