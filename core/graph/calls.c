/* SPDX-License-Identifier: MIT
 *
 * calls.c - the table of C library functions that return exactly once, and the
 * closure over the unit's own.
 *
 * In the table are functions of ISO C, POSIX and glibc that run no code of the
 * program's and never end or duplicate a frame.  Cancellation points are in it
 * (docs/limits.md says what that means).  Not in it are names that programs
 * commonly define for themselves (getline, error, index), and calls that wait for
 * others: there most frames stand that the end of a process cuts off.
 */
#include "graph/calls.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by strcmp. */
/* clang-format off */
static const char *const functions[] = {
    "_IO_getc", "_IO_putc", "__asprintf", "__cmsg_nxthdr", "__ctype_b_loc",
    "__ctype_get_mb_cur_max", "__ctype_tolower_loc", "__ctype_toupper_loc",
    "__cxa_allocate_exception", "__cxa_begin_catch", "__cxa_free_exception",
    "__cxa_get_exception_ptr", "__cxa_get_globals", "__cxa_get_globals_fast",
    "__cxa_guard_abort", "__cxa_guard_acquire", "__cxa_guard_release",
    "__dynamic_cast", "__errno_location", "__fdelt_chk", "__fxstat",
    "__fxstat64", "__fxstatat", "__fxstatat64", "__getdelim",
    "__h_errno_location", "__libc_current_sigrtmax", "__libc_current_sigrtmin",
    "__lxstat", "__lxstat64", "__overflow", "__rawmemchr", "__sched_cpualloc",
    "__sched_cpucount", "__sched_cpufree", "__stpcpy", "__strdup", "__strndup",
    "__strtok_r", "__tls_get_addr", "__uflow", "__underflow", "__xmknod",
    "__xpg_basename", "__xpg_strerror_r", "__xstat", "__xstat64", "abs",
    "access", "alarm", "aligned_alloc", "asctime", "asctime_r", "asprintf",
    "atof", "atoi", "atol", "atoll", "bcmp", "bcopy", "bind", "brk", "btowc",
    "bzero", "c16rtomb", "c32rtomb", "c8rtomb", "calloc", "cfgetispeed",
    "cfgetospeed", "cfsetispeed", "cfsetospeed", "chdir", "chmod", "chown",
    "clearerr", "clearerr_unlocked", "clock", "clock_getres", "clock_gettime",
    "clock_settime", "close", "closedir", "closelog", "cnd_broadcast",
    "cnd_destroy", "cnd_init", "cnd_signal", "confstr", "copy_file_range",
    "creat", "creat64", "ctermid", "ctime", "ctime_r", "difftime", "dirfd",
    "div", "drand48", "dup", "dup2", "dup3", "endgrent", "endpwent",
    "epoll_create", "epoll_create1", "epoll_ctl", "erand48", "eventfd",
    "eventfd_read", "eventfd_write", "explicit_bzero", "faccessat", "fchdir",
    "fchmod", "fchmodat", "fchown", "fchownat", "fclose", "fcloseall", "fcntl",
    "fcntl64", "fdatasync", "fdopen", "fdopendir", "feclearexcept", "fegetenv",
    "fegetexceptflag", "fegetround", "feholdexcept", "feof", "feof_unlocked",
    "ferror", "ferror_unlocked", "fesetenv", "fesetround", "fetestexcept",
    "fflush", "fflush_unlocked", "ffs", "ffsl", "ffsll", "fgetc",
    "fgetc_unlocked", "fgetpos", "fgetpos64", "fgets", "fgets_unlocked",
    "fgetwc", "fgetws", "fileno", "fileno_unlocked", "flock", "flockfile",
    "fmemopen", "fnmatch", "fopen", "fopen64", "fpathconf", "fprintf", "fputc",
    "fputc_unlocked", "fputs", "fputs_unlocked", "fputwc", "fputws", "fread",
    "fread_unlocked", "free", "freeaddrinfo", "freelocale", "freopen",
    "freopen64", "fscanf", "fseek", "fseeko", "fseeko64", "fsetpos",
    "fsetpos64", "fstat", "fstat64", "fstatat", "fstatat64", "fstatfs",
    "fstatfs64", "fstatvfs", "fstatvfs64", "fsync", "ftell", "ftello",
    "ftello64", "ftruncate", "ftruncate64", "ftrylockfile", "funlockfile",
    "futimens", "fwide", "fwprintf", "fwrite", "fwrite_unlocked", "fwscanf",
    "gai_strerror", "get_nprocs", "get_nprocs_conf", "getauxval", "getc",
    "getc_unlocked", "getchar", "getchar_unlocked", "getcpu", "getcwd",
    "getdelim", "getegid", "getentropy", "getenv", "geteuid", "getgid",
    "getgroups", "gethostname", "getitimer", "getlogin", "getlogin_r", "getopt",
    "getopt_long", "getopt_long_only", "getpagesize", "getpeername", "getpgid",
    "getpgrp", "getpid", "getppid", "getpriority", "getrandom", "getrlimit",
    "getrlimit64", "getrusage", "gets", "getsid", "getsockname", "getsockopt",
    "getsubopt", "gettid", "gettimeofday", "getuid", "getwc", "getwchar",
    "gmtime", "gmtime_r", "hcreate", "hdestroy", "hsearch", "htonl", "htons",
    "iconv", "if_indextoname", "if_nametoindex", "imaxabs", "imaxdiv",
    "inet_addr", "inet_aton", "inet_ntoa", "inet_ntop", "inet_pton",
    "initstate", "inotify_add_watch", "inotify_init", "inotify_init1",
    "inotify_rm_watch", "ioctl", "isalnum", "isalnum_l", "isalpha", "isalpha_l",
    "isascii", "isatty", "isblank", "isblank_l", "iscntrl", "iscntrl_l",
    "isdigit", "isdigit_l", "isgraph", "isgraph_l", "islower", "islower_l",
    "isprint", "isprint_l", "ispunct", "ispunct_l", "isspace", "isspace_l",
    "isupper", "isupper_l", "iswalnum", "iswalpha", "iswblank", "iswcntrl",
    "iswctype", "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct",
    "iswspace", "iswupper", "iswxdigit", "isxdigit", "isxdigit_l", "jrand48",
    "labs", "lchown", "lcong48", "ldiv", "link", "linkat", "listen", "llabs",
    "lldiv", "localeconv", "localtime", "localtime_r", "lockf", "lockf64",
    "lrand48", "lseek", "lseek64", "lstat", "lstat64", "madvise", "malloc",
    "malloc_trim", "malloc_usable_size", "mblen", "mbrlen", "mbrtoc16",
    "mbrtoc32", "mbrtoc8", "mbrtowc", "mbsinit", "mbsnrtowcs", "mbsrtowcs",
    "mbstowcs", "mbtowc", "memalign", "memccpy", "memchr", "memcmp", "memcpy",
    "memfd_create", "memmem", "memmove", "mempcpy", "memrchr", "memset",
    "memset_explicit", "mincore", "mkdir", "mkdirat", "mkdtemp", "mkfifo",
    "mkfifoat", "mknod", "mkostemp", "mkostemp64", "mkstemp", "mkstemp64",
    "mkstemps", "mktemp", "mktime", "mlock", "mlockall", "mmap", "mmap64",
    "mprotect", "mrand48", "mremap", "msync", "mtx_destroy", "mtx_init",
    "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "munlock",
    "munlockall", "munmap", "newlocale", "nice", "nl_langinfo", "nl_langinfo_l",
    "nrand48", "ntohl", "ntohs", "open", "open64", "open_memstream",
    "open_wmemstream", "openat", "openat64", "opendir", "openlog", "pathconf",
    "perror", "pipe", "pipe2", "popen", "posix_fadvise", "posix_fadvise64",
    "posix_fallocate", "posix_fallocate64", "posix_madvise", "posix_memalign",
    "posix_openpt", "pread", "pread64", "preadv", "printf", "psignal",
    "pthread_attr_destroy", "pthread_attr_getdetachstate",
    "pthread_attr_getguardsize", "pthread_attr_getschedparam",
    "pthread_attr_getschedpolicy", "pthread_attr_getscope",
    "pthread_attr_getstack", "pthread_attr_getstacksize", "pthread_attr_init",
    "pthread_attr_setaffinity_np", "pthread_attr_setdetachstate",
    "pthread_attr_setguardsize", "pthread_attr_setinheritsched",
    "pthread_attr_setschedparam", "pthread_attr_setschedpolicy",
    "pthread_attr_setscope", "pthread_attr_setstack",
    "pthread_attr_setstacksize", "pthread_barrier_destroy",
    "pthread_barrier_init", "pthread_barrierattr_destroy",
    "pthread_barrierattr_init", "pthread_barrierattr_setpshared",
    "pthread_cond_broadcast", "pthread_cond_destroy", "pthread_cond_init",
    "pthread_cond_signal", "pthread_condattr_destroy", "pthread_condattr_init",
    "pthread_condattr_setclock", "pthread_condattr_setpshared",
    "pthread_detach", "pthread_equal", "pthread_getaffinity_np",
    "pthread_getattr_np", "pthread_getcpuclockid", "pthread_getname_np",
    "pthread_getschedparam", "pthread_getspecific", "pthread_key_create",
    "pthread_key_delete", "pthread_mutex_consistent", "pthread_mutex_destroy",
    "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_timedlock",
    "pthread_mutex_trylock", "pthread_mutex_unlock",
    "pthread_mutexattr_destroy", "pthread_mutexattr_gettype",
    "pthread_mutexattr_init", "pthread_mutexattr_setprotocol",
    "pthread_mutexattr_setpshared", "pthread_mutexattr_setrobust",
    "pthread_mutexattr_settype", "pthread_rwlock_destroy",
    "pthread_rwlock_init", "pthread_rwlock_rdlock",
    "pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock",
    "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock", "pthread_rwlock_wrlock",
    "pthread_rwlockattr_destroy", "pthread_rwlockattr_init", "pthread_self",
    "pthread_setaffinity_np", "pthread_setname_np", "pthread_setschedparam",
    "pthread_setspecific", "pthread_spin_destroy", "pthread_spin_init",
    "pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock", "putc",
    "putc_unlocked", "putchar", "putchar_unlocked", "putenv", "puts", "putwc",
    "putwchar", "pwrite", "pwrite64", "pwritev", "rand", "rand_r", "random",
    "random_r", "rawmemchr", "read", "readdir", "readdir64", "readdir_r",
    "readlink", "readlinkat", "readv", "realloc", "reallocarray", "realpath",
    "regcomp", "regerror", "regexec", "regfree", "remove", "rename", "renameat",
    "renameat2", "rewind", "rewinddir", "rmdir", "sbrk", "scanf",
    "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity",
    "sched_getcpu", "sched_getparam", "sched_getscheduler", "sched_setaffinity",
    "sched_setscheduler", "sched_yield", "secure_getenv", "seed48", "seekdir",
    "sem_close", "sem_destroy", "sem_getvalue", "sem_init", "sem_open",
    "sem_post", "sem_trywait", "sem_unlink", "send", "sendfile", "sendfile64",
    "sendmmsg", "sendmsg", "sendto", "setbuf", "setbuffer", "setegid", "setenv",
    "seteuid", "setgid", "setgroups", "setitimer", "setlinebuf", "setlocale",
    "setpgid", "setpriority", "setregid", "setreuid", "setrlimit",
    "setrlimit64", "setsid", "setsockopt", "setstate", "setuid", "setvbuf",
    "shm_open", "shm_unlink", "shmat", "shmctl", "shmdt", "shmget", "shutdown",
    "sigaction", "sigaddset", "sigaltstack", "sigandset", "sigdelset",
    "sigemptyset", "sigfillset", "sigisemptyset", "sigismember", "signal",
    "signalfd", "sigorset", "sigpending", "snprintf", "sockatmark", "socket",
    "socketpair", "splice", "sprintf", "srand", "srand48", "srandom", "sscanf",
    "stat", "stat64", "statfs", "statfs64", "statvfs", "statvfs64", "statx",
    "stpcpy", "stpncpy", "strcasecmp", "strcasecmp_l", "strcasestr", "strcat",
    "strchr", "strchrnul", "strcmp", "strcoll", "strcoll_l", "strcpy",
    "strcspn", "strdup", "strerror", "strerror_l", "strerror_r", "strfmon",
    "strfromd", "strfromf", "strfroml", "strftime", "strftime_l", "strlcat",
    "strlcpy", "strlen", "strncasecmp", "strncasecmp_l", "strncat", "strncmp",
    "strncpy", "strndup", "strnlen", "strpbrk", "strptime", "strrchr", "strsep",
    "strsignal", "strspn", "strstr", "strtod", "strtod_l", "strtof", "strtof_l",
    "strtoimax", "strtok", "strtok_r", "strtol", "strtol_l", "strtold",
    "strtold_l", "strtoll", "strtoll_l", "strtoq", "strtoul", "strtoul_l",
    "strtoull", "strtoull_l", "strtoumax", "strtouq", "strverscmp", "strxfrm",
    "strxfrm_l", "swab", "swprintf", "swscanf", "symlink", "symlinkat", "sync",
    "syncfs", "sysconf", "sysinfo", "syslog", "tcdrain", "tcflow", "tcflush",
    "tcgetattr", "tcgetpgrp", "tcgetsid", "tcsendbreak", "tcsetattr",
    "tcsetpgrp", "telldir", "tempnam", "time", "timegm", "timer_delete",
    "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create",
    "timerfd_gettime", "timerfd_settime", "times", "timespec_get", "tmpfile",
    "tmpfile64", "tmpnam", "toascii", "tolower", "tolower_l", "toupper",
    "toupper_l", "towctrans", "towlower", "towupper", "truncate", "truncate64",
    "tss_create", "tss_delete", "tss_get", "tss_set", "ttyname", "ttyname_r",
    "tzset", "umask", "uname", "ungetc", "ungetwc", "unlink", "unlinkat",
    "unsetenv", "uselocale", "utime", "utimensat", "utimes", "valloc",
    "vasprintf", "vdprintf", "vfprintf", "vfscanf", "vfwprintf", "vfwscanf",
    "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "vswprintf",
    "vswscanf", "vsyslog", "vwprintf", "vwscanf", "wcpcpy", "wcpncpy",
    "wcrtomb", "wcscasecmp", "wcscat", "wcschr", "wcscmp", "wcscoll", "wcscpy",
    "wcscspn", "wcsdup", "wcsftime", "wcslen", "wcsncasecmp", "wcsncat",
    "wcsncmp", "wcsncpy", "wcsnlen", "wcsnrtombs", "wcspbrk", "wcsrchr",
    "wcsrtombs", "wcsspn", "wcsstr", "wcstod", "wcstof", "wcstoimax", "wcstok",
    "wcstol", "wcstold", "wcstoll", "wcstombs", "wcstoul", "wcstoull",
    "wcstoumax", "wcswidth", "wcsxfrm", "wctob", "wctomb", "wctrans", "wctype",
    "wcwidth", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmempcpy",
    "wmemset", "wprintf", "write", "writev", "wscanf",
};
/* clang-format on */

/* Sorted by strcmp; each also with f and l appended. */
/* clang-format off */
static const char *const math[] = {
    "__finite", "__fpclassify", "__iseqsig", "__isinf", "__isnan",
    "__issignaling", "__signbit", "acos", "acosh", "asin", "asinh", "atan",
    "atan2", "atanh", "cabs", "cacos", "cacosh", "carg", "casin", "casinh",
    "catan", "catanh", "cbrt", "ccos", "ccosh", "ceil", "cexp", "cimag", "clog",
    "conj", "copysign", "cos", "cosh", "cpow", "cproj", "creal", "csin",
    "csinh", "csqrt", "ctan", "ctanh", "erf", "erfc", "exp", "exp10", "exp2",
    "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp",
    "hypot", "ilogb", "ldexp", "lgamma", "llrint", "llround", "log", "log10",
    "log1p", "log2", "logb", "lrint", "lround", "modf", "nan", "nearbyint",
    "nextafter", "nexttoward", "pow", "remainder", "remquo", "rint", "round",
    "roundeven", "scalbln", "scalbn", "sin", "sincos", "sinh", "sqrt", "tan",
    "tanh", "tgamma", "trunc",
};
/* clang-format on */

static int by_name(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

static int in_functions(const char *name)
{
    return bsearch(name, functions, sizeof functions / sizeof *functions,
                   sizeof *functions, by_name) != NULL;
}

static int in_math(const char *name)
{
    return bsearch(name, math, sizeof math / sizeof *math, sizeof *math,
                   by_name) != NULL;
}

/* The SIZE characters at NAME are in the table (with LOOK, which one). */
static int part_in(int (*look)(const char *), const char *name, size_t size)
{
    char part[32];

    if (size == 0 || size >= sizeof part)
        return 0;
    memcpy(part, name, size);
    part[size] = '\0';
    return look(part);
}

/* Reserved names that headers give to table functions: "__memcpy_chk",
 * "__isoc99_sscanf". */
static int is_disguised(const char *name)
{
    size_t size = strlen(name);

    if (strncmp(name, "__isoc99_", 9) == 0 ||
        strncmp(name, "__isoc23_", 9) == 0)
        return in_functions(name + 9);
    return size > 6 && strncmp(name, "__", 2) == 0 &&
           strcmp(name + size - 4, "_chk") == 0 &&
           part_in(in_functions, name + 2, size - 6);
}

static int is_math(const char *name)
{
    size_t size = strlen(name);

    if (in_math(name))
        return 1;
    return size > 1 && (name[size - 1] == 'f' || name[size - 1] == 'l') &&
           part_in(in_math, name, size - 1);
}

int ep_calls_returns(const char *name)
{
    return in_functions(name) || is_math(name) || is_disguised(name);
}

int ep_calls_returns_twice(const char *name)
{
    static const char *const twice[] = {"_Fork",   "clone",      "fork",
                                        "forkpty", "getcontext", "swapcontext",
                                        "syscall", "sigsetjmp",  "__sigsetjmp",
                                        "setjmp",  "_setjmp",    "vfork"};

    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
        if (strcmp(twice[i], name) == 0)
            return 1;
    }
    return 0;
}

enum ep_cast ep_calls_cast(const char *name)
{
    if (strcmp(name, "__cxa_bad_cast") == 0 ||
        strcmp(name, "__cxa_bad_typeid") == 0)
        return EP_CAST_FAIL;
    return strcmp(name, "__dynamic_cast") == 0 ? EP_CAST_CALL : EP_CAST_NONE;
}

int ep_call_may_leave(const struct ep_call *call, int assumed)
{
    if (call->not_once)
        return 1;
    return !assumed && !call->proven &&
           !(call->name && ep_calls_returns(call->name));
}

void ep_calls_init(struct ep_calls *calls)
{
    *calls = (struct ep_calls){0};
}

void ep_calls_release(struct ep_calls *calls)
{
    ep_mem_free(calls->unproven);
    ep_mem_free(calls->edges);
    ep_calls_init(calls);
}

int ep_calls_add(struct ep_calls *calls, int interposable, uint32_t *out)
{
    if (EP_GROW(calls->unproven, calls->n_functions, calls->unproven_capacity))
        return EP_ENOMEM;
    *out = calls->n_functions++;
    calls->unproven[*out] = interposable != 0;
    return EP_OK;
}

void ep_calls_add_unknown(struct ep_calls *calls, uint32_t function)
{
    calls->unproven[function] = 1;
}

int ep_calls_add_edge(struct ep_calls *calls, uint32_t caller, uint32_t callee)
{
    /* Two words per edge: `n_edges` and the capacity count pairs. */
    if (ep_mem_grow((void **)&calls->edges, 2 * sizeof *calls->edges,
                    calls->n_edges, &calls->edges_capacity))
        return EP_ENOMEM;
    calls->edges[2 * calls->n_edges] = callee;
    calls->edges[2 * calls->n_edges + 1] = caller;
    calls->n_edges++;
    return EP_OK;
}

/* Callers by callee: those of f are caller[first[f]] to caller[first[f + 1]].
 * FIRST has two entries more than there are functions. */
static void sort_callers(const struct ep_calls *calls, size_t *first,
                         uint32_t *caller)
{
    const uint32_t *edges = calls->edges;

    for (size_t e = 0; e < calls->n_edges; e++)
        first[edges[2 * e] + 2]++;
    for (size_t f = 0; f < calls->n_functions; f++)
        first[f + 2] += first[f + 1];
    for (size_t e = 0; e < calls->n_edges; e++)
        caller[first[edges[2 * e] + 1]++] = edges[2 * e + 1];
}

static void spread(struct ep_calls *calls, const size_t *first,
                   const uint32_t *caller, uint32_t *stack)
{
    size_t depth = 0;

    for (uint32_t f = 0; f < calls->n_functions; f++) {
        if (calls->unproven[f])
            stack[depth++] = f;
    }
    while (depth > 0) {
        uint32_t f = stack[--depth];

        for (size_t i = first[f]; i < first[f + 1]; i++) {
            if (calls->unproven[caller[i]])
                continue;
            calls->unproven[caller[i]] = 1;
            stack[depth++] = caller[i];
        }
    }
}

int ep_calls_solve(struct ep_calls *calls)
{
    size_t n = calls->n_functions;
    size_t *first = ep_mem_zeroed(n + 2, sizeof *first);
    uint32_t *caller = ep_mem_zeroed(calls->n_edges, sizeof *caller);
    uint32_t *stack = ep_mem_zeroed(n, sizeof *stack);
    int status = EP_ENOMEM;

    for (size_t i = 0; i < n && calls->traced; i++)
        calls->unproven[i] = 1;
    if (first && caller && stack) {
        sort_callers(calls, first, caller);
        spread(calls, first, caller, stack);
        status = EP_OK;
    }
    ep_mem_free(first);
    ep_mem_free(caller);
    ep_mem_free(stack);
    return status;
}
