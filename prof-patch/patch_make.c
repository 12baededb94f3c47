/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "patch_make.h"
#include "patch_cache.h"

#include "base/output.h"
#include "code/code.h"
#include "code/describe.h"
#include "code/rewrite.h"
#include "format/weights.h"
#include "tool/own.h"
#include "tool/say.h"

#include <edgeprof/abi.h>

#include <errno.h>
#include <fnmatch.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is counted ------------------------------------------------------- */

static int has_name(const struct texts *globs, const char *name)
{
    for (size_t i = 0; i < globs->n; i++)
        if (name && fnmatch(globs->items[i], name, 0) == 0)
            return 1;
    return globs->n == 0;
}

static int has_path(const struct texts *globs, const char *path)
{
    for (size_t i = 0; i < globs->n; i++)
        if (path && args_match(globs->items[i], path))
            return 1;
    return globs->n == 0;
}

int make_wants(const void *context, const char *name, const char *file)
{
    const struct args *args = context;

    return has_name(&args->functions, name) && has_path(&args->files, file);
}

/* This program's own notes, of which its build-id is one. */
static int hash_notes(struct dl_phdr_info *info, size_t size, void *context)
{
    uint64_t *hash = context;

    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            *hash = ep_hash(
                *hash, /* NOLINTNEXTLINE(performance-no-int-to-ptr): as it is */
                (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
                info->dlpi_phdr[i].p_memsz);
    return 1;
}

static uint64_t hash_texts(uint64_t hash, const struct texts *texts)
{
    hash = ep_hash_u64(hash, texts->n);
    for (size_t i = 0; i < texts->n; i++)
        hash = ep_hash(hash, texts->items[i], strlen(texts->items[i]) + 1);
    return hash;
}

uint64_t make_salt(const struct args *args)
{
    static const char version[] = EDGEPROF_VERSION;
    uint64_t hash = ep_hash(EP_HASH_START, version, sizeof version);

    (void)dl_iterate_phdr(hash_notes, &hash);
    hash = ep_hash_u64(hash, (uint64_t)args->once);
    hash = ep_hash_u64(hash, args->process != 0);
    hash = ep_hash_u64(hash, (uint64_t)args->breakpoints);
    if (args->profile)
        hash = cache_hash(args->profile, hash);
    return hash_texts(hash_texts(hash, &args->functions), &args->files);
}

static void say_function(const struct ep_code_function *function,
                         const char *path)
{
    struct ep_buf name = {0};

    ep_describe_name(function, &name);
    if (ep_code_is_copied(function))
        say_note("%s: %s is counted by %u breakpoint%s: no room for a jump",
                 path, name.failed ? "?" : name.data,
                 (unsigned)function->n_breakpoints,
                 function->n_breakpoints == 1 ? "" : "s");
    else
        say_note("%s: %s is left alone: %s", path,
                 name.failed ? "?" : name.data, function->left);
    ep_buf_release(&name);
}

static void say_what(const struct ep_code *code, const char *path)
{
    size_t n_left = 0;

    for (size_t i = 0; i < code->n_functions; i++) {
        const struct ep_code_function *function = &code->functions[i];

        n_left += (size_t)!ep_code_is_copied(function);
        if (ep_code_is_copied(function)
                ? function->n_breakpoints > 0
                : strcmp(function->left, "not chosen") != 0)
            say_function(function, path);
    }
    if (code->hides_calls)
        say_note("%s: code that is left alone may make threads: counters are "
                 "shared and atomic",
                 path);
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

static int weigh(const void *context, const struct ep_code *code,
                 const struct ep_code_function *function)
{
    const struct ep_weights *weights = context;
    struct ep_function note;
    struct ep_buf name = {0};
    int status;

    ep_describe_name(function, &name);
    status = name.failed ? EP_ENOMEM : EP_OK;
    if (!status) {
        note = ep_describe_function(code, function, name.data);
        (void)weights->apply(weights->context, &note);
    }
    ep_buf_release(&name);
    return status;
}

/* What cannot be used is said; weights are guesses then. */
static void open_weights(const struct args *args, struct ep_weights *out)
{
    char runtime[PATH_MAX];
    struct ep_diag diag = {{0}};

    if (args->profile &&
        (find_installed(EDGEPROF_RUNTIME_FILE, runtime, &diag) ||
         ep_weights_open(runtime, args->profile, &diag, out)))
        say_warning("%s; counters are where a guess has them", diag.text);
}

int make_read(const struct args *args, const char *path, struct ep_diag *diag,
              struct made *out)
{
    struct ep_weights weights = {0};
    struct ep_code_source source = {.image = &out->image,
                                    .frames = &out->frames,
                                    .lines = &out->lines,
                                    .once = args->once,
                                    .running = args->process != 0,
                                    .breakpoints = args->breakpoints,
                                    .weights = &weights};
    int status;

    *out = (struct made){0};
    status = ep_image_read(path, diag, &out->image);
    if (status)
        return status;
    status = ep_rewrite_check(&out->image, diag);
    if (!status && args->process && ep_image_is_static(&out->image))
        status = ep_fail(diag, EP_EFORMAT,
                         "%s: a static program, which is not counted while it "
                         "runs; start it counted",
                         path);
    if (!status)
        status = ep_frames_read(&out->image, diag, &out->frames);
    if (!status && ep_lines_read(&out->image, &out->lines))
        status = ep_fail(diag, EP_ENOMEM, "%s: out of memory", path);
    if (!status)
        open_weights(args, &weights);
    if (weights.context)
        source.weigh = weigh;
    if (!status)
        status = ep_code_read(&source, make_wants, args, diag, &out->code);
    ep_weights_release(&weights);
    if (!status && args->verbose)
        say_what(&out->code, path);
    if (status)
        make_release(out);
    return status;
}

void make_release(struct made *made)
{
    ep_code_release(&made->code);
    ep_lines_release(&made->lines);
    ep_frames_release(&made->frames);
    ep_image_release(&made->image);
}

/* The new file goes on behind all memory that the program has, large arrays (.bss) too:
 * these take no room on the disk. */
static int write_pieces(const struct ep_output *output,
                        const struct ep_buf *bytes, struct ep_diag *diag)
{
    enum { PIECE = 1 << 16 };
    static const char zeros[PIECE];
    int status = EP_OK;

    for (size_t at = 0; !status && at < bytes->size; at += PIECE) {
        const char *from = bytes->data + at;
        size_t size = bytes->size - at < PIECE ? bytes->size - at : PIECE;

        if (size == PIECE && at + size < bytes->size && output->target &&
            memcmp(from, zeros, size) == 0 &&
            lseek(output->fd, PIECE, SEEK_CUR) >= 0)
            continue;
        status = ep_output_write(output, from, size, diag);
    }
    return status;
}

static int write_file(const char *path, const struct ep_buf *bytes,
                      struct ep_diag *diag)
{
    struct ep_output output;
    int status = ep_output_begin(path, diag, &output);

    if (status)
        return status;
    status = write_pieces(&output, bytes, diag);
    if (!status && fchmod(output.fd, 0755))
        status = ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    return ep_output_end(&output, status, diag);
}

/* What MADE is of as the file OUT; the runtime's path in HOW is filled in. */
static int write_made(struct made *made, struct ep_rewrite *how,
                      const char *out, struct ep_diag *diag)
{
    char runtime[PATH_MAX];
    struct ep_buf bytes = {0};
    int status = find_installed(EDGEPROF_RUNTIME_FILE, runtime, diag);

    how->rt_path = runtime;
    how->notes = make_notes;
    if (!status)
        status = ep_rewrite_make(&made->image, &made->code, how, diag, &bytes);
    if (!status)
        status = write_file(out, &bytes, diag);
    how->rt_path = NULL;
    ep_buf_release(&bytes);
    return status;
}

static int make_file(const struct args *args, const char *path,
                     struct ep_rewrite *how, const char *out,
                     struct ep_diag *diag)
{
    struct made made;
    int status = make_read(args, path, diag, &made);

    if (status)
        return status;
    status = write_made(&made, how, out, diag);
    make_release(&made);
    return status;
}

int make_output(const struct args *args, const char *path, const char *out,
                struct ep_diag *diag)
{
    struct ep_rewrite how = {.salt = make_salt(args)};

    return make_file(args, path, &how, out, diag);
}

int make_kept(const struct args *args, const char *path, struct made *made,
              struct ep_diag *diag, struct ep_buf *out)
{
    char folder[PATH_MAX];
    struct ep_rewrite how = {.origin = folder};
    int status = cache_name(path, make_salt(args), diag, out, &how.salt);

    if (status || ((made || !args->verbose) && access(out->data, X_OK) == 0))
        return status;
    (void)snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    how.place = out->data;
    return made ? write_made(made, &how, out->data, diag)
                : make_file(args, path, &how, out->data, diag);
}
