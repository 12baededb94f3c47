/* SPDX-License-Identifier: MIT */
#include "run_folder.h"

#include "base/input.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int folder_join(const char *path, const char *name, char out[PATH_MAX],
                struct ep_diag *diag)
{
    if (snprintf(out, PATH_MAX, "%s/%s", path, name) < PATH_MAX)
        return EP_OK;
    return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(ENAMETOOLONG));
}

/* ---- names --------------------------------------------------------------- */

static const char *skip_digits(const char *text)
{
    return text + strspn(text, "0123456789");
}

static int is_number(const char *text)
{
    return *text && !*skip_digits(text);
}

static int ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);

    return n >= m && strcmp(name + n - m, end) == 0;
}

/* REST follows "PID.run". */
static enum entry nested_entry(const char *rest)
{
    if (*rest == '.' && skip_digits(rest + 1) > rest + 1)
        rest = skip_digits(rest + 1);
    if (!*rest)
        return ENTRY_NESTED;
    if (strcmp(rest, ".sum") == 0)
        return ENTRY_NESTED_SUM;
    return strncmp(rest, ".sum.", 5) == 0 ? ENTRY_TEMPORARY : ENTRY_RUN;
}

static enum entry numbered_entry(const char *name)
{
    const char *rest = skip_digits(name);

    if (strncmp(rest, ".run", 4) == 0 && (rest[4] == '.' || !rest[4]))
        return nested_entry(rest + 4);
    return *rest == '.' || *rest == '-' ? ENTRY_RUN : ENTRY_OTHER;
}

/* KIND, if NAME is a number from AT on; else one that is being written. */
static enum entry written_entry(const char *name, size_t at, enum entry kind)
{
    if (is_number(name + at))
        return kind;
    return ends_in(name, ".tmp") ? ENTRY_TEMPORARY : ENTRY_OTHER;
}

struct known {
    const char *name;
    enum entry entry;
};

enum entry folder_entry(const char *name)
{
    static const struct known numbered[] = {
        {"batch.", ENTRY_BATCH}, {"sum.", ENTRY_SUM}, {"reset.", ENTRY_RESET}};
    static const struct known fixed[] = {
        {"output", ENTRY_OUTPUT},        {"unreadable", ENTRY_UNREADABLE},
        {"bin", ENTRY_PROGRAMS},         {FOLDER_TIMES, ENTRY_PROGRAMS},
        {FOLDER_TRACE, ENTRY_PROGRAMS},  {FOLDER_TRACE_SUM, ENTRY_TRACE},
        {FOLDER_SAMPLES, ENTRY_SAMPLES}, {FOLDER_TIMES_SUM, ENTRY_SAMPLES}};

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(name, fixed[i].name) == 0)
            return fixed[i].entry;
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        if (strncmp(name, numbered[i].name, strlen(numbered[i].name)) == 0)
            return written_entry(name, strlen(numbered[i].name),
                                 numbered[i].entry);
    if (strncmp(name, FOLDER_SAMPLES ".", sizeof FOLDER_SAMPLES) == 0 ||
        strncmp(name, FOLDER_TIMES_SUM ".", sizeof FOLDER_TIMES_SUM) == 0 ||
        strncmp(name, FOLDER_TRACE_SUM ".", sizeof FOLDER_TRACE_SUM) == 0)
        return ENTRY_TEMPORARY;
    if (strncmp(name, ".reset.", 7) == 0)
        return ENTRY_RUN_RESET;
    if (name[0] == '.' && skip_digits(name + 1) > name + 1)
        return ENTRY_TEMPORARY;
    return skip_digits(name) > name ? numbered_entry(name) : ENTRY_OTHER;
}

int folder_each(const char *path, visit_fn *visit, void *context,
                struct ep_diag *diag)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;
    int status = EP_OK;

    if (!directory)
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    errno = 0;
    while (!status && (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = visit(context, path, entry->d_name);
        errno = 0;
    }
    if (!status && errno)
        status = ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    (void)closedir(directory);
    return status;
}

int folder_has(const char *path, int *out, struct ep_diag *diag)
{
    *out = access(path, F_OK) == 0;
    return *out || errno == ENOENT
               ? EP_OK
               : ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
}

int folder_read_file(const char *path, void *out, size_t size, int *is_whole,
                     struct ep_diag *diag)
{
    struct ep_input input;
    size_t n = 0;
    int status = ep_input_open(&input, path, diag);

    if (!status) {
        status = ep_input_some(&input, out, size, &n);
        ep_input_close(&input);
    }
    *is_whole = n == size;
    return status;
}
