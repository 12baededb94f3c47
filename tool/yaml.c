/* SPDX-License-Identifier: MIT */
#include "tool/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tool/say.h"

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

int yaml_read(const char *path, const cyaml_schema_value_t *schema, void **out)
{
    struct words words = {{0}, {0}};
    const cyaml_config_t config = config_for(&words);
    cyaml_err_t failed = cyaml_load_file(path, &config, schema, out, NULL);

    if (!failed)
        return 0;
    *out = NULL;
    say_error("%s: %s%s", path,
              words.fact[0] ? words.fact : cyaml_strerror(failed), words.place);
    return -1;
}

void yaml_release(const cyaml_schema_value_t *schema, void *read)
{
    struct words words;
    const cyaml_config_t config = config_for(&words);

    if (read)
        (void)cyaml_free(&config, schema, read, 0);
}
