/* SPDX-License-Identifier: MIT
 *
 * start.c - how a module starts: the code that each counted module has in it,
 * once, to find a runtime.
 *
 * WHY   A user adds a plugin to the compiler's flags, and nothing to the
 *       linker's.  So a module brings along what hands it to the runtime.
 * MODEL This file is compiled when edgeprof is built, to assembler text;
 *       tidy.cmake puts the text into a group of its own and arch_x86_64.c adds
 *       it to every unit, with a descriptor and a constructor that calls
 *       __edgeprof_enter.  That takes the runtime which the module was linked
 *       with, or opens the one beside the plugin.  Where there is none, the
 *       module runs on and counts in its section, which nobody reads.
 * RULES Nothing from outside is needed: each name is weak, so that a program
 *       links without it, be it static or without libc.  The C library's names
 *       are behind __edgeprof_weak_NAME, which tidy.cmake makes a .weakref of
 *       NAME: the unit's own references stay strong.  No increment is in here,
 *       no string function, no word of thread-local memory.
 *       A name with external linkage starts with __edgeprof_; all else is
 *       inlined or tidy.cmake complains.  errno is kept.
 */
#include <edgeprof/abi.h>
#include <edgeprof/increment_x86_64.h>

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

#define WEAK        __attribute__((weak))
#define WEAK_HIDDEN __attribute__((weak, visibility("hidden")))
#define INLINE      static inline __attribute__((always_inline))

/* NOLINTBEGIN(bugprone-reserved-identifier): the names must be nobody else's */

typedef void with_module(struct edgeprof_module *module);
typedef void *with_path(const char *path, int mode);
typedef void any_function(void);

WEAK with_module __edgeprof_register, __edgeprof_unregister;
WEAK any_function *__edgeprof_weak_dlsym(void *handle, const char *name);
WEAK int *__edgeprof_weak___errno_location(void);
extern WEAK_HIDDEN const Elf64_Dyn _DYNAMIC[];
extern WEAK_HIDDEN unsigned char __ehdr_start[]; /* and all that follows */

/* What the destructor calls, and the slot that edgeprof.h calls through. */
WEAK_HIDDEN with_module *__edgeprof_detach;
WEAK_HIDDEN const struct edgeprof_api *__edgeprof_api;

WEAK_HIDDEN with_module __edgeprof_enter, __edgeprof_leave;

/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- without a runtime ---------------------------------------------------
 */

INLINE long call3(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
}

/* Another module's runtime may have given this thread a delta all the same. */
INLINE bool has_delta(void)
{
    enum { ARCH_PRCTL = 158, GET_GS = 0x1004 };
    unsigned long delta = 0;
    call3(ARCH_PRCTL, GET_GS, (long)&delta, 0);
    return delta != 0;
}

INLINE void make_segment_atomic(unsigned char *code, size_t size,
                                struct edgeprof_words words)
{
    enum { MPROTECT = 10, READ_EXECUTE = 5, READ_WRITE_EXECUTE = 7 };
    long page = (long)code & -4096;
    long bytes = (long)(code + size) - page;
    if (call3(MPROTECT, page, bytes, READ_WRITE_EXECUTE))
        return;
    edgeprof_make_atomic(code, code + size, words);
    call3(MPROTECT, page, bytes, READ_EXECUTE);
}

/* The increments become atomic ones of the section.  The program headers are
 * those of a shared object whose first segment holds them. */
INLINE void make_atomic(struct edgeprof_words words)
{
    const Elf64_Ehdr *header = (const void *)__ehdr_start;
    const Elf64_Phdr *at, *end;
    if (!header || header->e_type != ET_DYN)
        return;
    at = (const void *)(__ehdr_start + header->e_phoff);
    for (end = at + header->e_phnum; at < end; at++) {
        if (at->p_type != PT_LOAD)
            continue;
        if (at->p_offset == 0 && at->p_vaddr != 0)
            return;
        if (at->p_flags & PF_X)
            make_segment_atomic(__ehdr_start + at->p_vaddr, at->p_memsz, words);
    }
}

/* ---- with one ------------------------------------------------------------
 */

/* Whether something can be opened from here: not from a static program, which
 * has no _DYNAMIC or is a position-independent one that needs no library. */
INLINE bool is_dynamic(void)
{
    Elf64_Xword flags = 0;
    const Elf64_Dyn *at = _DYNAMIC;
    if (!at)
        return false;
    for (; at->d_tag != DT_NULL; at++) {
        if (at->d_tag == DT_NEEDED)
            return true;
        if (at->d_tag == DT_FLAGS_1)
            flags = at->d_un.d_val;
    }
    return !(flags & DF_1_PIE);
}

/* The mere name of dlopen makes ld warn in a static program, though libc.a has
 * it anyway; dlsym finds it. */
INLINE void *open_runtime(const char *path)
{
    enum { NOW = 2 }; /* RTLD_NOW, RTLD_LOCAL */
    with_path *open = (with_path *)__edgeprof_weak_dlsym(NULL, "dlopen");
    void *runtime = open ? open(path, NOW) : NULL;
    return runtime || !open ? runtime : open(EDGEPROF_RUNTIME_FILE, NOW);
}

/* False: there is no runtime. */
INLINE bool register_with(void *runtime, struct edgeprof_module *module)
{
    with_module *start;
    if (!runtime)
        return false;
    __edgeprof_detach =
        (with_module *)__edgeprof_weak_dlsym(runtime, "__edgeprof_unregister");
    start =
        (with_module *)__edgeprof_weak_dlsym(runtime, "__edgeprof_register");
    if (start)
        start(module);
    return start != NULL;
}

INLINE bool register_opened(struct edgeprof_module *module)
{
    int *error, saved;
    bool done;
    if (!__edgeprof_weak_dlsym || !__edgeprof_weak___errno_location)
        return false;
    error = __edgeprof_weak___errno_location();
    saved = *error;
    done = register_with(open_runtime(module->rt_path), module);
    *error = saved;
    return done;
}

/* ---- the constructor, the destructor --------------------------------------
 */

void __edgeprof_enter(struct edgeprof_module *module)
{
    struct edgeprof_words words = {(uintptr_t)module->start,
                                   (uintptr_t)module->stop};
    if (words.low == words.high) /* the linker dropped all counters */
        return;
    __edgeprof_detach = __edgeprof_unregister;
    if (__edgeprof_register)
        __edgeprof_register(module);
    else if (is_dynamic() && !register_opened(module) && has_delta())
        make_atomic(words);
}

void __edgeprof_leave(struct edgeprof_module *module)
{
    if (__edgeprof_detach)
        __edgeprof_detach(module);
}
