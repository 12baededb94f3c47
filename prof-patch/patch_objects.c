/* SPDX-License-Identifier: MIT */
#include "patch_objects.h"
#include "audit.h"
#include "patch_make.h"

#include "code/rewrite.h"
#include "tool/own.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- of the program -------------------------------------------------------- */

static int has_auditors(const struct ep_image *image)
{
    const Elf64_Phdr *segment = ep_image_find_segment(image, PT_INTERP);
    const char *name = segment && segment->p_filesz > 0
                           ? (const char *)image->bytes + segment->p_offset
                           : NULL;

    if (!name || name[segment->p_filesz - 1] != '\0')
        return 0;
    return strstr(name, "/ld-linux") != NULL;
}

int objects_check(const struct args *args, const char *path,
                  struct ep_diag *diag)
{
    struct ep_image image;
    int status;

    if (args->objects.n == 0)
        return EP_OK;
    status = ep_image_read(path, diag, &image);
    if (status)
        return status;
    if (!has_auditors(&image))
        status = ep_fail(diag, EP_EFORMAT,
                         "%s: libraries are counted by the loader of glibc "
                         "alone",
                         path);
    ep_image_release(&image);
    return status;
}

/* ---- to the loader --------------------------------------------------------- */

static void add_words(const char *option, const struct texts *texts,
                      struct ep_buf *out)
{
    for (size_t i = 0; i < texts->n; i++)
        ep_buf_printf(out, "\n%s\n%s", option, texts->items[i]);
}

/* The reserve stands last, for the auditor to find it. */
static void add_tunables(struct ep_buf *out)
{
    const char *others = getenv("GLIBC_TUNABLES");

    ep_buf_text(out, others ? others : "");
    if (!others || !strstr(others, AUDIT_RESERVE))
        ep_buf_printf(out, "%s" AUDIT_OWN_RESERVE,
                      others && *others ? ":" : "");
}

static int announce(const char *auditor, const struct ep_buf *words,
                    struct ep_diag *diag)
{
    const char *others = getenv("LD_AUDIT");
    struct ep_buf list = {0}, tunables = {0};
    int status = EP_OK;

    add_tunables(&tunables);
    if (others && *others)
        ep_buf_printf(&list, "%s:", others);
    ep_buf_text(&list, auditor);
    if (words->failed || list.failed || tunables.failed)
        status = ep_fail(diag, EP_ENOMEM, "out of memory");
    else if (setenv("LD_AUDIT", list.data, 1) ||
             setenv("GLIBC_TUNABLES", tunables.data, 1) ||
             setenv("EDGEPROF_OBJECTS", words->data, 1))
        status = ep_fail(diag, EP_ENOMEM, "%s", strerror(errno));
    ep_buf_release(&list);
    ep_buf_release(&tunables);
    return status;
}

int objects_announce(const struct args *args, struct ep_diag *diag)
{
    char own[PATH_MAX], auditor[PATH_MAX], profile[PATH_MAX];
    struct ep_buf words = {0};
    int status;

    if (args->objects.n == 0)
        return EP_OK;
    status = find_own(own, diag);
    if (!status)
        status = find_installed("edgeprof/audit.so", auditor, diag);
    if (status)
        return status;
    ep_buf_printf(&words, "%s\n--path%s%s%s", own,
                  args->verbose ? "\n--verbose" : "",
                  args->once ? "\n--once" : "",
                  args->breakpoints ? "\n--breakpoints" : "");
    if (args->profile) /* the program may go elsewhere */
        ep_buf_printf(&words, "\n--profile\n%s",
                      realpath(args->profile, profile) ? profile
                                                       : args->profile);
    add_words("--objects", &args->objects, &words);
    add_words("--functions", &args->functions, &words);
    add_words("--files", &args->files, &words);
    status = announce(auditor, &words, diag);
    ep_buf_release(&words);
    return status;
}

/* ---- of one library -------------------------------------------------------- */

static int is_chosen(const struct args *args, const char *named,
                     const char *real)
{
    for (size_t i = 0; i < args->objects.n; i++)
        if (args_match(args->objects.items[i], named) ||
            args_match(args->objects.items[i], real))
            return 1;
    return args->objects.n == 0;
}

/* What has nothing to be counted is passed over without a word, or "*" would say so
 * each time. */
int objects_find(const struct args *args, const char *path,
                 struct ep_diag *diag, struct ep_buf *out)
{
    char real[PATH_MAX];
    int status;

    if (!realpath(path, real))
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    if (!is_chosen(args, path, real))
        return EP_OK;
    status = make_kept(args, real, NULL, diag, out);
    if (status == EP_ENONE && args->objects.n > 0 && !args->verbose) {
        ep_buf_clear(out);
        status = EP_OK;
    }
    return status;
}
