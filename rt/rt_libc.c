/* SPDX-License-Identifier: MIT
 *
 * rt_libc.c - what C libraries do differently.
 */
#define _GNU_SOURCE
#include "rt_libc.h"

#include "rt_os.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Parts of glibc's ABI.  With a NULL handle, what is registered is not called
 * before the process's end. */
int __cxa_atexit(void (*function)(void *), void *data, void *handle);

#ifdef EDGEPROF_RT_ARCHIVE

#include <sys/single_threaded.h>

bool libc_one_thread(void)
{
    return __libc_single_threaded;
}

bool libc_own_namespace(void)
{
    return false;
}

void libc_at_fork(void (*before)(void), void (*parent)(void),
                  void (*child)(void))
{
    (void)pthread_atfork(before, parent, child);
}

void libc_at_quick_exit(void (*function)(void))
{
    (void)at_quick_exit(function);
}

bool libc_at_end(void (*function)(void *))
{
    return !__cxa_atexit(function, NULL, NULL);
}

bool libc_own_mask(const pthread_attr_t *attr, uint64_t *out)
{
    sigset_t mask;
    if (pthread_attr_getsigmask_np(attr, &mask))
        return false;
    memcpy(out, &mask, sizeof *out);
    return true;
}

bool libc_hides_jumps(void)
{
    return true;
}

#else

#include <link.h>

#define WEAK __attribute__((weak))

extern WEAK char __libc_single_threaded;
extern WEAK __typeof__(dladdr1) dladdr1;
extern WEAK __typeof__(pthread_attr_getsigmask_np) pthread_attr_getsigmask_np;
/* What the part of glibc that is linked statically calls. */
WEAK int __register_atfork(void (*before)(void), void (*parent)(void),
                           void (*child)(void), void *handle);
WEAK int __cxa_at_quick_exit(void (*function)(void *), void *handle);
extern void *__dso_handle __attribute__((visibility("hidden")));

bool libc_one_thread(void)
{
    return &__libc_single_threaded ? __libc_single_threaded != 0
                                   : os_threads() == 1;
}

/* musl has no name spaces. */
bool libc_own_namespace(void)
{
    static const char here;
    int saved = errno;
    Dl_info info;
    struct link_map *map = NULL;
    Lmid_t space = LM_ID_BASE;
    bool own = dladdr1 &&
               dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP) && map &&
               !dlinfo(map, RTLD_DI_LMID, &space) && space != LM_ID_BASE;
    errno = saved;
    return own;
}

void libc_at_fork(void (*before)(void), void (*parent)(void),
                  void (*child)(void))
{
    int (*atfork)(void (*)(void), void (*)(void), void (*)(void));
    if (__register_atfork) {
        (void)__register_atfork(before, parent, child, __dso_handle);
        return;
    }
    *(void **)&atfork = dlsym(RTLD_DEFAULT, "pthread_atfork");
    if (atfork)
        (void)atfork(before, parent, child);
}

void libc_at_quick_exit(void (*function)(void))
{
    int (*at_exit)(void (*)(void));
    if (__cxa_at_quick_exit) {
        (void)__cxa_at_quick_exit((void (*)(void *))function, __dso_handle);
        return;
    }
    *(void **)&at_exit = dlsym(RTLD_DEFAULT, "at_quick_exit");
    if (at_exit)
        (void)at_exit(function);
}

/* musl's exit calls only what was registered before its destructors. */
bool libc_at_end(void (*function)(void *))
{
    return __cxa_at_quick_exit && !__cxa_atexit(function, NULL, NULL);
}

bool libc_own_mask(const pthread_attr_t *attr, uint64_t *out)
{
    sigset_t mask;
    if (!pthread_attr_getsigmask_np || pthread_attr_getsigmask_np(attr, &mask))
        return false;
    memcpy(out, &mask, sizeof *out);
    return true;
}

bool libc_hides_jumps(void)
{
    return __longjmp_chk != NULL;
}

#endif
