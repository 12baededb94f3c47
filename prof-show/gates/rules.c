/* SPDX-License-Identifier: MIT */
#include "gates/rules.h"

#include <cyaml/cyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tool/say.h"

static const cyaml_strval_t ofs[] = {{"lines", OF_LINES},
                                     {"functions", OF_FUNCTIONS},
                                     {"branches", OF_BRANCHES},
                                     {"mcdc", OF_MCDC}};
static const cyaml_strval_t ins[] = {{"total", IN_TOTAL},
                                     {"folder", IN_FOLDER},
                                     {"file", IN_FILE},
                                     {"function", IN_FUNCTION}};

static const cyaml_schema_field_t rule_fields[] = {
    CYAML_FIELD_ENUM("of", CYAML_FLAG_STRICT, struct rule, of, ofs,
                     CYAML_ARRAY_LEN(ofs)),
    CYAML_FIELD_ENUM("in", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, struct rule,
                     in, ins, CYAML_ARRAY_LEN(ins)),
    CYAML_FIELD_STRING_PTR("match", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                           struct rule, match, 1, CYAML_UNLIMITED),
    CYAML_FIELD_FLOAT_PTR("percent", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                          struct rule, percent),
    CYAML_FIELD_UINT_PTR("covered", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                         struct rule, covered),
    CYAML_FIELD_UINT_PTR("missing", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                         struct rule, missing),
    CYAML_FIELD_END};

static const cyaml_schema_value_t rule_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct rule, rule_fields)};

static const cyaml_schema_field_t top_fields[] = {
    CYAML_FIELD_SEQUENCE_COUNT("rules", CYAML_FLAG_POINTER, struct rules, items,
                               n, &rule_schema, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END};

static const cyaml_schema_value_t top_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct rules, top_fields)};

/* What libcyaml says of an error: first the fact, then where it is, inside
 * out. */
struct words {
    char fact[200];
    char place[200];
};

__attribute__((format(printf, 3, 0))) static void
listen(cyaml_log_t level, void *context, const char *format, va_list args)
{
    struct words *words = context;
    char line[200];
    const char *text = line;

    if (level < CYAML_LOG_ERROR)
        return;
    (void)vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(text, "Load: ", 6) == 0)
        text += 6;
    text += strspn(text, " ");
    if (strncmp(text, "Backtrace", 9) == 0)
        return;
    if (!words->fact[0])
        (void)snprintf(words->fact, sizeof words->fact, "%s", text);
    else if (!words->place[0])
        (void)snprintf(words->place, sizeof words->place, " (%s)", text);
}

static cyaml_config_t config_for(struct words *words)
{
    return (cyaml_config_t){.log_fn = listen,
                            .log_ctx = words,
                            .log_level = CYAML_LOG_ERROR,
                            .mem_fn = cyaml_mem,
                            .flags = CYAML_CFG_DEFAULT};
}

/* The reader of YAML takes -1 for the largest number. */
static int is_negative(const uint64_t *number)
{
    return number && *number > INT64_MAX;
}

static int check_rule(const char *path, unsigned number,
                      const struct rule *rule)
{
    if (!rule->percent && !rule->covered && !rule->missing)
        say_error("%s: rule %u wants nothing: add percent, covered or missing",
                  path, number);
    else if (rule->percent && !(*rule->percent >= 0 && *rule->percent <= 100))
        say_error("%s: rule %u: %g is no percentage", path, number,
                  *rule->percent);
    else if (is_negative(rule->covered) || is_negative(rule->missing))
        say_error("%s: rule %u: covered and missing are 0 or more", path,
                  number);
    else if (rule->match && rule->in == IN_TOTAL)
        say_error("%s: rule %u: match needs in: folder, file or function", path,
                  number);
    else
        return 0;
    return -1;
}

int rules_read(const char *path, struct rules **out)
{
    struct words words = {{0}, {0}};
    const cyaml_config_t config = config_for(&words);
    cyaml_err_t failed =
        cyaml_load_file(path, &config, &top_schema, (cyaml_data_t **)out, NULL);

    if (failed) {
        *out = NULL;
        say_error("%s: %s%s", path,
                  words.fact[0] ? words.fact : cyaml_strerror(failed),
                  words.place);
        return -1;
    }
    if (!*out || (*out)->n == 0) {
        say_error("%s: no rule is in it", path);
        rules_release(*out);
        *out = NULL;
        return -1;
    }
    for (unsigned i = 0; i < (*out)->n; i++)
        if (check_rule(path, i + 1, &(*out)->items[i])) {
            rules_release(*out);
            *out = NULL;
            return -1;
        }
    return 0;
}

void rules_release(struct rules *rules)
{
    struct words words;
    const cyaml_config_t config = config_for(&words);

    if (rules)
        (void)cyaml_free(&config, &top_schema, rules, 0);
}

const char *rule_of_name(enum rule_of of)
{
    return ofs[of].str;
}

const char *rule_in_name(enum rule_in in)
{
    return ins[in].str;
}
