/* SPDX-License-Identifier: MIT
 *
 * prof-patch - count what programs execute that nobody compiled for it.
 *
 * The program is rewritten, with copies of its functions that count, into a file
 * of the cache or of the user's; then it is run.
 */
#define _GNU_SOURCE
#include "patch_args.h"
#include "patch_cache.h"

#include "base/output.h"
#include "code/code.h"
#include "code/describe.h"
#include "code/rewrite.h"
#include "tool/say.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char tool_name[] = "prof-patch";

/* ---- what is counted ------------------------------------------------------- */

static int is_wanted(const void *context, const char *name)
{
    const struct args *args = context;

    for (size_t i = 0; i < args->functions.n; i++)
        if (name && fnmatch(args->functions.items[i], name, 0) == 0)
            return 1;
    return args->functions.n == 0;
}

/* Stands for the options, and for what this program makes of them. */
static uint64_t hash_options(const struct args *args)
{
    static const char version[] = EDGEPROF_VERSION " 1";
    uint64_t hash = ep_hash(EP_HASH_START, version, sizeof version);

    for (size_t i = 0; i < args->functions.n; i++)
        hash = ep_hash(hash, args->functions.items[i],
                       strlen(args->functions.items[i]) + 1);
    return hash;
}

static void say_what(const struct ep_code *code, const char *path)
{
    size_t n_left = 0;

    for (size_t i = 0; i < code->n_functions; i++) {
        const struct ep_code_function *function = &code->functions[i];
        struct ep_buf name = {0};

        if (ep_code_is_copied(function))
            continue;
        n_left++;
        ep_describe_name(function, &name);
        if (strcmp(function->left, "not chosen") != 0)
            say_note("%s: %s is left alone: %s", path,
                     name.failed ? "?" : name.data, function->left);
        ep_buf_release(&name);
    }
    say_note("%s: %zu of %zu functions are counted, by %u counters", path,
             code->n_functions - n_left, code->n_functions,
             (unsigned)code->n_counters);
}

/* ---- the new file ---------------------------------------------------------- */

static int make_notes(const void *context, const struct ep_code *code,
                      uint64_t counters, struct ep_buf *out)
{
    (void)context;
    return ep_describe(code, "prof-patch " EDGEPROF_VERSION, counters, out);
}

/* The runtime beside this program, as it lies in a build tree or below a
 * prefix. */
static int find_runtime(char out[PATH_MAX], struct ep_diag *diag)
{
    static const char *const places[] = {"../lib/" EDGEPROF_RUNTIME_FILE,
                                         "../" EDGEPROF_LIBDIR
                                         "/" EDGEPROF_RUNTIME_FILE};
    char own[PATH_MAX], tried[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    char *slash;

    own[n > 0 ? n : 0] = '\0';
    slash = strrchr(own, '/');
    if (slash)
        slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        (void)snprintf(tried, sizeof tried, "%s%s", own, places[i]);
        if (realpath(tried, out))
            return EP_OK;
    }
    return ep_fail(diag, EP_EIO, "%s: not found: install edgeprof whole",
                   tried);
}

/* The code of IMAGE, copied, as a file. */
static int rewrite_code(const struct args *args, struct ep_image *image,
                        const struct ep_rewrite *how, struct ep_diag *diag,
                        struct ep_buf *out)
{
    struct ep_frames frames = {0};
    struct ep_lines lines = {0};
    struct ep_code_source source = {image, &frames, &lines};
    struct ep_code code;
    int status = ep_frames_read(image, diag, &frames);

    if (!status && ep_lines_read(image, &lines))
        status = ep_fail(diag, EP_ENOMEM, "%s: out of memory", image->path);
    if (!status)
        status = ep_code_read(&source, is_wanted, args, diag, &code);
    if (!status) {
        status = ep_rewrite_make(image, &code, how, diag, out);
        if (args->verbose)
            say_what(&code, image->path);
        ep_code_release(&code);
    }
    ep_lines_release(&lines);
    ep_frames_release(&frames);
    return status;
}

static int rewrite(const struct args *args, struct ep_image *image,
                   uint64_t salt, const char *origin, struct ep_diag *diag,
                   struct ep_buf *out)
{
    char runtime[PATH_MAX];
    struct ep_rewrite how = {.rt_path = runtime,
                             .origin = origin,
                             .salt = salt,
                             .notes = make_notes};
    int status = find_runtime(runtime, diag);

    return status ? status : rewrite_code(args, image, &how, diag, out);
}

static int write_file(const char *path, const struct ep_buf *bytes,
                      struct ep_diag *diag)
{
    struct ep_output output;
    int status = ep_output_begin(path, diag, &output);

    if (status)
        return status;
    status = ep_output_write(&output, bytes->data, bytes->size, diag);
    if (!status && fchmod(output.fd, 0755))
        status = ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    return ep_output_end(&output, status, diag);
}

/* The counted PATH as the file OUT. */
static int make_file(const struct args *args, const char *path, uint64_t salt,
                     const char *origin, const char *out, struct ep_diag *diag)
{
    struct ep_image image;
    struct ep_buf bytes = {0};
    int status = ep_image_read(path, diag, &image);

    if (status)
        return status;
    status = ep_rewrite_check(&image, diag);
    if (!status)
        status = rewrite(args, &image, salt, origin, diag, &bytes);
    if (!status)
        status = write_file(out, &bytes, diag);
    ep_buf_release(&bytes);
    ep_image_release(&image);
    return status;
}

/* ---- running --------------------------------------------------------------- */

/* The file that the word NAME means to a shell, into OUT.  0, or an exit
 * status. */
static int find_program(const char *name, char out[PATH_MAX])
{
    const char *path = getenv("PATH");
    char tried[PATH_MAX];

    if (strchr(name, '/') || !path) {
        if (realpath(name, out) && access(out, X_OK) == 0)
            return 0;
        say_error("%s: %s", name, strerror(errno));
        return errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN;
    }
    while (path) {
        size_t size = strcspn(path, ":");
        struct stat there;

        (void)snprintf(tried, sizeof tried, "%.*s%s%s", (int)size, path,
                       size ? "/" : "./", name);
        if (stat(tried, &there) == 0 && S_ISREG(there.st_mode) &&
            access(tried, X_OK) == 0 && realpath(tried, out))
            return 0;
        path = path[size] ? path + size + 1 : NULL;
    }
    say_error("%s: not found in PATH", name);
    return EXIT_NOT_FOUND;
}

static int own_trouble(const struct ep_diag *diag)
{
    say_error("%s", diag->text);
    return EXIT_OWN;
}

static void warn_of_rights(const char *path)
{
    struct stat there;

    if (stat(path, &there) == 0 && (there.st_mode & (S_ISUID | S_ISGID)))
        say_warning("%s: set-uid: it is run without those rights", path);
}

static int run_program(const struct args *args)
{
    char path[PATH_MAX], folder[PATH_MAX];
    struct ep_diag diag = {{0}};
    struct ep_buf kept = {0};
    uint64_t salt = 0;
    int result = find_program(args->words[0], path);

    if (result)
        return result;
    warn_of_rights(path);
    memcpy(folder, path, sizeof folder);
    *strrchr(folder, '/') = '\0';
    if (cache_name(path, hash_options(args), &diag, &kept, &salt) ||
        ((args->verbose || access(kept.data, X_OK)) &&
         make_file(args, path, salt, folder, kept.data, &diag))) {
        ep_buf_release(&kept);
        return own_trouble(&diag);
    }
    (void)signal(SIGPIPE, SIG_DFL);
    (void)execv(kept.data, args->words);
    say_error("%s: %s", kept.data, strerror(errno));
    ep_buf_release(&kept);
    return EXIT_NOT_RUN;
}

static int run(const void *context)
{
    const struct args *args = context;
    struct ep_diag diag = {{0}};
    char path[PATH_MAX];

    if (!args->output)
        return run_program(args);
    if (!realpath(args->words[0], path)) {
        say_error("%s: %s", args->words[0], strerror(errno));
        return EXIT_OWN;
    }
    if (make_file(args, path, hash_options(args), NULL, args->output, &diag))
        return own_trouble(&diag);
    return EXIT_DONE;
}

int main(int argc, char **argv)
{
    struct args args = {0};

    return tool_main(&patch_tool, run, argc, argv, &args);
}
