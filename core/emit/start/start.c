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
 *       with, or looks for one: beside the program, where EDGEPROF_RUNTIME
 *       says, in the library path, beside the plugin.  Where there is none, the
 *       module says so, runs on and counts in its section, which nobody reads.
 *       A process says it once, whatever the number of its modules and of
 *       their name spaces: the first one maps a page that the others meet.
 * RULES Nothing from outside is needed: each name is weak, so that a program
 *       links without it, be it static or without libc.  The C library's names
 *       are behind __edgeprof_weak_NAME, which tidy.cmake makes a .weakref of
 *       NAME: the unit's own references stay strong.  No increment is in here,
 *       no string function, no word of thread-local memory.
 *       A name with external linkage starts with __edgeprof_; all else is
 *       inlined or tidy.cmake complains.  errno is kept, and dlerror says
 *       nothing of ours.  In a set-user-ID process nothing is opened, and nothing said.
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
typedef const char *text_function(void);
typedef void any_function(void);

WEAK with_module __edgeprof_register, __edgeprof_unregister;
WEAK any_function *__edgeprof_weak_dlsym(void *handle, const char *name);
WEAK int *__edgeprof_weak___errno_location(void);
WEAK unsigned long __edgeprof_weak_getauxval(unsigned long type);
extern WEAK char **__edgeprof_weak___environ;
extern WEAK_HIDDEN const Elf64_Dyn _DYNAMIC[];
extern WEAK_HIDDEN unsigned char __ehdr_start[]; /* and all that follows */
/* There are, if some object of the module counts without a runtime. */
extern WEAK_HIDDEN const unsigned char __start_edgeprof_ids[];

/* What the destructor calls, and the slot that edgeprof.h calls through. */
WEAK_HIDDEN with_module *__edgeprof_detach;
WEAK_HIDDEN const struct edgeprof_api *__edgeprof_api;

WEAK_HIDDEN with_module __edgeprof_enter, __edgeprof_leave;

/* Not inlined, since they are called more than once. */
WEAK_HIDDEN void __edgeprof_say(const char *why, const char *nor,
                                const char *path);
WEAK_HIDDEN const char *__edgeprof_variable(const char *name);
WEAK_HIDDEN void *__edgeprof_open_in(with_path *open, char *path,
                                     size_t length);

/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- calls of the kernel --------------------------------------------------
 */

enum {
    SYS_MMAP = 9,
    SYS_MPROTECT = 10,
    SYS_MUNMAP = 11,
    SYS_RT_SIGPROCMASK = 14,
    SYS_WRITEV = 20,
    SYS_ACCESS = 21,
    SYS_READLINK = 89,
    SYS_RT_SIGTIMEDWAIT = 128,
    SYS_ARCH_PRCTL = 158
};

INLINE long call4(long number, long a, long b, long c, long d)
{
    long result;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                     : "rcx", "r11", "memory");
    return result;
}

INLINE long call3(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
}

/* ---- without a runtime ---------------------------------------------------
 */

/* Another module's runtime may have given this thread a delta all the same. */
INLINE bool has_delta(void)
{
    enum { GET_GS = 0x1004 };
    unsigned long delta = 0;
    call3(SYS_ARCH_PRCTL, GET_GS, (long)&delta, 0);
    return delta != 0;
}

INLINE void make_segment_atomic(unsigned char *code, size_t size,
                                bool stays_writable,
                                struct edgeprof_words words)
{
    enum { READ_EXECUTE = 5, READ_WRITE_EXECUTE = 7 };
    long page = (long)code & -4096;
    long bytes = (long)(code + size) - page;
    if (call3(SYS_MPROTECT, page, bytes, READ_WRITE_EXECUTE))
        return;
    edgeprof_make_atomic(code, code + size, words);
    if (!stays_writable)
        call3(SYS_MPROTECT, page, bytes, READ_EXECUTE);
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
            make_segment_atomic(__ehdr_start + at->p_vaddr, at->p_memsz,
                                at->p_flags & PF_W, words);
    }
}

/* ---- what the user said --------------------------------------------------
 */

/* What follows START in TEXT; NULL: it does not start so. */
INLINE const char *after(const char *text, const char *start)
{
    while (*start && *text == *start)
        text++, start++;
    return *start ? NULL : text;
}

/* The value of the variable NAME, which ends with a '='; or NULL. */
const char *__edgeprof_variable(const char *name)
{
    const char *value = NULL;
    char **at = &__edgeprof_weak___environ ? __edgeprof_weak___environ : NULL;
    while (at && *at && !value)
        value = after(*at++, name);
    return value;
}

/* Whether the process has rights that its user lacks. */
INLINE bool is_secure(void)
{
    return __edgeprof_weak_getauxval && __edgeprof_weak_getauxval(AT_SECURE);
}

/* ---- what the user is told ------------------------------------------------
 */

/* mmap of a page without rights, at PLACE if that is free. */
INLINE long map_page(long place, size_t size)
{
    enum { PRIVATE_ANONYMOUS_NOREPLACE = 0x100022, NO_RIGHTS = 0 };
    long result;
    register long flags __asm__("r10") = PRIVATE_ANONYMOUS_NOREPLACE;
    register long file __asm__("r8") = -1;
    register long offset __asm__("r9") = 0;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_MMAP), "D"(place), "S"(size), "d"(NO_RIGHTS),
                       "r"(flags), "r"(file), "r"(offset)
                     : "rcx", "r11", "memory");
    return result;
}

/* Whether nobody asked before, in this process or one that it was forked from:
 * who asks maps a page without rights at a place of which no system makes use
 * by itself, neither for programs nor for a sanitizer's shadow. */
INLINE bool is_first(void)
{
    enum { PAGE = 4096, EXISTS = 17 };
    const long place = 0x566564675000; /* "edg" */
    long at = map_page(place, PAGE);
    if (at == place || (at < 0 && at > -PAGE))
        return at != -EXISTS;
    call3(SYS_MUNMAP, at, PAGE, 0); /* a kernel older than 4.17 */
    return false;
}

struct piece {
    const char *text;
    size_t size;
};

/* One line on stderr; neither a pipe without a reader, nor a file that is as
 * large as may be, nor a terminal that is another's stops the program. */
INLINE void write_line(struct piece *pieces, int n)
{
    enum { BLOCK = 0, SET = 2, PIPE = 13, TTOU = 22, FILE_SIZE = 25 };
    unsigned long ours =
        1UL << (PIPE - 1) | 1UL << (TTOU - 1) | 1UL << (FILE_SIZE - 1);
    unsigned long users;
    const long no_time[2] = {0, 0};
    for (int i = 0; i < n; i++)
        while (pieces[i].text[pieces[i].size])
            pieces[i].size++;
    call4(SYS_RT_SIGPROCMASK, BLOCK, (long)&ours, (long)&users, sizeof ours);
    if (call3(SYS_WRITEV, 2, (long)pieces, n) < 0)
        call4(SYS_RT_SIGTIMEDWAIT, (long)&ours, 0, (long)no_time, sizeof ours);
    call4(SYS_RT_SIGPROCMASK, SET, (long)&users, 0, sizeof users);
}

/* WHY nothing is counted.  Without an environment it could not have been
 * silenced, and is not said. */
void __edgeprof_say(const char *why, const char *nor, const char *path)
{
    const char *value = __edgeprof_variable("EDGEPROF=");
    const char *end = value ? after(value, "off") : NULL;
    struct piece pieces[] = {{"edgeprof: not counted: ", 0},
                             {why, 0},
                             {nor, 0},
                             {path, 0},
                             {" (EDGEPROF=off silences this)\n", 0}};
    if (&__edgeprof_weak___environ && !(end && !*end) && is_first())
        write_line(pieces, sizeof pieces / sizeof pieces[0]);
}

/* ---- a runtime that is opened ----------------------------------------------
 */

enum { NOW = 2, PATH_SIZE = 4096 }; /* RTLD_NOW, RTLD_LOCAL */

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

INLINE bool is_there(const char *path)
{
    return call3(SYS_ACCESS, (long)path, 0, 0) == 0;
}

/* The one in the folder whose name is the first LENGTH bytes at PATH. */
void *__edgeprof_open_in(with_path *open, char *path, size_t length)
{
    const char *name = "/" EDGEPROF_RUNTIME_FILE;
    size_t size = sizeof "/" EDGEPROF_RUNTIME_FILE;
    if (length > PATH_SIZE - size)
        return NULL;
    for (size_t i = 0; i < size; i++)
        path[length + i] = name[i];
    return is_there(path) ? open(path, NOW) : NULL;
}

INLINE void *open_beside_program(with_path *open)
{
    char path[PATH_SIZE];
    long length =
        call3(SYS_READLINK, (long)"/proc/self/exe", (long)path, PATH_SIZE);
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length > 0 ? __edgeprof_open_in(open, path, (size_t)length - 1)
                      : NULL;
}

/* In the first of FOLDERS, between colons, that has it. */
INLINE void *open_listed(with_path *open, const char *folders)
{
    char path[PATH_SIZE];
    void *runtime = NULL;
    while (folders && *folders && !runtime) {
        size_t length = 0;
        while (*folders && *folders != ':' && length < PATH_SIZE)
            path[length++] = *folders++;
        if (length)
            runtime = __edgeprof_open_in(open, path, length);
        folders += *folders == ':';
    }
    return runtime;
}

INLINE void *open_runtime(with_path *open, const char *beside_plugin)
{
    const char *said = __edgeprof_variable("EDGEPROF_RUNTIME=");
    void *runtime = open_beside_program(open);
    if (!runtime && said && *said) { /* the folder, or the file */
        runtime = open_listed(open, said);
        runtime = runtime ? runtime : open(said, NOW);
    }
    if (!runtime)
        runtime = open_listed(open, __edgeprof_variable("LD_LIBRARY_PATH="));
    if (!runtime)
        runtime = open(is_there(beside_plugin) ? beside_plugin
                                               : EDGEPROF_RUNTIME_FILE,
                       NOW);
    return runtime;
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

/* The mere name of dlopen makes ld warn in a static program, though libc.a has
 * it anyway; dlsym finds it. */
INLINE bool register_found(struct edgeprof_module *module)
{
    with_path *open = (with_path *)__edgeprof_weak_dlsym(NULL, "dlopen");
    text_function *error =
        (text_function *)__edgeprof_weak_dlsym(NULL, "dlerror");
    if (!open || !error)
        return false;
    if (register_with(open_runtime(open, module->rt_path), module))
        return true;
    __edgeprof_say(error(),
                   "; nor is it beside the program, in "
                   "EDGEPROF_RUNTIME, in the library path, or ",
                   module->rt_path);
    return false;
}

/* False: there is no runtime. */
INLINE bool register_opened(struct edgeprof_module *module)
{
    int *error, saved;
    bool done;
    if (!__edgeprof_weak_dlsym || !__edgeprof_weak___errno_location ||
        is_secure())
        return false;
    error = __edgeprof_weak___errno_location();
    saved = *error;
    done = register_found(module);
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
    if (__start_edgeprof_ids)
        module->flags |= EDGEPROF_MODULE_ATOMIC;
    __edgeprof_detach = __edgeprof_unregister;
    if (__edgeprof_register)
        __edgeprof_register(module);
    else if (!is_dynamic())
        __edgeprof_say(
            "the program is static, and linked without libedgeprof_rt.a", "",
            "");
    else if (!register_opened(module) && has_delta())
        make_atomic(words);
}

void __edgeprof_leave(struct edgeprof_module *module)
{
    if (__edgeprof_detach)
        __edgeprof_detach(module);
}
