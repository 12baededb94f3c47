/* SPDX-License-Identifier: MIT
 *
 * audit.c - the loader's auditor, rtld-audit(7): libraries are opened as their
 * counted files (patch_objects.h).
 *
 * MODEL For each file that the loader is about to open, EDGEPROF_OBJECTS's command
 *       prints the file to be opened instead, or nothing.  The loader goes on to
 *       call it as it did before; where it does not, since the program gave it a
 *       path, we put that back.
 * RULES The loader gives auditors a name space of their own, with a C library of
 *       its own: so nothing from outside is needed but the loader itself.  No
 *       thread-local memory.  The loader holds its lock meanwhile, so that there is
 *       one call at a time.
 *       The command is a child's child: the child has no signal at its end, and no
 *       wait of the program's sees it.
 */
#define _GNU_SOURCE
#include "audit.h"

#include <edgeprof/call_x86_64.h>

#include <fcntl.h>
#include <link.h>
#include <linux/limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define EXPORT __attribute__((visibility("default")))

/* The loader's: where the kernel put the number of arguments; they and the
 * environment follow. */
extern size_t *__libc_stack_end;

/* ---- calls of the kernel --------------------------------------------------- */

static long call(long number, long a, long b, long c, long d)
{
    return edgeprof_call(number, a, b, c, d, 0, 0);
}

/* Run the program WORDS, with standard output OUT, to its end.  Returns what is to
 * be waited for.  The child shares our memory, and our stack; it, and its own child
 * until that is the program, use registers alone.  A child that has become a program
 * sends SIGCHLD to its parent: that is the one between. */
static long run(char **words, char **environment, int out)
{
    register long flags __asm__("rdi") = CLONE_VM | CLONE_VFORK;
    register long stack __asm__("rsi") = 0; /* ours */
    register char **arguments __asm__("r12") = words;
    register char **variables __asm__("r13") = environment;
    register long pipe __asm__("r14") = out;
    register char *program __asm__("rbx") = words[0];
    long result;

    __asm__ volatile(
        "xorl %%edx, %%edx\n\t"
        "xorl %%r10d, %%r10d\n\t"
        "xorl %%r8d, %%r8d\n\t"
        "syscall\n\t"
        "testq %%rax, %%rax\n\t"
        "jnz 1f\n\t"
        "movl %[clone], %%eax\n\t"
        "movl %[child], %%edi\n\t"
        "xorl %%esi, %%esi\n\t"
        "syscall\n\t"
        "testq %%rax, %%rax\n\t"
        "jnz 2f\n\t"
        "movl %[dup2], %%eax\n\t"
        "movl %%r14d, %%edi\n\t"
        "movl $1, %%esi\n\t"
        "syscall\n\t"
        "movl %[fcntl], %%eax\n\t" /* if it was 1 already */
        "movl $1, %%edi\n\t"
        "movl %[setfd], %%esi\n\t"
        "xorl %%edx, %%edx\n\t"
        "syscall\n\t"
        "movl %[execve], %%eax\n\t"
        "movq %%rbx, %%rdi\n\t"
        "movq %%r12, %%rsi\n\t"
        "movq %%r13, %%rdx\n\t"
        "syscall\n\t"
        "jmp 3f\n"
        "2:\t"
        "movl %%eax, %%edi\n\t"
        "movl %[wait4], %%eax\n\t"
        "xorl %%esi, %%esi\n\t"
        "xorl %%edx, %%edx\n\t"
        "xorl %%r10d, %%r10d\n\t"
        "syscall\n"
        "3:\t"
        "movl %[exit], %%eax\n\t"
        "xorl %%edi, %%edi\n\t"
        "syscall\n"
        "1:"
        : "=a"(result), "+r"(flags), "+r"(stack)
        : "0"((long)SYS_clone), "r"(arguments), "r"(variables), "r"(pipe),
          "r"(program), [clone] "i"(SYS_clone),
          [child] "i"(CLONE_VM | CLONE_VFORK | SIGCHLD), [dup2] "i"(SYS_dup2),
          [fcntl] "i"(SYS_fcntl), [setfd] "i"(F_SETFD),
          [execve] "i"(SYS_execve), [wait4] "i"(SYS_wait4), [exit] "i"(SYS_exit)
        : "rcx", "rdx", "r8", "r10", "r11", "memory");
    return result;
}

/* ---- text ------------------------------------------------------------------ */

static size_t length_of(const char *text)
{
    size_t n = 0;

    while (text[n])
        n++;
    return n;
}

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

static bool is_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static bool has_slash(const char *text)
{
    while (*text && *text != '/')
        text++;
    return *text != 0;
}

/* What follows START in TEXT, or NULL. */
static char *after(char *text, const char *start)
{
    while (*start && *text == *start)
        text++, start++;
    return *start ? NULL : text;
}

/* ---- what is to be run ----------------------------------------------------- */

enum { MOST_WORDS = 256 };

static char *words[MOST_WORDS + 2]; /* the command; a path; NULL */
static size_t n_words;
static char **environment;

/* The lines of TEXT, which is changed. */
static void take_words(char *text)
{
    n_words = 0;
    while (*text && n_words < MOST_WORDS) {
        words[n_words++] = text;
        while (*text && *text != '\n')
            text++;
        if (*text)
            *text++ = '\0';
    }
    if (*text)
        n_words = 0;
}

/* Of a list of auditors we are the last; whether there is another. */
static bool leave_others(char *list)
{
    char *end = NULL;

    for (; *list; list++)
        if (*list == ':')
            end = list;
    if (end)
        *end = '\0';
    return end != NULL;
}

/* Without our reserve, which is the last; whether there is another. */
static bool leave_tunables(char *list)
{
    char *last = list, *rest;

    for (char *at = list; *at; at++)
        if (*at == ':')
            last = at + 1;
    rest = after(last, AUDIT_OWN_RESERVE);
    return !rest || *rest || leave_others(list);
}

/* All three are for us, and not for the programs that this one runs. */
static void take_environment(void)
{
    char **from, **to;

    for (from = to = environment; *from; from++) {
        char *settings = after(*from, "EDGEPROF_OBJECTS=");
        char *auditors = after(*from, "LD_AUDIT=");
        char *tunables = after(*from, "GLIBC_TUNABLES=");

        if (settings)
            take_words(settings);
        else if ((!auditors || leave_others(auditors)) &&
                 (!tunables || leave_tunables(tunables)))
            *to++ = *from;
    }
    *to = NULL;
}

/* ---- asking ---------------------------------------------------------------- */

/* All that comes from FD, a line, into OUT; "" if it is none. */
static void read_line(int fd, char *out, size_t size)
{
    size_t n = 0;

    while (n < size) {
        long got = call(SYS_read, fd, (long)(out + n), (long)(size - n), 0);

        if (got <= 0)
            break;
        n += (size_t)got;
    }
    out[n > 0 && out[n - 1] == '\n' ? n - 1 : 0] = '\0';
}

/* What the command prints of PATH, into OUT. */
static void ask(const char *path, char *out, size_t size)
{
    int ends[2] = {0}, status;
    long all[1] = {-1}, before[1], child;

    out[0] = '\0';
    if (call(SYS_pipe2, (long)ends, O_CLOEXEC, 0, 0))
        return;
    words[n_words] = (char *)path;
    words[n_words + 1] = NULL;
    call(SYS_rt_sigprocmask, SIG_BLOCK, (long)all, (long)before, sizeof all);
    child = run(words, environment, ends[1]);
    call(SYS_close, ends[1], 0, 0, 0);
    if (child > 0) {
        read_line(ends[0], out, size);
        call(SYS_wait4, child, (long)&status, __WALL, 0);
    }
    call(SYS_close, ends[0], 0, 0, 0);
    call(SYS_rt_sigprocmask, SIG_SETMASK, (long)before, 0, sizeof all);
}

/* ---- what the loader calls ------------------------------------------------- */

static char asked[PATH_MAX];      /* the path that the program gave, or "" */
static char answer[3 * PATH_MAX]; /* what was to be opened for it */

/* Make ANSWER, by "./" before its last part, as long as ASKED at least, so that
 * there is room for that one in its place. */
static void lengthen(void)
{
    size_t wanted = length_of(asked), n = length_of(answer), last = n;

    while (last > 0 && answer[last - 1] != '/')
        last--;
    while (n < wanted) {
        for (size_t i = n + 1; i-- > last;)
            answer[i + 2] = answer[i];
        answer[last] = '.';
        answer[last + 1] = '/';
        last += 2;
        n += 2;
    }
}

EXPORT unsigned la_version(unsigned version)
{
    environment = (char **)(__libc_stack_end + 1 + *__libc_stack_end + 1);
    take_environment();
    return n_words ? version : 0;
}

/* NOLINTBEGIN(readability-non-const-parameter): rtld-audit(7) has them so */
EXPORT char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
    (void)cookie;
    if (flag == LA_SER_ORIG && !has_slash(name)) /* is looked for first */
        return (char *)name;
    asked[0] = '\0';
    if (length_of(name) >= sizeof asked ||
        call(SYS_access, (long)name, 0, 0, 0))
        return (char *)name;
    ask(name, answer, PATH_MAX);
    if (!answer[0])
        return (char *)name;
    if (flag == LA_SER_ORIG) {
        copy(asked, name);
        lengthen();
    }
    return answer;
}

EXPORT unsigned la_objopen(struct link_map *map, Lmid_t lmid, uintptr_t *cookie)
{
    (void)lmid;
    (void)cookie;
    if (asked[0] && map->l_name && is_same(map->l_name, answer))
        copy(map->l_name, asked);
    asked[0] = '\0';
    return 0;
}
/* NOLINTEND(readability-non-const-parameter) */
