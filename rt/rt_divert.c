/* SPDX-License-Identifier: MIT
 *
 * rt_divert.c - which imports are bound to functions of the runtime.
 *
 * The import slots of the loaded modules are (rt_module_scan); a static program
 * is diverted by name.  Modules that the program loads later, uninstrumented,
 * make threads through slots of their own; so dlsym is diverted as well, only
 * to look at what has been loaded since: whoever loads a module looks a name up
 * before he calls it.  That diversion goes on to the real dlsym, which must see
 * its true caller; only a look-up of thread creation itself it may answer.
 *
 * A program may define pthread_create itself, as those with Clang's sanitizers
 * do.  Then no import leads past it, but it has a pointer to the C library's,
 * and that is what we divert.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_break.h"
#include "rt_divert.h"

#ifdef EDGEPROF_RT_ARCHIVE

void *rt_divert(const char *name)
{
    (void)name;
    return NULL;
}

void rt_divert_definition(void) {}

#else

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct diversion {
    const char *name;
    void *ours;
    bool makes_thread;
};

void rt_dlsym(void); /* a trampoline; its type is dlsym's */
void *rt_dlsym_look(void *handle, const char *name);
void *rt_dlsym_real = (void *)(uintptr_t)dlsym;
ARCH_TRAMPOLINE("rt_dlsym", "rt_dlsym_look", "rt_dlsym_real");

static void *libc_create; /* the C library's pthread_create */
static bool intercepted;  /* by the program */

static int by_name(const void *name, const void *diversion)
{
    return strcmp(name, ((const struct diversion *)diversion)->name);
}

/* That of the import NAME, or NULL. */
static const struct diversion *find(const char *name)
{
#define OURS(function) (void *)(uintptr_t)(function)
    static const struct diversion diversions[] = {
        /* sorted by strcmp */
        {"__longjmp_chk", OURS(rt_longjmp_chk), false},
        {"__sysv_signal", OURS(rt_sysv_signal), false},
        {"_longjmp", OURS(rt_longjmp), false},
        {"dlsym", OURS(rt_dlsym), false},
        {"execl", OURS(rt_execl), false},
        {"execle", OURS(rt_execle), false},
        {"execlp", OURS(rt_execlp), false},
        {"execv", OURS(rt_execv), false},
        {"execve", OURS(rt_execve), false},
        {"execvp", OURS(rt_execvp), false},
        {"execvpe", OURS(rt_execvpe), false},
        {"fexecve", OURS(rt_fexecve), false},
        {"longjmp", OURS(rt_longjmp), false},
        {"pthread_create", OURS(rt_pthread_create), true},
        {"pthread_exit", OURS(rt_pthread_exit), false},
        {"sigaction", OURS(rt_sigaction), false},
        {"siglongjmp", OURS(rt_longjmp), false},
        {"signal", OURS(rt_signal), false},
        {"sysv_signal", OURS(rt_sysv_signal), false},
        {"thrd_create", OURS(rt_thrd_create), true},
        {"timer_create", OURS(rt_timer_create), true},
    };
#undef OURS
    return bsearch(name, diversions, sizeof diversions / sizeof *diversions,
                   sizeof *diversions, by_name);
}

void *rt_divert(const char *name)
{
    const struct diversion *diversion = find(name);
    void *ours = rt_break_divert(name);
    if (ours)
        return ours;
    if (!diversion || (intercepted &&
                       diversion->ours == (void *)(uintptr_t)rt_pthread_create))
        return NULL;
    return diversion->ours;
}

void rt_divert_definition(void)
{
    void *libc =
        libc_create ? NULL : dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (!libc)
        return;
    libc_create = dlsym(libc, "pthread_create");
    if (libc_create && libc_create != (void *)(uintptr_t)pthread_create &&
        rt_patch_pointers((void *)(uintptr_t)pthread_create, libc_create,
                          (void *)(uintptr_t)rt_pthread_create)) {
        rt_real_pthread_create =
            (__typeof__(pthread_create) *)(uintptr_t)libc_create;
        intercepted = true;
    }
}

/* What dlsym(HANDLE, NAME) is to give instead of what it would; NULL: let it,
 * as where a library has a pthread_create of its own.  A sanitizer may have
 * one, and HANDLE be the C library's. */
static void *instead(void *handle, const char *name)
{
    const struct diversion *diversion = find(name);
    if (handle == RTLD_NEXT || !diversion || !diversion->makes_thread)
        return NULL;
    void *found = dlsym(handle, name);
    if (found && found == libc_create)
        return (void *)(uintptr_t)rt_pthread_create;
    return found == (void *)(uintptr_t)pthread_create ||
                   found == (void *)(uintptr_t)thrd_create ||
                   found == (void *)(uintptr_t)timer_create
               ? rt_divert(name)
               : NULL;
}

/* Look at new modules; then, what the look-up is to give. */
__attribute__((used)) void *rt_dlsym_look(void *handle, const char *name)
{
    int saved = errno;
    void *ours = NULL;
    if (rt.mode == RT_ON) {
        rt_fork_check();
        rt_module_scan(NULL, rt_divert);
        ours = instead(handle, name);
    }
    errno = saved;
    return ours;
}

#endif
