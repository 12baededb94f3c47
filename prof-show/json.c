/* SPDX-License-Identifier: MIT */
#include "json.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int follows;  /* something stands before, in what is open */
static int in_lines; /* the document is JSON Lines */
static int in_rest;  /* its list has ended */

/* ---- values -------------------------------------------------------------- */

static void print_control(char c)
{
    static const char shorts[] = "\b\f\n\r\t";
    const char *found = strchr(shorts, c);

    if (found)
        (void)printf("\\%c", "bfnrt"[found - shorts]);
    else
        (void)printf("\\u%04x", (unsigned)c);
}

/* TEXT as UTF-8. */
static void print_string(const char *text)
{
    (void)putchar('"');
    while (*text) {
        int n = ep_utf8_size(text);

        if (n == 0)
            (void)fputs(EP_UTF8_UNKNOWN, stdout);
        else if (n == 1 && *text > 0 && *text < ' ')
            print_control(*text);
        else if (*text == '"' || *text == '\\')
            (void)printf("\\%c", *text);
        else
            (void)fwrite(text, 1, (size_t)n, stdout);
        text += n ? n : 1;
    }
    (void)putchar('"');
}

/* What goes before a value. */
static void print_key(const char *key)
{
    if (follows)
        (void)putchar(',');
    follows = 1;
    if (key) {
        print_string(key);
        (void)putchar(':');
    }
}

void json_open(const char *key, char bracket)
{
    print_key(key);
    (void)putchar(bracket);
    follows = 0;
}

void json_close(char bracket)
{
    (void)putchar(bracket);
    follows = 1;
}

void json_text(const char *key, const char *text)
{
    print_key(key);
    print_string(text);
}

void json_number(const char *key, uint64_t number)
{
    print_key(key);
    (void)printf("%" PRIu64, number);
}

void json_share(const char *key, double number)
{
    print_key(key);
    (void)printf("%g", number);
}

void json_null(const char *key)
{
    print_key(key);
    (void)fputs("null", stdout);
}

void json_decimal(const char *key, double number)
{
    print_key(key);
    (void)printf("%.3f", number);
}

void json_flag(const char *key, int value)
{
    print_key(key);
    (void)fputs(value ? "true" : "false", stdout);
}

void json_uri(const char *key, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789-._~/+";

    print_key(key);
    (void)fputs(*path == '/' ? "\"file://" : "\"", stdout);
    for (; *path; path++)
        (void)printf(strchr(plain, *path) ? "%c" : "%%%02X",
                     (unsigned char)*path);
    (void)putchar('"');
}

void json_part(const char *key, struct part part)
{
    json_open(key, '{');
    json_number("covered", part.covered);
    json_number("total", part.total);
    json_close('}');
}

/* ---- a report ------------------------------------------------------------ */

static void end_line(void)
{
    (void)putchar('\n');
    follows = 0;
}

void json_begin(const struct view *view, const char *report, const char *items)
{
    const struct ep_profile *profile = &view->profile;

    in_lines = view->options->json_lines;
    in_rest = 0;
    (void)printf("{\"format\":\"edgeprof-%s\",\"version\":1", report);
    follows = 1;
    json_number("runs", profile->runs);
    json_number("cut", profile->cut);
    json_open("notes", '[');
    for (size_t i = 0; i < profile->n_messages; i++)
        json_text(NULL, profile->messages[i]);
    json_close(']');
    if (in_lines) {
        json_close('}');
        end_line();
    } else {
        json_open(items, '[');
    }
}

void json_open_item(void)
{
    if (!in_lines) {
        (void)fputs(follows ? ",\n" : "\n", stdout);
        follows = 0;
    }
    json_open(NULL, '{');
}

void json_close_item(void)
{
    json_close('}');
    if (in_lines)
        end_line();
}

void json_rest(void)
{
    in_rest = 1;
    if (in_lines)
        json_open(NULL, '{');
    else
        json_close(']');
}

void json_end(void)
{
    if (!in_lines && !in_rest)
        json_rest();
    if (!in_lines || in_rest) {
        json_close('}');
        end_line();
    }
}
