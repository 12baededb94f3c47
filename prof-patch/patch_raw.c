/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "patch_raw.h"

#include "format/file.h"
#include "format/reset.h"

#include <edgeprof/abi.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = EDGEPROF_RAW_PAGE };

/* prof-run knows it by that. */
static const char memory_name[] = "edgeprof";

static int failed(const char *path, struct ep_diag *diag)
{
    return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
}

/* ---- names ------------------------------------------------------------------- */

void raw_name(const struct live *live, char out[NAME_MAX])
{
    enum { MOST = NAME_MAX - 6 }; /* "memfd:" stands before it */

    if (!live->run[0] ||
        snprintf(out, MOST, "%s:%s", memory_name, live->run) >= MOST)
        (void)snprintf(out, MOST, "%s", memory_name);
}

/* A file that is there, behind its links, or will be. */
static int name_run(const char *output, char out[PATH_MAX],
                    struct ep_diag *diag)
{
    char *real = realpath(output, NULL), here[PATH_MAX];
    int size;

    if (!getcwd(here, sizeof here)) {
        (free)(real);
        return failed(".", diag);
    }
    if (real)
        size = snprintf(out, PATH_MAX, "%s", real);
    else
        size = snprintf(out, PATH_MAX, "%s%s%s", output[0] == '/' ? "" : here,
                        output[0] == '/' ? "" : "/", output);
    (free)(real);
    if (size < PATH_MAX)
        return EP_OK;
    errno = ENAMETOOLONG;
    return failed(output, diag);
}

int raw_begin(struct live *live, const char *output, struct ep_diag *diag)
{
    struct stat there;
    int is_file = strcmp(output, "-") != 0 &&
                  (stat(output, &there) || S_ISREG(there.st_mode));

    live->counters_size = PAGE;
    if (getrandom(live->ticket, sizeof live->ticket, GRND_NONBLOCK) !=
        (ssize_t)sizeof live->ticket)
        memset(live->ticket, 0, sizeof live->ticket);
    return is_file ? name_run(output, live->run, diag) : EP_OK;
}

/* ---- what it says ------------------------------------------------------------ */

static uint64_t chunk_size(const struct object *object)
{
    return PAGE + object->running.size - ep_running_text_size(&object->running);
}

void raw_add_object(struct live *live, struct object *object)
{
    /* The chunk of the module, and the beginning of that of its counts. */
    object->first_counter = live->counters_size + 2 * (uint64_t)PAGE;
    live->counters_size += PAGE + chunk_size(object);
}

static int put(const struct live *live, const void *what, size_t size,
               uint64_t at)
{
    return pwrite(live->counters, what, size, (off_t)at) == (ssize_t)size;
}

static int put_object(const struct live *live, uint32_t number)
{
    const struct object *object = &live->objects[number];
    struct edgeprof_raw_module module = {
        .chunk = {.type = EDGEPROF_CHUNK_MODULE, .size = PAGE},
        .id_kind = object->id.id_kind,
        .id_size = object->id.id_size,
        .n_counters = object->made.code.n_counters};
    struct edgeprof_raw_counts counts = {
        .chunk = {.type = EDGEPROF_CHUNK_COUNTS, .size = chunk_size(object)},
        .module = number,
        .offset = PAGE,
        .n_counters = module.n_counters};

    memcpy(module.id, object->id.id, sizeof module.id);
    (void)snprintf(module.path, sizeof module.path, "%s", object->kept.data);
    return put(live, &module, sizeof module,
               object->first_counter - 2 * (uint64_t)PAGE) &&
           put(live, &counts, sizeof counts, object->first_counter - PAGE);
}

int raw_describe(const struct live *live, pid_t pid, struct ep_diag *diag)
{
    const char *label = getenv("EDGEPROF_LABEL");
    struct edgeprof_raw_head head = {.version = EDGEPROF_FILE_VERSION,
                                     .kind = EDGEPROF_KIND_RAW,
                                     .size = PAGE,
                                     .pid = (uint32_t)pid};
    int well = 1;

    memcpy(head.magic, EDGEPROF_MAGIC, sizeof head.magic);
    (void)snprintf(head.label, sizeof head.label, "%s", label ? label : "");
    memcpy(head.ticket, live->ticket, sizeof head.ticket);
    for (uint32_t i = 0; well && i < live->n; i++)
        well = put_object(live, i);
    return well && put(live, &head, sizeof head, 0) ? EP_OK
                                                    : failed("counters", diag);
}

/* ---- the link ---------------------------------------------------------------- */

int raw_link(const struct live *live, struct ep_diag *diag)
{
    struct ep_buf beside = {0};
    char to[64];
    int status = EP_OK;

    if (!live->run[0])
        return EP_OK;
    (void)snprintf(to, sizeof to, "/proc/%ld/fd/%d", (long)getpid(),
                   live->counters);
    ep_buf_printf(&beside, "%s.%ld.tmp", live->run, (long)getpid());
    if (beside.failed)
        return ep_fail(diag, EP_ENOMEM, "out of memory");
    (void)unlink(beside.data);
    if (symlink(to, beside.data) || rename(beside.data, live->run)) {
        status = failed(live->run, diag);
        (void)unlink(beside.data);
    }
    ep_buf_release(&beside);
    return status;
}

static void unlink_reset(const struct live *live)
{
    char *path = ep_reset_path(live->run, live->ticket);

    if (path)
        (void)unlink(path);
    ep_mem_free(path);
}

int raw_take(const struct live *live, struct ep_diag *diag,
             struct ep_counts *out)
{
    char path[64];
    int status;

    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", live->counters);
    status = live->run[0] ? ep_file_read_moved(path, live->run, diag, out)
                          : ep_file_read(path, diag, out);
    if (status)
        return status;
    out->cut = 0;
    out->flags &= ~(uint32_t)EDGEPROF_RUN_CUT;
    for (size_t i = 0; i < out->n_labels; i++)
        out->labels[i].cut = 0;
    if (live->run[0]) {
        (void)unlink(live->run);
        unlink_reset(live);
    }
    return EP_OK;
}
