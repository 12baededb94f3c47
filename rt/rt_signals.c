/* SPDX-License-Identifier: MIT
 *
 * rt_signals.c - signal handlers that never return.
 *
 * A frame that is abandoned where a signal came has been counted as if it had
 * gone on to its next call that may not return: one too high, as in a run that
 * is cut off, and the run is marked as one.  A handler that exits is found at
 * the exit, on the stack; but not one that the process was forked in: what it
 * interrupted is the parent's.  One that jumps, or ends its thread, is found by
 * longjmp and pthread_exit, whose imports are diverted; they look only once
 * there is a handler, which they learn from what installs one.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>

/* The stack pointer that frames are left up to, UNTIL or 0 for all, but for
 * those that are the parent's. */
static uintptr_t left_until(uintptr_t until)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    bool parents = rt.forked_in > here && (!until || until > rt.forked_in);
    return parents ? rt.forked_in : until;
}

void rt_signals_exit(const uint64_t *mask)
{
    if (os_handler(mask, left_until(0)))
        rt.abandoned = true;
}

/* As in rt_threads.c: a static program is diverted by name.  The names are
 * weak, should the program have its own. */
#ifdef EDGEPROF_RT_ARCHIVE
#define DIVERTED(name) name
#define EXPORTED       __attribute__((visibility("default"), weak))
int __sigaction(int number, const struct sigaction *action,
                struct sigaction *old);
sighandler_t __bsd_signal(int number, sighandler_t handler);
_Noreturn void __libc_siglongjmp(sigjmp_buf env, int value);
#define real_sigaction __sigaction
#define real_signal    __bsd_signal
#define real_longjmp   __libc_siglongjmp
#else
#define DIVERTED(name) divert_##name
#define EXPORTED       static
#define real_sigaction sigaction
#define real_signal    signal
#define real_longjmp   longjmp
#endif

/* ---- installing -----------------------------------------------------------
 */

_Atomic uint64_t rt_handled;      /* signals that have, or had, a handler */
static atomic_bool has_unblocked; /* that does not block its signal */

static void look_at(int number, sighandler_t handler, bool blocks)
{
    if (handler == SIG_DFL || handler == SIG_IGN || number < 1 || number > 64)
        return;
    atomic_fetch_or(&rt_handled, (uint64_t)1 << (number - 1));
    if (!blocks)
        has_unblocked = true;
}

EXPORTED int DIVERTED(sigaction)(int number, const struct sigaction *action,
                                 struct sigaction *old)
{
    if (action)
        look_at(number, action->sa_handler, !(action->sa_flags & SA_NODEFER));
    return real_sigaction(number, action, old);
}

EXPORTED sighandler_t DIVERTED(signal)(int number, sighandler_t handler)
{
    look_at(number, handler, true);
    return real_signal(number, handler);
}

/* ---- leaving --------------------------------------------------------------
 */

void rt_signals_forked(const uint64_t *mask)
{
    rt.forked_in =
        *mask & rt_handled || has_unblocked ? os_handler(mask, 0) : 0;
}

/* Frames are left for good, up to the stack pointer UNTIL; 0: all. */
static void look_for_handler(uintptr_t until)
{
    uint64_t mask;
    if (!rt_handled || rt.mode != RT_ON || rt.abandoned)
        return;
    os_signal_mask(&mask);
    if ((mask & rt_handled || has_unblocked) &&
        os_handler(&mask, left_until(until)))
        rt.abandoned = true;
}

/* Used by the assembler text below. */
void *rt_longjmp_real = (void *)(uintptr_t)real_longjmp;
void rt_longjmp(void); /* a longjmp, but for its type */
void rt_longjmp_look(jmp_buf env);

/* The stack pointer in ENV, as the C library keeps it: pointer_guard.h. */
static uintptr_t stack_of(jmp_buf env)
{
    enum { RSP = 6 };
    uintptr_t at = (uintptr_t)env->__jmpbuf[RSP];
    __asm__("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(at) : : "cc");
    return at;
}

__attribute__((used)) void rt_longjmp_look(jmp_buf env)
{
    look_for_handler(stack_of(env));
}

#define DIVERT(name, real)                           \
    __asm__(".text\n"                                \
            ".hidden " name "\n"                     \
            ".globl " name "\n"                      \
            ".type " name ", @function\n" name ":\n" \
            "    .cfi_startproc\n"                   \
            "    endbr64\n"                          \
            "    cmpq $0, rt_handled(%rip)\n"        \
            "    je 1f\n"                            \
            "    push %rdi\n"                        \
            "    .cfi_adjust_cfa_offset 8\n"         \
            "    push %rsi\n"                        \
            "    .cfi_adjust_cfa_offset 8\n"         \
            "    sub $8, %rsp\n"                     \
            "    .cfi_adjust_cfa_offset 8\n"         \
            "    call rt_longjmp_look\n"             \
            "    add $8, %rsp\n"                     \
            "    .cfi_adjust_cfa_offset -8\n"        \
            "    pop %rsi\n"                         \
            "    .cfi_adjust_cfa_offset -8\n"        \
            "    pop %rdi\n"                         \
            "    .cfi_adjust_cfa_offset -8\n"        \
            "1:  jmp *" real "(%rip)\n"              \
            "    .cfi_endproc\n"                     \
            ".size " name ", . - " name "\n")

DIVERT("rt_longjmp", "rt_longjmp_real");

#ifdef EDGEPROF_RT_ARCHIVE

__asm__(".weak longjmp, _longjmp, siglongjmp\n"
        ".set longjmp, rt_longjmp\n"
        ".set _longjmp, rt_longjmp\n"
        ".set siglongjmp, rt_longjmp\n");

void *rt_signals_import(const char *name)
{
    (void)name;
    return NULL;
}

#else

void __longjmp_chk(jmp_buf env, int value); /* NOLINT: longjmp, fortified */

void *rt_longjmp_chk_real = (void *)(uintptr_t)__longjmp_chk;
void rt_longjmp_chk(void);
DIVERT("rt_longjmp_chk", "rt_longjmp_chk_real");

static sighandler_t divert_sysv_signal(int number, sighandler_t handler)
{
    look_at(number, handler, false);
    return sysv_signal(number, handler);
}

_Noreturn static void divert_pthread_exit(void *result)
{
    look_for_handler(0);
    pthread_exit(result);
}

void *rt_signals_import(const char *name)
{
    static const struct {
        const char *name;
        void *ours;
    } diversions[] = {{"sigaction", (void *)(uintptr_t)divert_sigaction},
                      {"signal", (void *)(uintptr_t)divert_signal},
                      {"__sysv_signal", (void *)(uintptr_t)divert_sysv_signal},
                      {"longjmp", (void *)(uintptr_t)rt_longjmp},
                      {"pthread_exit", (void *)(uintptr_t)divert_pthread_exit},
                      {"_longjmp", (void *)(uintptr_t)rt_longjmp},
                      {"siglongjmp", (void *)(uintptr_t)rt_longjmp},
                      {"__longjmp_chk", (void *)(uintptr_t)rt_longjmp_chk}};
    for (size_t i = 0; i < sizeof diversions / sizeof *diversions; i++)
        if (!strcmp(name, diversions[i].name))
            return diversions[i].ours;
    return NULL;
}

#endif
