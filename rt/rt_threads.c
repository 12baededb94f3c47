/* SPDX-License-Identifier: MIT
 *
 * rt_threads.c - a region for every thread.
 *
 * A new thread starts with its creator's delta.  So creation is diverted: in
 * the import slots of the loaded modules (rt_module_scan), or, in a static
 * program, by the name, which libedgeprof_rt.a defines.  The new thread sets
 * its delta before its start routine, and before it takes a signal: signals are
 * blocked while it is made, and it begins with that mask.
 *
 * Modules that the program loads later, uninstrumented, make threads through
 * slots of their own; so dlsym is diverted as well, only to look at what has
 * been loaded since: whoever loads a module looks a name up before he calls
 * it.  That diversion jumps on to the real dlsym, which must see its true
 * caller; only a look-up of thread creation itself it may answer.
 *
 * The threads that the C library makes for a timer are seen when they call what
 * the program wants called: we have it call us.
 *
 * A program may define pthread_create itself, as those with Clang's sanitizers
 * do.  Then no import leads past it, but it has a pointer to the C library's,
 * and that is what we divert.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static pthread_key_t key;
static bool have_key;

/* ---- in the new thread ----------------------------------------------------
 */

/* In a function whose frame is at STACK; 0: there are others before it. */
static void enter(struct rt_region *region, uintptr_t stack)
{
    region->stack = stack;
    region->tid = os_tid();
    os_set_delta(region->delta);
    if (have_key)
        pthread_setspecific(key, region);
    os_restore_signals(&region->mask);
}

static void *begin(void *data)
{
    struct rt_region *region = data;
    enter(region, (uintptr_t)__builtin_frame_address(0));
    return region->start(region->argument);
}

static int begin_c11(void *data)
{
    struct rt_region *region = data;
    enter(region, (uintptr_t)__builtin_frame_address(0));
    return region->start_c11(region->argument);
}

/* Destructors that run after this one still count; hence not yet RT_FREE. */
static void leave(void *data)
{
    struct rt_region *region = data;
    region->state = RT_DONE;
}

/* ---- in its creator -------------------------------------------------------
 */

static struct rt_region *take_region(void)
{
    uint64_t mask;
    rt_fork_check();
    if (rt.mode != RT_ON || os_pid() != rt.pid)
        return NULL;
    rt.made_thread = rt.sees_threads = true;
    if (rt.all_atomic)
        return NULL;
    rt_lock(&mask);
    struct rt_region *region = rt.by_delta ? rt_region_take() : NULL;
    if (!rt.by_delta)
        rt_make_atomic();
    else if (!region) /* the thread will share its creator's counters */
        rt_flag(EDGEPROF_RUN_SHARED);
    rt_unlock(&mask);
    return region;
}

#ifdef EDGEPROF_RT_ARCHIVE
#define DIVERTED(name) name
#define REAL(name)     __##name
#define EXPORTED       __attribute__((visibility("default")))
int __pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                     void *(*start)(void *), void *argument);
int __thrd_create(thrd_t *thread, thrd_start_t start, void *argument);
#else
#define DIVERTED(name) rt_##name
#define REAL(name)     real_##name
#define EXPORTED       static
static __typeof__(pthread_create) *real_pthread_create = pthread_create;
static __typeof__(thrd_create) *const real_thrd_create = thrd_create;
#endif

/* Block signals for the thread that is about to be made; MASK: those of ours.
 * ATTR may bring a mask along; the C library then sets it before our code. */
static void block_signals(struct rt_region *region, const pthread_attr_t *attr,
                          uint64_t *mask)
{
    sigset_t own;
    os_block_signals(mask);
    region->mask = *mask;
    if (attr && pthread_attr_getsigmask_np(attr, &own) == 0)
        memcpy(&region->mask, &own, sizeof region->mask);
}

EXPORTED int DIVERTED(pthread_create)(pthread_t *thread,
                                      const pthread_attr_t *attr,
                                      void *(*start)(void *), void *argument)
{
    int saved = errno;
    struct rt_region *region = take_region();
    errno = saved;
    if (!region)
        return REAL(pthread_create)(thread, attr, start, argument);
    region->start = start;
    region->start_c11 = NULL;
    region->argument = argument;
    uint64_t mask; /* the region may be another thread's when it is needed */
    block_signals(region, attr, &mask);
    int error = REAL(pthread_create)(thread, attr, begin, region);
    if (error)
        region->state = RT_FREE;
    os_restore_signals(&mask);
    return error;
}

EXPORTED int DIVERTED(thrd_create)(thrd_t *thread, thrd_start_t start,
                                   void *argument)
{
    int saved = errno;
    struct rt_region *region = take_region();
    errno = saved;
    if (!region)
        return REAL(thrd_create)(thread, start, argument);
    region->start = NULL;
    region->start_c11 = start;
    region->argument = argument;
    uint64_t mask;
    block_signals(region, NULL, &mask);
    int error = REAL(thrd_create)(thread, begin_c11, region);
    if (error != thrd_success)
        region->state = RT_FREE;
    os_restore_signals(&mask);
    return error;
}

/* ---- diversions -----------------------------------------------------------
 */

#ifdef EDGEPROF_RT_ARCHIVE

void *rt_threads_import(const char *name)
{
    (void)name;
    return NULL;
}

void rt_threads_find(void) {}

#else

void *rt_dlsym_real; /* used by the assembler text below */
void *rt_dlsym_look(void *handle, const char *name);
void rt_dlsym(void); /* a dlsym, but for its type */

static void *libc_create; /* the C library's pthread_create */
static bool intercepted;  /* by the program */

void rt_threads_find(void)
{
    void *libc =
        libc_create ? NULL : dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (!libc)
        return;
    libc_create = dlsym(libc, "pthread_create");
    if (libc_create && libc_create != (void *)(uintptr_t)pthread_create &&
        rt_elf_redirect((void *)(uintptr_t)pthread_create, libc_create,
                        (void *)(uintptr_t)rt_pthread_create)) {
        real_pthread_create =
            (__typeof__(pthread_create) *)(uintptr_t)libc_create;
        intercepted = true;
    }
}

/* What a timer's threads are to call. */
struct notice {
    void (*function)(union sigval);
    union sigval value;
};

static void on_timer(union sigval data)
{
    const struct notice *notice = data.sival_ptr;
    struct rt_region *region = take_region();
    if (region) {
        os_signal_mask(&region->mask);
        enter(region, (uintptr_t)__builtin_frame_address(0));
    }
    notice->function(notice->value);
}

/* NULL: no memory.  Never given back, since threads may still need it when the
 * timer is gone. */
static struct notice *new_notice(const struct sigevent *event)
{
    uint64_t mask;
    rt_fork_check();
    rt_lock(&mask);
    struct notice *notice = rt_new(sizeof *notice);
    if (!rt.by_delta)
        rt_make_atomic();
    rt_unlock(&mask);
    if (notice)
        *notice =
            (struct notice){event->sigev_notify_function, event->sigev_value};
    return notice;
}

static int rt_timer_create(clockid_t clock, struct sigevent *event,
                           timer_t *timer)
{
    if (rt.mode != RT_ON || !event || event->sigev_notify != SIGEV_THREAD)
        return timer_create(clock, event, timer);
    struct sigevent ours = *event;
    struct notice *notice = new_notice(event);
    if (notice) {
        ours.sigev_notify_function = on_timer;
        ours.sigev_value.sival_ptr = notice;
    } else {
        rt_flag(EDGEPROF_RUN_SHARED);
    }
    rt.made_thread = rt.sees_threads = true;
    return timer_create(clock, &ours, timer);
}

static void *diversion(const char *name)
{
    if (!strcmp(name, "timer_create"))
        return (void *)(uintptr_t)rt_timer_create;
    if (!strcmp(name, "pthread_create") && !intercepted)
        return (void *)(uintptr_t)rt_pthread_create;
    if (!strcmp(name, "thrd_create"))
        return (void *)(uintptr_t)rt_thrd_create;
    return NULL;
}

/* What dlsym(HANDLE, NAME) is to give instead of what it would; NULL: let it,
 * as where a library has a pthread_create of its own.  A sanitizer may have
 * one, and HANDLE be the C library's. */
static void *instead(void *handle, const char *name)
{
    void *ours = diversion(name);
    if (handle == RTLD_NEXT || (!ours && strcmp(name, "pthread_create") != 0))
        return NULL;
    void *found = dlsym(handle, name);
    if (found && found == libc_create)
        return (void *)(uintptr_t)rt_pthread_create;
    return found == (void *)(uintptr_t)pthread_create ||
                   found == (void *)(uintptr_t)thrd_create ||
                   found == (void *)(uintptr_t)timer_create
               ? ours
               : NULL;
}

/* Look at new modules; then, what the look-up is to give. */
__attribute__((used)) void *rt_dlsym_look(void *handle, const char *name)
{
    int saved = errno;
    void *ours = NULL;
    if (rt.mode == RT_ON) {
        rt_fork_check();
        rt_module_scan(NULL, rt_threads_import);
        ours = instead(handle, name);
    }
    errno = saved;
    return ours;
}

__asm__(".text\n"
        ".hidden rt_dlsym\n"
        ".globl rt_dlsym\n"
        ".type rt_dlsym, @function\n"
        "rt_dlsym:\n"
        "    .cfi_startproc\n"
        "    endbr64\n"
        "    push %rdi\n"
        "    .cfi_adjust_cfa_offset 8\n"
        "    push %rsi\n"
        "    .cfi_adjust_cfa_offset 8\n"
        "    sub $8, %rsp\n"
        "    .cfi_adjust_cfa_offset 8\n"
        "    call rt_dlsym_look\n"
        "    add $8, %rsp\n"
        "    .cfi_adjust_cfa_offset -8\n"
        "    pop %rsi\n"
        "    .cfi_adjust_cfa_offset -8\n"
        "    pop %rdi\n"
        "    .cfi_adjust_cfa_offset -8\n"
        "    test %rax, %rax\n"
        "    jz 1f\n"
        "    ret\n"
        "1:  jmp *rt_dlsym_real(%rip)\n"
        "    .cfi_endproc\n"
        ".size rt_dlsym, . - rt_dlsym\n");

void *rt_threads_import(const char *name)
{
    if (strcmp(name, "dlsym") != 0) {
        void *ours = diversion(name);
        return ours ? ours : rt_signals_import(name);
    }
    rt_dlsym_real = (void *)(uintptr_t)dlsym;
    return (void *)(uintptr_t)rt_dlsym;
}

#endif

/* ---- at start -------------------------------------------------------------
 */

void rt_threads_init(struct rt_region *region)
{
    have_key = !pthread_key_create(&key, leave);
    if (region)
        enter(region, 0);
}
