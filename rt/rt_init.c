/* SPDX-License-Identifier: MIT
 *
 * rt_init.c - the runtime's start, modules coming and going, fork and exit.
 *
 * The first module that registers starts the runtime.  The clean exit is last
 * of all: our destructor, which runs among those of the libraries, registers
 * the writer with the C library, which then calls it when all are done.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>

struct rt rt;

/* Part of the C library's ABI; with a NULL handle the function is not called
 * before the process's end. */
int __cxa_atexit(void (*function)(void *), void *data, void *handle);

/* ---- lock and memory ------------------------------------------------------
 */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void rt_lock(uint64_t *mask)
{
    os_block_signals(mask);
    pthread_mutex_lock(&mutex);
}

void rt_unlock(const uint64_t *mask)
{
    pthread_mutex_unlock(&mutex);
    os_restore_signals(mask);
}

void *rt_new(size_t size)
{
    static char first[16384];
    static char *at = first, *end = first + sizeof first;
    const size_t block = (size_t)256 * 1024;
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(end - at) < size) {
        char *more = os_memory(block);
        if (!more || size > block)
            return NULL;
        at = more;
        end = more + block;
    }
    char *result = at;
    at += size;
    return result;
}

/* ---- the file of this process ----------------------------------------------
 */

static bool in_use(const struct rt_module *module)
{
    return !module->retired;
}

static uint64_t bytes_needed(void)
{
    uint64_t bytes = EDGEPROF_RAW_PAGE;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (in_use(m))
            bytes +=
                EDGEPROF_RAW_PAGE + (rt.moving ? rt_file_counts_size(m) : 0);
    return bytes;
}

void rt_use_sections(void)
{
    rt.sections = true;
    rt_flag_raw(EDGEPROF_RUN_LOST);
}

/* Make the file of rt.pid and put all modules into it.  Not valid yet. */
static int begin_file(void)
{
    int fd = rt_file_create(bytes_needed());
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (in_use(m))
            rt_file_add_module(fd, m);
    if (rt.sections)
        rt_use_sections();
    return fd;
}

/* ---- fork -----------------------------------------------------------------
 */

static uint64_t fork_mask;

static void before_fork(void)
{
    rt_lock(&fork_mask);
}

static void after_fork_in_parent(void)
{
    rt_unlock(&fork_mask);
}

static void clear_section(struct rt_module *module)
{
    for (uint64_t *at = module->start; at < module->stop; at++)
        if (*at)
            *at = 0;
}

/* The counts so far are the parent's.  Only this thread goes on; the regions
 * of the others are renewed when a thread takes them. */
static void forget_parent(const struct rt_region *here)
{
    rt.pid = os_pid();
    rt.threads = false;
    rt.parked = NULL;
    rt.abandoned = false;
    rt.flags &= (uint32_t) ~(EDGEPROF_RUN_SHARED | EDGEPROF_RUN_CLONE);
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        r->stale = true;
        if (r != here && r->state != RT_LOST)
            r->state = RT_FREE;
    }
    for (struct rt_module *m = rt.modules; m && rt.sections; m = m->next)
        if (rt_section_there(m, true))
            clear_section(m);
}

static void after_fork_in_child(void)
{
    if (rt.mode == RT_ON) {
        struct rt_region *here = rt_region_here();
        forget_parent(here);
        int fd = begin_file();
        if (here && !rt_region_renew(here, fd)) {
            os_set_delta(0); /* never into the parent's file */
            rt_use_sections();
        } else if (here) {
            here->tid = os_tid();
        }
        rt_file_publish();
        rt_file_close(fd);
    }
    rt_unlock(&fork_mask);
}

/* ---- exit -----------------------------------------------------------------
 */

static void write_at_exit(void *unused)
{
    (void)unused;
    rt_write_final();
}

/* Handlers of a C library that is not the program's are never called. */
__attribute__((destructor)) static void at_end(void)
{
    if (rt.mode == RT_ON &&
        (rt_elf_apart() || __cxa_atexit(write_at_exit, NULL, NULL)))
        rt_write_final();
}

/* ---- start ----------------------------------------------------------------
 */

/* What GS points to belongs to someone else, and so would our counts. */
_Noreturn static void stop_foreign(void)
{
    static const char text[] =
        "edgeprof: error: something else in this program uses the GS base; "
        "compile with threads=shared\n";
    os_append(2, text, sizeof text - 1);
    os_stop(1);
}

static bool wants_off(void)
{
    const char *value = rt_env("EDGEPROF");
    return value && !strcmp(value, "off");
}

static void set_first_label(void)
{
    const char *label = rt_env("EDGEPROF_LABEL");
    if (label)
        rt_api.set_label(label);
}

static void start(struct rt_module *first, bool first_is_main)
{
    rt.pid = os_pid();
    rt.threads = rt.told = rt.atomic =
        rt_elf_apart() || (!__libc_single_threaded && os_threads() != 1);
    rt.moving = rt.moving && !rt.atomic;
    rt.sections = !rt.moving;
    rt.modules = first;
    rt_env_read_pattern(first_is_main ? &first->raw : NULL);
    int fd = begin_file();
    struct rt_region *region = NULL;
    if (rt.moving) {
        rt_region_space();
        region = rt_region_new(fd);
        rt.moving = region != NULL;
        if (!region)
            rt_use_sections();
    }
    set_first_label();
    rt_file_publish();
    rt_file_close(fd);
    rt_threads_init(region);
    if (region)
        rt_region_carry(first, true);
    (void)pthread_atfork(before_fork, after_fork_in_parent,
                         after_fork_in_child);
    (void)at_quick_exit(rt_write_final);
    rt_api_init();
    rt.mode = RT_ON;
}

/* ---- modules --------------------------------------------------------------
 */

bool rt_section_there(const struct rt_module *module, bool exiting)
{
    if (module->retired)
        return false;
    return !module->gone || (exiting && module->unloads == rt_elf_unloads());
}

static struct rt_module *find(const struct edgeprof_module *descriptor)
{
    struct rt_module *m = rt.modules;
    while (m && (m->retired || m->start != descriptor->start ||
                 m->stop != descriptor->stop))
        m = m->next;
    return m;
}

static struct rt_module *new_module(const struct edgeprof_module *descriptor,
                                    const struct edgeprof_raw_module *raw)
{
    struct rt_module *module = rt_new(sizeof *module);
    if (!module)
        return NULL;
    module->start = descriptor->start;
    module->stop = descriptor->stop;
    module->raw = *raw;
    return module;
}

/* A module that comes after the start. */
static void add_late(struct rt_module *module)
{
    uintptr_t first = rt_mirror_at(module, 0);
    int fd = rt_file_open();
    rt_region_park(first, first + rt_mirror_size(module));
    rt_file_add_module(fd, module);
    rt_region_add_module(module, fd);
    module->next = rt.modules;
    rt.modules = module;
    rt_region_carry(module, true);
    rt_file_close(fd);
}

/* Whether MODULE, now gone, is loaded again. */
static bool is_back(const struct rt_module *module,
                    const struct edgeprof_raw_module *raw)
{
    return module->raw.id_kind == raw->id_kind && raw->id_size &&
           module->raw.id_size == raw->id_size &&
           !memcmp(module->raw.id, raw->id, raw->id_size) &&
           !strcmp(module->raw.path, raw->path);
}

static void make_atomic(const struct rt_module *module)
{
    if (!(module->flags & EDGEPROF_MODULE_PRIVATE) ||
        rt_elf_make_atomic(module->start, module->stop))
        return;
    rt_log("cannot change", module->raw.path, 0);
    if (module->direct) /* some increments go elsewhere */
        rt_flag(EDGEPROF_RUN_LOST);
    rt.shared = true;
}

void rt_make_atomic(void)
{
    if (rt.atomic)
        return;
    rt.atomic = true;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (!m->gone && !m->retired)
            make_atomic(m);
}

/* MODULE counts in the ways FLAGS, too. */
static void note_way(struct rt_module *module, uint32_t flags)
{
    uint32_t before = module->flags;
    module->flags |= flags;
    if (flags & ~EDGEPROF_MODULE_PRIVATE)
        rt_use_sections();
    rt.shared |= (flags & EDGEPROF_MODULE_SHARED) != 0;
    if ((rt.atomic || module->direct) && before != module->flags)
        make_atomic(module);
}

static void add(const struct edgeprof_module *descriptor,
                const struct edgeprof_raw_module *raw, bool is_main)
{
    struct rt_module *module = find(descriptor);
    if (module && module->gone && is_back(module, raw)) {
        module->gone = false;
        module->flags = 0; /* its code is as it was at first */
    } else {
        module = new_module(descriptor, raw);
        if (!module)
            return;
        if (rt.mode == RT_UNSTARTED)
            start(module, is_main);
        else
            add_late(module);
    }
    note_way(module, descriptor->flags);
}

/* Whether this descriptor says nothing new of a module. */
static bool known(const struct edgeprof_module *descriptor)
{
    struct rt_module *module = find(descriptor);
    if (!module || module->gone)
        return false;
    note_way(module, descriptor->flags);
    return true;
}

/* The first call decides whether we run at all. */
static bool enabled(const struct edgeprof_module *descriptor)
{
    static bool foreign;
    if (rt.mode == RT_UNSTARTED) {
        rt.moving = os_delta_available() && !rt_elf_apart();
        foreign = rt.moving && os_delta();
        rt.moving = rt.moving && !foreign;
        if (wants_off())
            rt.mode = RT_OFF;
    }
    if (foreign && descriptor->flags & EDGEPROF_MODULE_PRIVATE)
        stop_foreign();
    return rt.mode != RT_OFF;
}

static void serve(const struct edgeprof_module *descriptor)
{
    struct edgeprof_raw_module raw = {0};
    bool is_main = false;
    uint64_t mask;
    if (!descriptor->start || descriptor->start >= descriptor->stop)
        return;
    rt_lock(&mask);
    bool done = !enabled(descriptor) || known(descriptor);
    rt_unlock(&mask);
    if (done)
        return;
    rt_elf_identify(descriptor->start, descriptor->stop, &raw, &is_main);
    /* Before regions are made or grow: they shall fit all. */
    rt_threads_find();
    rt_elf_scan(descriptor->start);
    rt_lock(&mask);
    add(descriptor, &raw, is_main);
    rt_unlock(&mask);
}

__attribute__((visibility("default"))) void
__edgeprof_register(struct edgeprof_module *module)
{
    int saved = errno;
    if (module->version == EDGEPROF_MODULE_VERSION) {
        serve(module);
        if (module->api && rt.mode == RT_ON)
            *module->api = &rt_api;
    }
    errno = saved;
}

/* The module may be unloaded or the process exit: who calls does not say.  So
 * its mirrors stay, but its section is emptied now. */
__attribute__((visibility("default"))) void
__edgeprof_unregister(struct edgeprof_module *descriptor)
{
    int saved = errno;
    unsigned long long unloads = rt_elf_unloads();
    uint64_t mask;
    rt_lock(&mask);
    struct rt_module *module =
        rt.mode == RT_ON && descriptor->start ? find(descriptor) : NULL;
    if (module && !module->gone) {
        if (rt.sections)
            rt_region_carry(module, false);
        module->unloads = unloads;
        module->gone = true;
    }
    rt_unlock(&mask);
    errno = saved;
}
