/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "patch_emulate.h"
#include "emulate.h"
#include "patch_make.h"
#include "patch_plan.h"

#include "tool/own.h"
#include "tool/say.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- QEMU ------------------------------------------------------------------ */

/* Whether it is there, and takes plugins. */
static int check_emulator(const struct ep_processor *processor,
                          struct ep_diag *diag)
{
    char command[64], line[512];
    int takes = 0, status;
    FILE *from;

    (void)snprintf(command, sizeof command, "%s -h 2>/dev/null",
                   processor->qemu);
    from = popen(command, "r");
    if (!from)
        return ep_fail(diag, EP_EIO, "%s: %s", processor->qemu,
                       strerror(errno));
    while (fgets(line, sizeof line, from))
        takes |= strncmp(line, "-plugin", 7) == 0;
    status = pclose(from);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return ep_fail(diag, EP_EIO,
                       "%s is not there, which runs programs for %s: install "
                       "qemu-user",
                       processor->qemu, processor->name);
    return takes ? EP_OK
                 : ep_fail(
                       diag, EP_EIO,
                       "%s takes no plugins, as Debian 13's: it must be built "
                       "with them, and not be static",
                       processor->qemu);
}

/* The folder that stands for / where the program looks for its libraries, into OUT,
 * which stays empty if none is needed. */
static int find_libraries(const struct ep_foreign *foreign,
                          struct ep_diag *diag, struct ep_buf *out)
{
    const char *folder = foreign->processor->folder;
    struct ep_buf loader = {0};
    int found;

    if (!foreign->loader || getenv("QEMU_LD_PREFIX") ||
        access(foreign->loader, R_OK) == 0)
        return EP_OK;
    ep_buf_printf(out, "/usr/%s", folder ? folder : "");
    ep_buf_printf(&loader, "%s%s", out->data, foreign->loader);
    found = !loader.failed && access(loader.data, R_OK) == 0;
    ep_buf_release(&loader);
    return found ? EP_OK
                 : ep_fail(diag, EP_EIO,
                           "%s: its loader %s is not there: set QEMU_LD_PREFIX "
                           "to a folder with the libraries of %s",
                           foreign->image.path, foreign->loader,
                           foreign->processor->name);
}

/* ---- the run's name --------------------------------------------------------- */

/* %q{NAME}: AT is behind the q.  Returns where it ends. */
static const char *put_variable(struct ep_buf *out, const char *at)
{
    const char *end = *at == '{' ? strchr(at, '}') : NULL;
    char name[128];

    if (!end || (size_t)(end - at) > sizeof name)
        return at;
    (void)snprintf(name, sizeof name, "%.*s", (int)(end - at - 1), at + 1);
    if (getenv(name))
        ep_buf_text(out, getenv(name));
    return end + 1;
}

static const char *expand(struct ep_buf *out, const char *at, const char *path,
                          const uint8_t id[PLAN_ID_SIZE])
{
    const char *folder = getenv("TMPDIR");
    char host[256] = "";

    switch (*at) {
    case 'p':
        ep_buf_add(out, &(const char){EMULATE_PID}, 1);
        break;
    case 'e':
        ep_buf_text(out, strrchr(path, '/') + 1);
        break;
    case 'h':
        (void)gethostname(host, sizeof host - 1);
        ep_buf_text(out, host);
        break;
    case 'b':
        for (int i = 0; i < PLAN_ID_SIZE; i++)
            ep_buf_printf(out, "%02x", id[i]);
        break;
    case 't':
        ep_buf_text(out, folder && *folder ? folder : "/tmp");
        break;
    case 'q':
        return put_variable(out, at + 1);
    case '\0':
        return at;
    default:
        ep_buf_add(out, at, 1);
    }
    return at + 1;
}

/* As the runtime reads EDGEPROF_FILE (edgeprof(7)), but for the process. */
static void name_run(const char *path, const uint8_t id[PLAN_ID_SIZE],
                     struct ep_buf *out)
{
    const char *at = getenv("EDGEPROF_FILE");
    char *here = getcwd(NULL, 0);

    at = at && *at ? at : "prof.out.%p";
    if (*at != '/')
        ep_buf_printf(out, "%s/", here ? here : "");
    (free)(here);
    while (*at)
        if (*at == '%')
            at = expand(out, at + 1, path, id);
        else
            ep_buf_add(out, at++, 1);
}

/* ---- the command ----------------------------------------------------------- */

/* TEXT as part of an option of QEMU's. */
static void put_escaped(struct ep_buf *out, const char *text)
{
    for (; *text; text++)
        ep_buf_add(out, ",,", *text == ',' ? 2 : 0),
            ep_buf_add(out, text, *text != ',');
}

static int name_plugin(const struct args *args, struct ep_foreign *foreign,
                       struct ep_diag *diag, struct ep_buf *out)
{
    char plugin[PATH_MAX];
    struct ep_buf plan = {0}, run = {0};
    uint8_t id[PLAN_ID_SIZE];
    int status = find_installed("edgeprof/emulate.so", plugin, diag);

    if (!status)
        status = plan_make(args, foreign, diag, &plan, id);
    if (!status) {
        name_run(foreign->image.path, id, &run);
        put_escaped(out, plugin);
        ep_buf_text(out, "," EMULATE_ARGUMENT_PLAN);
        put_escaped(out, plan.data);
        ep_buf_text(out, "," EMULATE_ARGUMENT_RUN);
        put_escaped(out, run.failed ? "" : run.data);
        if (run.failed || out->failed)
            status = ep_fail(diag, EP_ENOMEM, "out of memory");
    }
    ep_buf_release(&plan);
    ep_buf_release(&run);
    return status;
}

/* PLUGIN, FOLDER: "" stands for none. */
static int run_emulator(const struct args *args,
                        const struct ep_foreign *foreign, char *plugin,
                        char *folder)
{
    size_t n = 0, n_words = 0;
    char **words;

    while (args->words[n_words])
        n_words++;
    words = ep_mem_zeroed(n_words + 16, sizeof *words);
    if (!words) {
        say_error("out of memory");
        return EXIT_OWN;
    }
    words[n++] = (char *)foreign->processor->qemu;
    if (*folder) {
        words[n++] = "-L";
        words[n++] = folder;
    }
    if (*plugin) {
        words[n++] = "-plugin";
        words[n++] = plugin;
    }
    words[n++] = "-0";
    words[n++] = args->words[0];
    words[n++] = (char *)foreign->image.path;
    memcpy(words + n, args->words + 1, n_words * sizeof *words);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)execvp(words[0], words);
    say_error("%s: %s", words[0], strerror(errno));
    ep_mem_free(words);
    return EXIT_OWN;
}

int emulate_fits(const char *path)
{
    struct ep_foreign foreign;
    struct ep_diag diag = {{0}};
    int fits;

    if (ep_foreign_read(path, &diag, &foreign))
        return 0;
    fits = foreign.processor->machine != EM_X86_64 || !foreign.loader;
    ep_foreign_release(&foreign);
    return fits;
}

int emulate_program(const struct args *args, const char *path)
{
    const char *wish = getenv("EDGEPROF");
    int is_off = wish && strcmp(wish, "off") == 0;
    struct ep_foreign foreign;
    struct ep_diag diag = {{0}};
    struct ep_buf plugin = {0}, folder = {0};
    int result = EXIT_OWN;
    int status = ep_foreign_read(path, &diag, &foreign);

    if (!status)
        status = check_emulator(foreign.processor, &diag);
    if (!status)
        status = find_libraries(&foreign, &diag, &folder);
    if (!status && !is_off)
        status = name_plugin(args, &foreign, &diag, &plugin);
    if (status)
        say_error("%s", diag.text);
    else
        result = run_emulator(args, &foreign, plugin.data ? plugin.data : "",
                              folder.data ? folder.data : "");
    ep_buf_release(&plugin);
    ep_buf_release(&folder);
    ep_foreign_release(&foreign);
    return result;
}
