/* SPDX-License-Identifier: MIT
 *
 * rt.h - what the runtime's files share; the map of the runtime.
 *
 * WHY   the counters of a thread must survive whatever happens to the process,
 *       and the process must not notice.
 * MODEL A *module* is a linked object with counters: its section.  A *region*
 *       is one thread's set of counters: for each module a *mirror*, memory at
 *       section + delta, a piece of the raw file.  The thread counts there
 *       because its delta (GS base) says so.  Regions are never given back:
 *       a thread that ends leaves its counts and hands its region on.
 *       Where threads cannot have deltas of their own (no FSGSBASE; there were
 *       several before the runtime; a name space apart) all count in the
 *       section itself, by code that is made atomic as soon as there are
 *       several.  The run's counts are the sum of the sections and of all
 *       regions.
 * RULES Lists only grow, at the head, by one atomic store: a signal handler may
 *       walk them.  All else that changes them holds rt_lock, with signals
 *       blocked, and calls into nothing that could take another lock.
 *       No malloc, no stdio, errno kept.
 */
#ifndef EDGEPROF_RT_H
#define EDGEPROF_RT_H

#include <edgeprof/abi.h>
#include <edgeprof/edgeprof.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rt_os.h"

#define RT_PATH_SIZE 4096

/* A module that is or was registered. */
struct rt_module {
    struct rt_module *next;
    uint64_t *start, *stop; /* the section's bounds */
    uint32_t flags;         /* EDGEPROF_MODULE_* of all its descriptors */
    uint32_t index;         /* among the raw file's MODULE chunks */
    atomic_bool direct;     /* has no mirrors: its code is made atomic */
    atomic_bool gone;       /* unregistered: exiting, or being unloaded */
    atomic_bool retired;    /* another module has its place; counts parked */
    unsigned long long unloads;     /* the loader's count, when it went */
    struct edgeprof_raw_module raw; /* its MODULE chunk */
};

enum rt_region_state {
    RT_FREE, /* nobody's */
    RT_LIVE, /* a thread's */
    RT_DONE, /* a thread's that is about to end; TLS destructors may count */
    RT_LOST  /* lacks a mirror: never handed out again */
};

/* One thread's mirrors. */
struct rt_region {
    struct rt_region *next;
    _Atomic uintptr_t delta;
    _Atomic int state;       /* enum rt_region_state */
    _Atomic int tid;         /* 0 until the thread runs */
    bool in_file;            /* all its mirrors are of the raw file */
    bool stale;              /* mirrors are the parent's file: map before use */
    struct rt_module *known; /* when LOST: it has mirrors from this one on */
    uint64_t mask;           /* of signals, with which the new thread begins */
    /* What the new thread is to call. */
    void *(*start)(void *);
    int (*start_c11)(void *);
    void *argument;
};

/* Counts of a module whose place another module has taken, in one region. */
struct rt_parked {
    struct rt_parked *next;
    const struct rt_module *module;
    uint64_t *counts;
};

/* The writable data of a module that is instrumented but not yet registered,
 * since its code may run before its constructor (a replaced operator new, say,
 * called from a library's constructor).  Regions mirror all of it. */
struct rt_early {
    struct rt_early *next;
    uintptr_t low, high; /* whole pages */
    bool direct;         /* it has no mirrors: its code is made atomic */
    atomic_bool used;    /* the module has been registered */
};

/* The run's file.  Without one, `head` is plain memory. */
struct rt_file {
    bool present;            /* there is a raw file */
    bool claimed;            /* the name is ours */
    char path[RT_PATH_SIZE]; /* absolute */
    unsigned suffix;         /* of the last name tried, 0: none */
    struct os_file_id id;
    uint64_t used;     /* bytes taken by valid chunks */
    uint64_t reserved; /* bytes with room on disk */
    uint32_t n_modules;
    struct edgeprof_raw_head *head; /* never NULL once started */
};

enum rt_mode { RT_UNSTARTED, RT_ON, RT_OFF };

struct rt {
    _Atomic int mode; /* enum rt_mode */
    bool moving;      /* threads have deltas */
    bool atomic;      /* they never will, and private code is made atomic */
    bool sections;    /* some counts may be in the sections, now or later */
    bool shared;      /* and threads may lose some there */
    atomic_bool abandoned; /* a signal handler was left for good */
    int pid;
    atomic_bool threads;    /* a thread was made in this process */
    atomic_bool told;       /* of threads, here or in an ancestor */
    _Atomic uint32_t flags; /* enum edgeprof_run_flag */
    _Atomic(struct rt_module *) modules;
    _Atomic(struct rt_region *) regions;
    _Atomic(struct rt_parked *) parked;
    _Atomic(struct rt_early *) early;
    struct rt_file file;
};

extern struct rt rt;

/* ---- rt_init.c ----------------------------------------------------------- */

/* Threads cannot have regions: from now on all count atomically.  Under the
 * lock. */
void rt_make_atomic(void);

/* Some counts are in the sections from now on, and die with the process. */
void rt_use_sections(void);

/* Hold off every other change, and every signal.  MASK is for rt_unlock. */
void rt_lock(uint64_t *mask);
void rt_unlock(const uint64_t *mask);

/* SIZE zeroed bytes that are never given back, aligned for anything; NULL if
 * there is no memory.  Under the lock. */
void *rt_new(size_t size);

/* Whether M's section can be read: it is not of a module that was unloaded.
 * EXITING: those that have unregistered may be there still. */
bool rt_section_there(const struct rt_module *module, bool exiting);

/* ---- rt_env.c: the environment, names, the log --------------------------- */

/* Value of a variable, or NULL; always NULL in a set-uid process. */
const char *rt_env(const char *name);
/* Take EDGEPROF_FILE or its default to pieces, relative to the directory of
 * now.  MAIN is the main program's module, or NULL if it is not counted. */
void rt_env_read_pattern(const struct edgeprof_raw_module *main_program);
/* The run's file name for process PID.  False: it is too long. */
bool rt_env_file_name(int pid, char out[RT_PATH_SIZE]);
/* Length of the starting directory at the head of that name; 0: not in it. */
size_t rt_env_start_length(void);
/* Whether each process has a name of its own. */
bool rt_env_names_process(void);
/* Signal number of EDGEPROF_SIGNAL, or 0. */
int rt_env_signal(void);
/* Append "edgeprof: PID: WHAT DETAIL: error N" to EDGEPROF_LOG, if set.
 * ERROR: 0 or an errno value, either sign; left out when 0. */
void rt_log(const char *what, const char *detail, int error);
/* Text of N in decimal; returns its end. */
char *rt_decimal(char *out, unsigned long n);

/* ---- rt_elf.c: the loaded modules ---------------------------------------- */

/* Fill RAW for the loaded module that START lies in: id, path, counters.
 * OUT_MAIN: whether it is the main program. */
void rt_elf_identify(const uint64_t *start, const uint64_t *stop,
                     struct edgeprof_raw_module *raw, bool *out_main);
/* Number of unloadings so far. */
unsigned long long rt_elf_unloads(void);
/* End of the highest loaded module. */
uintptr_t rt_elf_top(void);
/* Look at modules that were loaded since the last look: divert their thread
 * creation (rt_threads.c), and mirror the data of those that are instrumented
 * and not yet registered.  START: the module now registering, or NULL.  Not
 * under the lock. */
void rt_elf_scan(const uint64_t *start);
/* In the data of the main program, if FUNCTION is in it, replace pointers to
 * FROM by TO.  False: there are none. */
bool rt_elf_redirect(const void *function, const void *from, void *to);
/* Make a module's private increments of the words in [LOW, HIGH), which is in
 * its data, atomic ones of the section, in place: the last resort where a
 * module has no mirrors but several threads, or threads have deltas that do not
 * fit it. False: not done. */
bool rt_elf_make_atomic(const void *low, const void *high);
/* Whether we are in a name space of our own (dlmopen): of threads and modules
 * outside it we are told nothing. */
bool rt_elf_apart(void);

/* ---- rt_file.c: the raw file --------------------------------------------- */

/* Create the file of process rt.pid, with BYTES reserved, and map its head.
 * Returns a descriptor for the calls below, or -1: there is no file. */
int rt_file_create(uint64_t bytes);
/* The same for a file that is there already; -1: out of reach. */
int rt_file_open(void);
void rt_file_close(int fd);
/* Reserve BYTES more.  False: no room. */
bool rt_file_reserve(int fd, uint64_t bytes);
/* Append the MODULE chunk. FD < 0: no file. */
void rt_file_add_module(int fd, struct rt_module *module);
/* Bytes of the module's COUNTS chunk, and where in it its first page is. */
uint64_t rt_file_counts_size(const struct rt_module *module);
uint64_t rt_file_counts_lead(const struct rt_module *module);
/* Append the COUNTS chunk, whose room is reserved at the end of the file. */
void rt_file_add_counts(int fd, const struct rt_module *module);
/* Have a file name of our own, raw file or not.  Returns 0 or -errno. */
int rt_file_claim(void);
/* The last step of creating: the file becomes a valid one. */
void rt_file_publish(void);
/* Tell the run's readers (enum edgeprof_run_flag); or, with rt_flag_raw, only
 * those of a raw file that no clean exit has replaced. */
void rt_flag(uint32_t flags);
void rt_flag_raw(uint32_t flags);

/* ---- rt_region.c --------------------------------------------------------- */

/* First page and size of a module's mirror. */
uintptr_t rt_mirror_at(const struct rt_module *module, uintptr_t delta);
size_t rt_mirror_size(const struct rt_module *module);
/* The region's counts of MODULE; NULL: it has none. */
uint64_t *rt_region_counts(const struct rt_region *region,
                           const struct rt_module *module);

/* All under the lock.  FD as given by rt_file_open. */
void rt_region_space(void); /* once: where regions may lie */
struct rt_region *rt_region_new(int fd);
struct rt_region *rt_region_take(void); /* LIVE; NULL: none to be had */
/* The one that this thread counts in, or NULL.  Async-signal-safe. */
struct rt_region *rt_region_here(void);
/* Map anew, from the child's file, what the parent's region mapped. */
bool rt_region_renew(struct rt_region *region, int fd);
/* Give every region a mirror of MODULE; where one that is needed fits nowhere,
 * make the module direct. */
void rt_region_add_module(struct rt_module *module, int fd);
/* Give every region a mirror of the data at EARLY; where one that is needed
 * fits nowhere, make it direct. */
void rt_region_add_early(struct rt_early *early);
/* Park the counts of unloaded modules that lay on [LOW, HIGH). */
void rt_region_park(uintptr_t low, uintptr_t high);
/* The run file could not be written: bring all counts into the raw file.
 * False: impossible. */
bool rt_region_gather(void);
/* Move counts from the section to a region (this thread's, or any other), or,
 * without regions, to memory.  FRESH: the module has just been loaded. */
void rt_region_carry(struct rt_module *module, bool fresh);

/* ---- rt_threads.c -------------------------------------------------------- */

/* Be told of threads that end; count in REGION (may be NULL) here. */
void rt_threads_init(struct rt_region *region);
/* Once: deal with a program that defines thread creation.  Not under the lock.
 */
void rt_threads_find(void);
/* What an import of NAME is to be bound to instead; NULL: leave it. */
void *rt_threads_import(const char *name);

/* ---- rt_signals.c: handlers that never return ---------------------------- */

/* At the exit, in a thread of the mask MASK. */
void rt_signals_exit(const uint64_t *mask);
/* As rt_threads_import. */
void *rt_signals_import(const char *name);

/* ---- rt_write.c: the run file -------------------------------------------- */

/* Sum all counts and write them to PATH, by a temporary name.  FINAL: the run
 * has come to its clean end.  Returns 0 or an errno value.  Async-signal-safe
 * unless FINAL. */
int rt_write_run(const char *path, bool final);
/* At the exit: the run file takes the raw file's place. */
void rt_write_final(void);

/* ---- rt_api.c: what edgeprof.h calls, and the snapshot signal --------------
 */

extern const struct edgeprof_api rt_api;
void rt_api_init(void);

#endif
