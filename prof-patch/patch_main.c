/* SPDX-License-Identifier: MIT
 *
 * prof-patch - count what programs execute that nobody compiled for it.
 *
 * The program is rewritten, with copies of its functions that count, into a file
 * of the cache or of the user's; then it is run.
 */
#include "patch_args.h"
#include "patch_attach.h"
#include "patch_emulate.h"
#include "patch_make.h"
#include "patch_objects.h"

#include "tool/say.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char tool_name[] = "prof-patch";

static int own_trouble(const struct ep_diag *diag)
{
    say_error("%s", diag->text);
    return EXIT_OWN;
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

static void warn_of_rights(const char *path)
{
    struct stat there;

    if (stat(path, &there) == 0 && (there.st_mode & (S_ISUID | S_ISGID)))
        say_warning("%s: set-uid: it is run without those rights", path);
}

/* What is executed for the program PATH, into OUT: without a counted file its
 * libraries may still be counted. */
static int choose_file(const struct args *args, const char *path,
                       struct ep_diag *diag, struct ep_buf *out)
{
    int status = make_kept(args, path, NULL, diag, out);

    if ((status != EP_EFORMAT && status != EP_ENONE) || args->objects.n == 0)
        return status;
    say_warning("%s; only its libraries are counted", diag->text);
    ep_buf_clear(out);
    ep_buf_text(out, path);
    return out->failed ? ep_fail(diag, EP_ENOMEM, "out of memory") : EP_OK;
}

static int run_program(const struct args *args)
{
    char path[PATH_MAX];
    struct ep_diag diag = {{0}};
    struct ep_buf file = {0};
    int result = find_program(args->words[0], path);

    if (result)
        return result;
    warn_of_rights(path);
    if (args->emulate)
        return emulate_program(args, path);
    if (objects_check(args, path, &diag) ||
        choose_file(args, path, &diag, &file) ||
        objects_announce(args, &diag)) {
        ep_buf_release(&file);
        if (args->objects.n == 0 && emulate_fits(path)) {
            say_error("%s; --emulate counts it, under QEMU", diag.text);
            return EXIT_OWN;
        }
        return own_trouble(&diag);
    }
    (void)signal(SIGPIPE, SIG_DFL);
    (void)execv(file.data, args->words);
    say_error("%s: %s", file.data, strerror(errno));
    ep_buf_release(&file);
    return EXIT_NOT_RUN;
}

/* ---- making ---------------------------------------------------------------- */

static int write_output(const struct args *args)
{
    struct ep_diag diag = {{0}};
    char path[PATH_MAX];

    if (!realpath(args->words[0], path)) {
        say_error("%s: %s", args->words[0], strerror(errno));
        return EXIT_OWN;
    }
    if (make_output(args, path, args->output, &diag))
        return own_trouble(&diag);
    return EXIT_DONE;
}

static int print_path(const struct args *args)
{
    struct ep_diag diag = {{0}};
    struct ep_buf file = {0};
    int status = objects_find(args, args->words[0], &diag, &file);

    if (!status && file.size > 0)
        (void)puts(file.data); /* tool_main sees whether it is written */
    ep_buf_release(&file);
    return status ? own_trouble(&diag) : EXIT_DONE;
}

static int run(const void *context)
{
    const struct args *args = context;

    if (args->process)
        return attach_run(args);
    if (args->output)
        return write_output(args);
    return args->path ? print_path(args) : run_program(args);
}

int main(int argc, char **argv)
{
    struct args args = {0};

    return tool_main(&patch_tool, run, argc, argv, &args);
}
