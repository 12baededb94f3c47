/* SPDX-License-Identifier: MIT */
#include "run_project.h"

#include "tool/say.h"
#include "tool/yaml.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

struct wanted {
    char *output, *label, *time, *every;
    char *lines, *functions, *branches, *mcdc, *ratchet, *diff;
    char **patch;
    unsigned n_patch;
    int label_each, stacks, kills, wait, check, strict, quiet; /* bool */
};

struct project {
    struct wanted *run;
};

#define TEXT(key, member)                                                 \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, \
                           struct wanted, member, 1, CYAML_UNLIMITED)
#define FLAG(key, member)                                          \
    CYAML_FIELD_ENUM(key, CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, \
                     struct wanted, member, answers, CYAML_ARRAY_LEN(answers))

/* libcyaml's own takes any word for yes. */
static const cyaml_strval_t answers[] = {{"no", 0},   {"yes", 1}, {"false", 0},
                                         {"true", 1}, {"off", 0}, {"on", 1}};

static const cyaml_schema_value_t glob = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t run_fields[] = {
    TEXT("output", output),
    TEXT("label", label),
    FLAG("label-each", label_each),
    CYAML_FIELD_SEQUENCE_COUNT(
        "patch", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct wanted, patch,
        n_patch, &glob, 1, CYAML_UNLIMITED),
    TEXT("time", time),
    FLAG("stacks", stacks),
    FLAG("kills", kills),
    FLAG("wait", wait),
    TEXT("every", every),
    FLAG("check", check),
    TEXT("fail-under-lines", lines),
    TEXT("fail-under-functions", functions),
    TEXT("fail-under-branches", branches),
    TEXT("fail-under-mcdc", mcdc),
    TEXT("ratchet", ratchet),
    TEXT("diff", diff),
    FLAG("strict", strict),
    FLAG("quiet", quiet),
    CYAML_FIELD_END};

static const cyaml_schema_field_t top_fields[] = {
    CYAML_FIELD_MAPPING_PTR("run", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                            struct project, run, run_fields),
    CYAML_FIELD_IGNORE("rules", CYAML_FLAG_OPTIONAL), /* prof-show's */
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct project, top_fields)};

/* What of a command line stands for FIELD. */
struct taking {
    const struct tool_option *option;
    struct args *args;
};

static enum args_outcome take(const struct taking *taking, const char *value)
{
    enum args_outcome outcome =
        taking->option->take(value, taking->option->which, taking->args);

    if (outcome != ARGS_RUN)
        say_error(YAML_FILE ": run: %s: that is its value",
                  taking->option->name);
    return outcome;
}

static enum args_outcome take_field(const struct taking *taking,
                                    const struct wanted *wanted,
                                    const cyaml_schema_field_t *field)
{
    const void *at = (const char *)wanted + field->data_offset;
    enum args_outcome outcome = ARGS_RUN;

    if (field->value.type == CYAML_ENUM)
        return *(const int *)at ? take(taking, NULL) : ARGS_RUN;
    if (field->value.type == CYAML_STRING)
        return *(char *const *)at ? take(taking, *(char *const *)at) : ARGS_RUN;
    for (unsigned i = 0; outcome == ARGS_RUN && i < wanted->n_patch; i++)
        outcome = take(taking, wanted->patch[i]);
    return outcome;
}

static const struct tool_option *find(const struct tool_option *options,
                                      size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    assert(0); /* a key of the schema is an option */
    return options;
}

enum args_outcome project_take(const struct tool_option *options,
                               size_t n_options, struct args *args)
{
    enum args_outcome outcome = ARGS_RUN;
    const struct project *project;

    if (access(YAML_FILE, F_OK))
        return ARGS_RUN;
    if (yaml_read(YAML_FILE, &schema, &args->project))
        return ARGS_WRONG;
    project = args->project;
    if (!project || !project->run)
        return ARGS_RUN;
    for (const cyaml_schema_field_t *field = run_fields;
         field->key && outcome == ARGS_RUN; field++) {
        const struct taking taking = {find(options, n_options, field->key),
                                      args};

        outcome = take_field(&taking, project->run, field);
    }
    return outcome;
}

void project_release(void *project)
{
    yaml_release(&schema, project);
}
