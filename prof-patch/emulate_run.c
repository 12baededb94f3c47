/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "emulate_run.h"

#include "format/counts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = EDGEPROF_RAW_PAGE };

/* What a thread counts in. */
struct region {
    uint64_t *counters;
    struct region *next;
    int is_free;
};

static const struct emulate_plan *plan;
static const char *pattern;
static char path[PATH_MAX]; /* "": there is no file */
static struct region first; /* the first thread's, and then all others */
static int is_taken;        /* the first one is somebody's */
static char *base;          /* of the file's first chunks */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t leaving;
static __thread struct region *mine __attribute__((tls_model("initial-exec")));

static size_t chunk_size(void)
{
    return PAGE + (plan->n_counters * 8 + PAGE - 1) / PAGE * PAGE;
}

static size_t whole_size(void)
{
    return 2 * (size_t)PAGE + chunk_size();
}

/* ---- its name --------------------------------------------------------------- */

static void make_folders(char *name)
{
    for (char *at = name + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(name, 0777);
            *at = '/';
        }
}

static int name_file(void)
{
    size_t length = 0;

    for (const char *at = pattern; *at && length + 32 < sizeof path; at++)
        if (*at == EMULATE_PID)
            length += (size_t)snprintf(path + length, sizeof path - length,
                                       "%ld", (long)getpid());
        else
            path[length++] = *at;
    path[length] = '\0';
    make_folders(path);
    return (int)length;
}

/* A new file, which nobody else has. */
static int create(void)
{
    int length = name_file();
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    for (int i = 1; fd < 0 && errno == EEXIST && i < 10000; i++) {
        (void)snprintf(path + length, sizeof path - (size_t)length, ".%d", i);
        fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return fd;
}

/* ---- memory ----------------------------------------------------------------- */

/* SIZE bytes at OFFSET of FD, which is -1 if there is no file, at ADDRESS if
 * that is one.  NULL: there are none. */
static char *map(int fd, off_t offset, size_t size, void *address)
{
    int flags =
        (fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED) |
        (address ? MAP_FIXED : 0);
    void *at = mmap(address, size, PROT_READ | PROT_WRITE, flags, fd, offset);

    return at == MAP_FAILED ? NULL : at;
}

static void begin_counts(char *at)
{
    struct edgeprof_raw_counts *counts = (struct edgeprof_raw_counts *)at;

    counts->chunk.size = chunk_size();
    counts->offset = PAGE;
    counts->n_counters = plan->n_counters;
    atomic_signal_fence(memory_order_release);
    counts->chunk.type = EDGEPROF_CHUNK_COUNTS;
}

static void begin_file(void)
{
    struct edgeprof_raw_head *head = (struct edgeprof_raw_head *)base;
    struct edgeprof_raw_module *module =
        (struct edgeprof_raw_module *)(base + PAGE);
    const char *label = getenv("EDGEPROF_LABEL");

    head->version = EDGEPROF_FILE_VERSION;
    head->kind = EDGEPROF_KIND_RAW;
    head->size = PAGE;
    head->pid = (uint32_t)getpid();
    if (label)
        (void)snprintf(head->label, sizeof head->label, "%s", label);
    *module = plan->module;
    begin_counts(base + 2 * (size_t)PAGE);
    atomic_signal_fence(memory_order_release);
    memcpy(head->magic, EDGEPROF_MAGIC, sizeof head->magic);
}

/* The file of this process, at BASE if that is somewhere already.  The guest knows
 * nothing of its descriptor. */
static void map_file(void)
{
    int fd = create();

    if (fd >= 0 && ftruncate(fd, (off_t)whole_size())) {
        (void)close(fd);
        (void)unlink(path);
        fd = -1;
    }
    if (fd < 0) {
        (void)fprintf(stderr, "prof-patch: %s: %s: nothing is counted\n", path,
                      strerror(errno));
        path[0] = '\0';
    }
    base = map(fd, 0, whole_size(), base);
    if (fd >= 0)
        (void)close(fd);
    if (!base)
        _exit(125);
    begin_file();
    first.counters = (uint64_t *)(base + 3 * (size_t)PAGE);
}

/* Another chunk of the file; memory alone, if that cannot be, which is in the run
 * if it comes to its end. */
static char *map_chunk(void)
{
    struct stat there;
    char *at = NULL;
    int fd = path[0] ? open(path, O_RDWR | O_CLOEXEC) : -1;

    if (fd >= 0 && fstat(fd, &there) == 0 && there.st_size % PAGE == 0 &&
        ftruncate(fd, there.st_size + (off_t)chunk_size()) == 0)
        at = map(fd, there.st_size, chunk_size(), NULL);
    if (fd >= 0)
        (void)close(fd);
    if (!at)
        at = map(-1, 0, chunk_size(), NULL);
    return at;
}

/* ---- threads ---------------------------------------------------------------- */

static void leave(void *region)
{
    (void)pthread_mutex_lock(&lock);
    ((struct region *)region)->is_free = 1;
    (void)pthread_mutex_unlock(&lock);
}

static struct region *make_region(void)
{
    struct region *made = calloc(1, sizeof *made);
    char *at = made ? map_chunk() : NULL;

    if (!at) {
        (void)fputs("prof-patch: out of memory\n", stderr);
        _exit(125);
    }
    begin_counts(at);
    made->counters = (uint64_t *)(at + PAGE);
    made->next = first.next;
    first.next = made;
    return made;
}

static struct region *find_region(void)
{
    struct region *found = &first;

    if (!is_taken) {
        is_taken = 1;
        return found;
    }
    while (found && !found->is_free)
        found = found->next;
    if (!found)
        found = make_region();
    found->is_free = 0;
    return found;
}

uint64_t *emulate_run_own(void)
{
    if (!mine) {
        (void)pthread_mutex_lock(&lock);
        mine = find_region();
        (void)pthread_mutex_unlock(&lock);
        (void)pthread_setspecific(leaving, mine);
    }
    return mine->counters;
}

uint64_t *emulate_run_counters(void)
{
    return first.counters;
}

/* ---- fork ------------------------------------------------------------------- */

static void before_fork(void)
{
    (void)pthread_mutex_lock(&lock);
}

static void behind_fork(void)
{
    (void)pthread_mutex_unlock(&lock);
}

/* The thread that is left has the first one's place. */
static void in_child(void)
{
    map_file();
    first.next = NULL;
    first.is_free = 0;
    is_taken = 1;
    mine = &first;
    (void)pthread_setspecific(leaving, mine);
    (void)pthread_mutex_unlock(&lock);
}

/* ---- beginning and end ------------------------------------------------------- */

void emulate_run_begin(const struct emulate_plan *of, const char *name)
{
    plan = of;
    pattern = name;
    map_file();
    (void)pthread_key_create(&leaving, leave);
    (void)pthread_atfork(before_fork, behind_fork, in_child);
}

static int add_up(struct ep_counts *counts)
{
    const char *label = ((struct edgeprof_raw_head *)base)->label;
    struct ep_module id = {.id_kind = plan->module.id_kind,
                           .id_size = plan->module.id_size};
    struct ep_module *module;

    memcpy(id.id, plan->module.id, sizeof id.id);
    module =
        ep_counts_add_module(counts, &id, plan->module.path, plan->n_counters);
    if (!module)
        return EP_ENOMEM;
    for (const struct region *at = &first; at; at = at->next)
        for (size_t i = 0; i < plan->n_counters; i++)
            module->counts[i] =
                edgeprof_add(module->counts[i], at->counters[i]);
    counts->runs = 1;
    return label[0] ? ep_counts_add_label(counts, 1, label, strlen(label))
                    : EP_OK;
}

void emulate_run_end(void)
{
    struct ep_counts counts = {0};
    struct ep_diag diag = {{0}};

    if (!path[0])
        return;
    (void)pthread_mutex_lock(&lock);
    if (add_up(&counts) || ep_counts_write(&counts, path, &diag))
        (void)fprintf(stderr,
                      "prof-patch: %s: stays as that of a run cut off\n",
                      diag.text[0] ? diag.text : path);
    (void)pthread_mutex_unlock(&lock);
    ep_counts_release(&counts);
}
