/* SPDX-License-Identifier: MIT */
#include "operand.h"

#include <string.h>

/* Where the text or character that begins at TEXT ends. */
static const char *skip_quoted(const char *text)
{
    char quote = *text++;

    while (*text && *text != quote)
        text += *text == '\\' && text[1] ? 2 : 1;
    return *text ? text + 1 : text;
}

/* Whether TEXT, outside of brackets, ends an operand. */
static int is_end(const char *text)
{
    return strncmp(text, "&&", 2) == 0 || strncmp(text, "||", 2) == 0 ||
           strchr(";,?{", *text) != NULL ||
           (*text == ':' && text[1] != ':' && text[-1] != ':');
}

/* How many bytes the operand that begins at TEXT has there. */
static size_t size_of(const char *text)
{
    const char *at = text;
    int depth = 0;

    while (*at && !(depth == 0 && at > text && is_end(at))) {
        if (*at == '"' || *at == '\'') {
            at = skip_quoted(at);
            continue;
        }
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (depth < 0)
            break;
        at++;
    }
    while (at > text && at[-1] == ' ')
        at--;
    return (size_t)(at - text);
}

size_t operand_find(const char *line, size_t column, size_t *out)
{
    size_t size;

    if (column == 0 || strlen(line) < column)
        return 0;
    size = size_of(line + column - 1);
    for (; column > 1 && line[column - 2] == '!'; size++)
        column--;
    *out = column - 1;
    return size;
}
