/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "graph/calls.c" /* the tables, for their order */

static void sorted(const char *const *names, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (strcmp(names[i - 1], names[i]) >= 0)
            CHECK_TEXT(names[i - 1], names[i]);
    }
}

static void the_tables_are_sorted(void)
{
    sorted(functions, sizeof functions / sizeof *functions);
    sorted(math, sizeof math / sizeof *math);
}

static void library_functions_return(void)
{
    static const char *const names[] = {
        "memcpy",       "strlen",  "malloc", "free",         "printf",
        "read",         "sinf",    "modfl",  "log2",         "__memcpy_chk",
        "__printf_chk", "isalpha", "qsort_", "__ctype_b_loc"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_EQ(ep_calls_returns(names[i]), strcmp(names[i], "qsort_") != 0);
    CHECK(ep_calls_returns("__isoc99_sscanf"));
    CHECK(ep_calls_returns("__isoc23_strtol"));
}

/* What must never be taken to return, or to run no code of the program's. */
/* clang-format off */
static const char *const unproven[] = {
    "exit", "_exit", "_Exit", "quick_exit", "abort", "raise", "kill", "killpg",
    "tgkill", "pthread_kill", "pthread_exit", "pthread_cancel",
    "pthread_testcancel", "pthread_create", "pthread_once", "thrd_create",
    "thrd_exit", "call_once", "execve", "execl", "execlp", "execle", "execv",
    "execvp", "execvpe", "fexecve", "fork", "vfork", "_Fork", "clone",
    "posix_spawn", "posix_spawnp", "daemon", "forkpty", "setjmp", "_setjmp",
    "__sigsetjmp", "sigsetjmp", "longjmp", "_longjmp", "siglongjmp",
    "__longjmp_chk", "getcontext", "setcontext", "makecontext", "swapcontext",
    "syscall", "ptrace", "prctl", "qsort", "qsort_r", "bsearch", "lfind",
    "lsearch", "tsearch", "tfind", "twalk", "tdelete", "atexit", "on_exit",
    "at_quick_exit", "__cxa_atexit", "pthread_atfork", "ftw", "nftw", "glob",
    "scandir", "error", "error_at_line", "err", "errx", "verr", "warn",
    "__assert_fail", "__assert", "__stack_chk_fail", "__fortify_fail",
    "__chk_fail", "dlopen", "dlclose", "dlsym", "pause", "sigsuspend",
    "sigprocmask", "pthread_sigmask", "obstack_free", "argp_parse",
    "fopencookie", "__cxa_throw", "__cxa_rethrow", "__cxa_end_catch",
    "_Unwind_Resume", "_ZdlPv", "_Znwm", "__gxx_personality_v0", "getline",
    "wordexp", "feraiseexcept", "sigqueue", "reboot", "unshare", "f", "l", "",
    "__chk", "_chk", "___chk", "__isoc99_", "__exit_chk", "pthread_cond_wait",
    "cnd_wait", "sem_wait", "pthread_join", "epoll_wait", "__poll_chk",
    "__recv_chk", "accept", "nanosleep", "system", "waitpid",
};
/* clang-format on */

static void these_may_not_return(void)
{
    for (size_t i = 0; i < sizeof unproven / sizeof *unproven; i++) {
        if (ep_calls_returns(unproven[i]))
            CHECK_TEXT(unproven[i], "not in the table");
    }
}

static void these_may_return_twice(void)
{
    CHECK(ep_calls_returns_twice("fork"));
    CHECK(ep_calls_returns_twice("setjmp"));
    CHECK(!ep_calls_returns_twice("exit"));
    CHECK(!ep_calls_returns_twice("forks"));
    CHECK(!ep_calls_returns_twice(""));
}

static void unproven_spreads_to_callers_only(void)
{
    struct ep_calls calls;
    uint32_t f[6];

    /* 0 -> 1 -> 2 -> 1 (recursion), 3 -> 2, 4 -> 3, 5 alone and interposable,
     * 3 -> unknown. */
    ep_calls_init(&calls);
    for (uint32_t i = 0; i < 6; i++) {
        CHECK_EQ(ep_calls_add(&calls, i == 5, &f[i]), EP_OK);
        CHECK_EQ(f[i], i);
    }
    CHECK_EQ(ep_calls_add_edge(&calls, 0, 1), EP_OK);
    CHECK_EQ(ep_calls_add_edge(&calls, 1, 2), EP_OK);
    CHECK_EQ(ep_calls_add_edge(&calls, 2, 1), EP_OK);
    CHECK_EQ(ep_calls_add_edge(&calls, 3, 2), EP_OK);
    CHECK_EQ(ep_calls_add_edge(&calls, 4, 3), EP_OK);
    ep_calls_add_unknown(&calls, 3);
    CHECK_EQ(ep_calls_solve(&calls), EP_OK);
    CHECK(!calls.unproven[0] && !calls.unproven[1] && !calls.unproven[2]);
    CHECK(calls.unproven[3] && calls.unproven[4] && calls.unproven[5]);
    ep_calls_release(&calls);
}

static int solve_two(void)
{
    struct ep_calls calls;
    uint32_t a = 0;
    uint32_t b = 0;
    int status;

    ep_calls_init(&calls);
    status = ep_calls_add(&calls, 0, &a);
    if (!status)
        status = ep_calls_add(&calls, 1, &b);
    if (!status)
        status = ep_calls_add_edge(&calls, a, b);
    if (!status)
        status = ep_calls_solve(&calls);
    ep_calls_release(&calls);
    return status;
}

int main(void)
{
    the_tables_are_sorted();
    library_functions_return();
    these_may_not_return();
    these_may_return_twice();
    unproven_spreads_to_callers_only();
    check_failing_memory(solve_two);
    return check_failures != 0;
}
