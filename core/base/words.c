/* SPDX-License-Identifier: MIT
 *
 * words.c - see words.h.  Text that is no C gives words all the same.
 */
#include "base/words.h"

#include "base/order.h"

#include <string.h>

static char peek(const struct ep_words *words, size_t ahead)
{
    if (words->size - words->at <= ahead)
        return '\0';
    return words->text[words->at + ahead];
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int ep_is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
           c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static int is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ---- what is passed over ------------------------------------------------- */

size_t ep_splice_size(const char *text, size_t size)
{
    size_t n = 1;

    if (size == 0 || text[0] != '\\')
        return 0;
    while (n < size && text[n] != '\n' && is_blank(text[n]))
        n++;
    return n < size && text[n] == '\n' ? n + 1 : 0;
}

size_t ep_words_line_end(const struct ep_words *words, size_t at)
{
    while (at < words->size && words->text[at] != '\n') {
        size_t n = ep_splice_size(words->text + at, words->size - at);

        at += n ? n : 1;
    }
    return at;
}

static void skip_comment(struct ep_words *words)
{
    words->at += 2;
    while (words->at < words->size &&
           !(peek(words, 0) == '*' && peek(words, 1) == '/'))
        words->at++;
    words->at += words->at < words->size ? 2 : 0;
}

/* At a `#` that is the first on its line. */
static int skip_directive(struct ep_words *words)
{
    if (EP_GROW(words->directives, words->n_directives,
                words->directives_capacity))
        return EP_ENOMEM;
    words->directives[words->n_directives++] = (uint32_t)words->at;
    words->begins_part = 1;
    words->at = ep_words_line_end(words, words->at);
    return EP_OK;
}

/* Whether a `#` is at AT, or what is written for it. */
static int begins_directive(const struct ep_words *words, size_t at)
{
    size_t size = words->size - at;

    return (size > 0 && words->text[at] == '#') ||
           (size > 1 && memcmp(words->text + at, "%:", 2) == 0);
}

/* Whether it has passed over something that is no word. */
static int skip(struct ep_words *words, int *status)
{
    char c = peek(words, 0);

    if (c == '\n')
        words->in_line = 0;
    if (!words->in_line && begins_directive(words, words->at))
        *status = skip_directive(words);
    else if (c == '/' && peek(words, 1) == '/')
        words->at = ep_words_line_end(words, words->at);
    else if (c == '/' && peek(words, 1) == '*')
        skip_comment(words);
    else if (is_blank(c) || c == '\\' || c == '\0')
        words->at++;
    else
        return 0;
    return 1;
}

/* ---- words --------------------------------------------------------------- */

static size_t name_size(const char *text, size_t size)
{
    size_t n = 0;

    while (n < size && ep_is_of_name(text[n]))
        n++;
    return n;
}

static size_t number_size(const char *text, size_t size)
{
    size_t n = 1;

    while (
        n < size &&
        (ep_is_of_name(text[n]) || text[n] == '.' ||
         (text[n] == '\'' && n + 1 < size && ep_is_of_name(text[n + 1])) ||
         ((text[n] == '+' || text[n] == '-') && strchr("eEpP", text[n - 1]))))
        n++;
    return n;
}

/* TEXT begins with a quote; a newline ends what is not closed. */
static size_t quoted_size(const char *text, size_t size)
{
    size_t n = 1;

    while (n < size && text[n] != text[0] && text[n] != '\n') {
        size_t splice = ep_splice_size(text + n, size - n);

        if (splice)
            n += splice;
        else
            n += text[n] == '\\' && n + 1 < size ? 2 : 1;
    }
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

/* What a sign is written for; in C++, names are, too. */
static const struct spelling {
    const char *text;
    const char *sign;
} spellings[] = {{"<:", "["},      {":>", "]"},      {"<%", "{"},
                 {"%>", "}"},      {"and", "&&"},    {"or", "||"},
                 {"not", "!"},     {"not_eq", "!="}, {"bitand", "&"},
                 {"bitor", "|"},   {"xor", "^"},     {"compl", "~"},
                 {"and_eq", "&="}, {"or_eq", "|="},  {"xor_eq", "^="}};

static const char *sign_of(const char *text, size_t size, int has_names)
{
    if (ep_is_of_name(*text) && !has_names)
        return NULL;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strlen(spellings[i].text) == size &&
            memcmp(text, spellings[i].text, size) == 0)
            return spellings[i].sign;
    return NULL;
}

static size_t operator_size(const char *text, size_t size)
{
    static const char *const longs[] = {
        "<<=", ">>=", "...", "->*", "<=>", "&&", "||", "==", "!=", "<=",
        ">=",  "->",  "++",  "--",  "<<",  ">>", "+=", "-=", "*=", "/=",
        "%=",  "&=",  "|=",  "^=",  "::",  "<%", "%>", "<:", ":>"};

    if (size > 3 && memcmp(text, "<::", 3) == 0 && !strchr(":>", text[3]))
        return 1; /* `a<::b>` */

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
static void close_bracket(struct ep_words *words, uint32_t i, char close)
{
    struct ep_word *items = words->items;
    size_t n = words->n_open;

    while (n > 0 && !closes(ep_words_first(words, words->open[n - 1]), close))
        n--;
    if (n == 0)
        return;
    words->n_open = n - 1;
    items[i].pair = words->open[n - 1];
    items[items[i].pair].pair = i;
}

static int add_word(struct ep_words *words, size_t size)
{
    struct ep_word word = {
        sign_of(words->text + words->at, size, words->has_names),
        (uint32_t)words->at, (uint32_t)size, EP_NONE,
        words->n_open ? words->open[words->n_open - 1] : EP_NONE};
    uint32_t i = (uint32_t)words->n;
    char c;

    if (EP_GROW(words->items, words->n, words->capacity) ||
        EP_GROW(words->open, words->n_open, words->open_capacity))
        return EP_ENOMEM;
    words->items[words->n++] = word;
    c = ep_words_first(words, i);
    if (c == '(' || c == '[' || c == '{')
        words->open[words->n_open++] = i;
    else if (c == ')' || c == ']' || c == '}')
        close_bracket(words, i, c);
    return EP_OK;
}

/* ---- reading ------------------------------------------------------------- */

static int read_lines(struct ep_words *words)
{
    for (size_t at = 0; at < words->size;) {
        const char *end = memchr(words->text + at, '\n', words->size - at);

        if (EP_GROW(words->lines, words->n_lines, words->lines_capacity))
            return EP_ENOMEM;
        words->lines[words->n_lines++] = (uint32_t)at;
        at = end ? (size_t)(end - words->text) + 1 : words->size;
    }
    return EP_OK;
}

int ep_words_begin(const char *text, size_t size, int has_names,
                   struct ep_words *out)
{
    int status;

    *out = (struct ep_words){.text = text,
                             .has_names = has_names,
                             .size = size < EP_NONE ? size : 0};
    status = read_lines(out);
    if (status)
        ep_words_release(out);
    return status;
}

static int begins_after(const void *line, const void *offset)
{
    return *(const uint32_t *)line <= *(const uint32_t *)offset;
}

size_t ep_words_line(const struct ep_words *words, uint32_t at)
{
    return ep_lower_bound(words->lines, words->n_lines, sizeof *words->lines,
                          begins_after, &at);
}

/* Whether LINE has a directive, or seems to. */
static int is_directive(const struct ep_words *words, size_t line)
{
    size_t at = words->lines[line - 1];

    while (at < words->size &&
           (words->text[at] == ' ' || words->text[at] == '\t'))
        at++;
    return begins_directive(words, at);
}

/* Whether nothing is compiled from `at` to the next directive. */
static int has_nothing(const struct ep_words *words, const uint8_t *is_kept)
{
    size_t line = ep_words_line(words, (uint32_t)words->at);

    for (; line <= words->n_lines && !is_directive(words, line); line++)
        if (is_kept[line - 1])
            return 0;
    return 1;
}

int ep_words_go_on(struct ep_words *words, size_t last, const uint8_t *is_kept)
{
    size_t end = last < words->n_lines ? words->lines[last] : words->size;
    int status = EP_OK;

    while (!status && words->at < end) {
        size_t size;

        if (skip(words, &status))
            continue;
        if (words->begins_part)
            words->is_left_out = is_kept && has_nothing(words, is_kept);
        words->begins_part = 0;
        size = word_size(words->text + words->at, words->size - words->at);
        if (!words->is_left_out)
            status = add_word(words, size);
        words->at += size;
        words->in_line = 1;
    }
    return status;
}

int ep_words_read(const char *text, size_t size, int has_names,
                  struct ep_words *out)
{
    int status = ep_words_begin(text, size, has_names, out);

    if (!status)
        status = ep_words_go_on(out, out->n_lines, NULL);
    if (status)
        ep_words_release(out);
    return status;
}

void ep_words_release(struct ep_words *words)
{
    ep_mem_free(words->items);
    ep_mem_free(words->lines);
    ep_mem_free(words->directives);
    ep_mem_free(words->open);
    *words = (struct ep_words){0};
}

/* ---- questions ----------------------------------------------------------- */

static int ends_before(const void *word, const void *offset)
{
    const struct ep_word *own = word;

    return own->at + own->size <= *(const uint32_t *)offset;
}

uint32_t ep_words_at(const struct ep_words *words, uint32_t at)
{
    return (uint32_t)ep_lower_bound(words->items, words->n,
                                    sizeof *words->items, ends_before, &at);
}

uint32_t ep_words_find(const struct ep_words *words, struct ep_point point)
{
    uint32_t i, offset, end;

    if (point.line == 0 || point.line > words->n_lines || point.column == 0)
        return EP_NONE;
    offset = words->lines[point.line - 1] + point.column - 1;
    end = point.line < words->n_lines ? words->lines[point.line] : EP_NONE;
    i = ep_words_at(words, offset);
    return i < words->n && words->items[i].at < end ? i : EP_NONE;
}

struct ep_point ep_words_point(const struct ep_words *words, uint32_t i)
{
    uint32_t at = words->items[i].at;
    size_t line = ep_words_line(words, at);

    return (struct ep_point){(uint32_t)line, at - words->lines[line - 1] + 1};
}

int ep_words_is_sign(const char *name)
{
    return ep_is_of_name(*name) && sign_of(name, strlen(name), 1) != NULL;
}

char ep_words_first(const struct ep_words *words, uint32_t i)
{
    const struct ep_word *word;

    if (i >= words->n)
        return '\0';
    word = &words->items[i];
    if (word->sign)
        return *word->sign;
    return words->text[word->at];
}

int ep_words_is(const struct ep_words *words, uint32_t i, const char *text)
{
    const struct ep_word *word;

    if (i >= words->n)
        return 0;
    word = &words->items[i];
    if (word->sign)
        return strcmp(word->sign, text) == 0;
    return strlen(text) == word->size &&
           memcmp(words->text + word->at, text, word->size) == 0;
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

int ep_words_is_binding(const struct ep_words *words, struct ep_point point)
{
    static const char *const references[] = {"&", "&&", NULL};
    static const char *const types[] = {"auto", "const", "volatile", NULL};
    uint32_t i = ep_words_find(words, point);
    uint32_t open = i != EP_NONE ? words->items[i].within : EP_NONE;

    if (open == EP_NONE || open == 0 || !ep_words_is(words, open, "["))
        return 0;
    if (open > 1 && ep_words_is_one(words, open - 1, references))
        open--;
    return ep_words_is_one(words, open - 1, types);
}

/* The first word from I on that is one of TEXTS, and in no brackets that begin there; `n`: there
 * is none. */
static uint32_t find_outside(const struct ep_words *words, uint32_t i,
                             const char *const *texts)
{
    while (i < words->n && !ep_words_is_one(words, i, texts)) {
        uint32_t pair = words->items[i].pair;

        i = pair != EP_NONE && pair > i ? pair + 1 : i + 1;
    }
    return i;
}

int ep_words_is_defaulted(const struct ep_words *words, struct ep_point point)
{
    static const char *const ends[] = {";", "{", "}", NULL};
    uint32_t i = find_outside(words, ep_words_find(words, point), ends);

    return i > 0 && ep_words_is(words, i, ";") &&
           ep_words_is(words, i - 1, "default");
}

uint32_t ep_words_arguments_begin(const struct ep_words *words, uint32_t end)
{
    static const char *const ends[] = {";", "{", "}", NULL};
    uint32_t i = end;
    uint32_t depth = 0;

    do {
        if (i == 0 || ep_words_is_one(words, i - 1, ends))
            return end;
        i--;
        if (ep_words_is(words, i, ">"))
            depth++;
        else if (ep_words_is(words, i, ">>"))
            depth += 2;
        else if (depth == 0)
            return end;
        else if (ep_words_is(words, i, "<"))
            depth--;
    } while (depth > 0);
    return i;
}

struct ep_point ep_words_member(const struct ep_words *words,
                                struct ep_point point, const char *name)
{
    static const char *const parameters[] = {"(", ";", "{", NULL};
    static const char *const list[] = {":", ";", "{", NULL};
    static const struct ep_point none = {0, 0};
    uint32_t i = find_outside(words, ep_words_find(words, point), parameters);

    if (!ep_words_is(words, i, "(") || words->items[i].pair == EP_NONE)
        return none;
    i = find_outside(words, words->items[i].pair, list);
    if (!ep_words_is(words, i, ":"))
        return none;
    do {
        uint32_t name_end;

        i = find_outside(words, i + 1, parameters);
        if (i == words->n || words->items[i].pair == EP_NONE)
            return none;
        name_end = ep_words_arguments_begin(words, i);
        if (name_end > 0 && ep_words_is(words, name_end - 1, name))
            return ep_words_point(words, name_end - 1);
        i = words->items[i].pair + 1;
        if (ep_words_is(words, i, "..."))
            i++;
    } while (ep_words_is(words, i, ","));
    return none;
}

int ep_words_is_opened(const struct ep_words *words, struct ep_point point)
{
    static const char *const heads[] = {")",     "}",   "noexcept", "override",
                                        "final", "try", NULL};
    uint32_t i = ep_words_find(words, point);

    if (!ep_words_is(words, i, "{"))
        return 0;
    if (i + 1 == words->n || ep_words_point(words, i + 1).line != point.line)
        return 1;
    return i > 0 && ep_words_is_one(words, i - 1, heads) &&
           !ep_words_is(words, i + 1, "}");
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
    char first = ep_words_first(words, i);

    return ep_is_of_name(first) && !is_digit(first);
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
