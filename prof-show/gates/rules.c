/* SPDX-License-Identifier: MIT */
#include "gates/rules.h"

#include "tool/say.h"
#include "tool/yaml.h"

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
    CYAML_FIELD_SEQUENCE_COUNT(
        "rules", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct rules, items,
        n, &rule_schema, 1, CYAML_UNLIMITED),
    CYAML_FIELD_IGNORE("run", CYAML_FLAG_OPTIONAL), /* prof-run's */
    CYAML_FIELD_END};

static const cyaml_schema_value_t top_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct rules, top_fields)};

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

int rules_read(const char *path, int is_own, struct rules **out)
{
    void *read = NULL;
    struct rules *rules;
    int failed = yaml_read(path, &top_schema, &read);

    *out = NULL;
    if (failed)
        return -1;
    rules = read;
    if (!rules || (rules->n == 0 && is_own)) {
        say_error("%s: no rule is in it", path);
        failed = -1;
    }
    for (unsigned i = 0; !failed && i < rules->n; i++)
        failed = check_rule(path, i + 1, &rules->items[i]);
    if (!failed && rules->n)
        *out = rules;
    else
        rules_release(rules);
    return failed;
}

void rules_release(struct rules *rules)
{
    yaml_release(&top_schema, rules);
}

const char *rule_of_name(enum rule_of of)
{
    return ofs[of].str;
}

const char *rule_in_name(enum rule_in in)
{
    return ins[in].str;
}
