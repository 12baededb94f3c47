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
 *       Where threads cannot have deltas of their own (GS cannot be set; there
 *       were several before the runtime; a name space apart) all count in the
 *       section itself, by code that is made atomic as soon as there are
 *       several.  The run's counts are the sum of the sections and of all
 *       regions.
 *       The files are layers; each uses those before it in this list only
 *       (test/layers.py):
 *           rt_arch.h               the processor
 *           rt_string.c             what of <string.h> the runtime needs
 *           rt_os.h                 the kernel
 *           rt_libc.h               what C libraries do differently
 *           rt_state.c rt_env.c     what all share; environment and log
 *           rt_spare.c              raw files that are used again
 *           rt_file.c               the raw file
 *           rt_laps.c rt_ring.c     the marks that a thread passed last
 *           rt_space.c rt_region.c  where threads count
 *           rt_elf.c                what is loaded
 *           rt_patch.c              what is changed there
 *           rt_module.c             modules coming and going
 *           rt_break.c              breakpoints where jumps have no room
 *           rt_changed.c            what counts have changed
 *           rt_part.c               what labelled parts of the run counted
 *           rt_crash.c              the stacks of a process that dies
 *           rt_time.c               where its time goes, where nobody else may ask
           rt_signals.c            handlers that never return
 *           rt_fork.c               a file for a fork's child
 *           rt_threads.c            a region for every thread
 *           rt_frames.c             threads that the end cuts off
 *           rt_pool.c               a file that runs are added to
 *           rt_sum.c                what a module's counts add up to
 *           rt_pack.c rt_write.c rt_snapshot.c  the run file
 *           rt_exec.c               a run file where another program comes
 *           rt_divert.c             what imports are diverted to
 *           rt_start.c              start and exit
 *           rt_api.c                what programs call
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

#include "rt_arch.h"
#include "rt_libc.h"
#include "rt_os.h"

#define RT_PATH_SIZE 4096

/* What becomes of a module.
 *
 *   state           registered  mirrored in each region  counts in
 *   PENDING         not yet     all its writable data    regions
 *   PENDING_DIRECT  not yet     -                        the section, atomically
 *   MIRRORED        yes         its section              regions, if there are any
 *   DIRECT          yes         -                        the section, atomically
 *   GONE            no more     its section              -
 *   GONE_DIRECT     no more     -                        -
 *   RETIRED         no more     -                        -
 *
 * A pending module is instrumented and loaded, and its code may run before its
 * constructor (a replaced operator new, called from a library's constructor).
 * When it registers, a MIRRORED or DIRECT module takes the place of the pending
 * one, which is RETIRED.  A direct one is a module that found no place for the
 * mirrors of living threads.  A gone module has unregistered: its process ends,
 * in which case its code may count still, or it is unloaded.  It may come back.
 * When another module is loaded where it was, its counts are parked and it is
 * RETIRED. */
enum rt_module_state {
    RT_PENDING,
    RT_PENDING_DIRECT,
    RT_MIRRORED,
    RT_DIRECT,
    RT_GONE,
    RT_GONE_DIRECT,
    RT_RETIRED
};

/* A loaded module.  "Who writes" is said as in struct rt. */
struct rt_module {
    struct rt_module *next; /* new */
    uint64_t *start, *stop; /* new: the section; while pending, whole pages of
                               data */
    uint32_t flags;         /* lock: EDGEPROF_MODULE_* of all its descriptors */
    uint32_t index;         /* lock: among the raw file's MODULE chunks, or
                               UINT32_MAX: it has none */
    _Atomic int state;      /* lock: enum rt_module_state */
    unsigned long long unloads;     /* lock: the loader's count, when it went */
    struct edgeprof_raw_module raw; /* new: its MODULE chunk; 0 counters while
                                       it is pending */
    uint64_t chunk;                 /* lock: where in the file that is */
    uint32_t number;                /* new: of this one, and no other */
    bool has_laps;                  /* lock: rt_laps.c has told of it */
    const struct rt_region *filed_by; /* lock: whose mirror was last put into
                                         the raw file, or NULL */
    uint64_t filed_at;                /* lock: where in it the counters are */
    /* Lock, rt_changed.c: */
    uint64_t *more; /* what was counted since the last boundary; NULL: none */
    unsigned char *changed; /* where that is, one for each RT_STRETCH */
    uint64_t *seen;         /* what the section had then; NULL: nothing */
};

/* What becomes of a region.  It is FREE, LIVE and DONE by turns.  After a fork
 * the regions of the parent's other threads are STALE, until one is mapped anew
 * and LIVE. */
enum rt_region_state {
    RT_FREE,  /* nobody's */
    RT_LIVE,  /* a thread's */
    RT_DONE,  /* a thread's that is about to end; TLS destructors may count */
    RT_STALE, /* nobody's; its mirrors are of the parent's file */
    RT_LOST   /* lacks a mirror: never handed out again */
};

/* A timer of a thread's CPU time (rt_time.c). */
struct rt_timer {
    _Atomic int id;         /* 1 + that of the system, or 0: there is none */
    int tid;                /* whose time it is */
    uint64_t first;         /* when it goes off first, in nanoseconds of that */
    _Atomic uint64_t taken; /* how often its signals said that it went off */
};

/* One thread's mirrors. */
struct rt_region {
    struct rt_region *next;  /* new */
    _Atomic uintptr_t delta; /* lock */
    _Atomic int state;       /* lock; DONE: its thread; FREE also: who could not
                                make the thread that it was for */
    _Atomic int tid;         /* lock: 0, until its thread runs and sets it */
    bool in_file;            /* lock: all its mirrors are of the raw file */
    uint32_t owners;         /* lock: how often it was handed out */
    /* Lock, rt_changed.c: as of the last boundary */
    uint64_t **seen; /* by the module's number, what it had of it, or NULL */
    size_t n_seen;   /* how many there may be */
    uint32_t seen_owners;
    bool seen_free;                       /* it was nobody's */
    const struct rt_module *mirrors_from; /* lock: when LOST, it has mirrors of
                                             this module and those after it */
    struct edgeprof_raw_ring *ring; /* lock: its thread's, or NULL: none */
    uintptr_t stack; /* its thread: where its stack begins, or 0: unknown */
    const void
        *_Atomic context;  /* its thread: what rt_crash.c keeps, or NULL */
    uintptr_t context_end; /* its thread: the end of the stack of that */
    struct rt_timer timer; /* its thread, and its signals' handler */
    /* By who makes the thread, for the thread. */
    uint64_t mask; /* of signals, with which it begins */
    void *(*start)(void *);
    int (*start_c11)(void *);
    void *argument;
};

/* Counts of a retired module in one region, or of a section that nothing
 * mirrors. */
struct rt_parked {
    struct rt_parked *next;
    struct rt_module *module;
    uint64_t *counts;
    bool seen; /* lock: before the last boundary (rt_changed.c) */
};

/* A chunk of what parts counted. */
struct rt_log {
    struct rt_log *next; /* new: the chunk before it */
    unsigned char *at;   /* new: the chunk (abi.h) */
    size_t size;         /* new: bytes */
    _Atomic size_t used; /* lock: bytes */
};

/* The run's file.  Without one, `head` is plain memory.  All: lock. */
struct rt_file {
    bool present;            /* there is a raw file */
    bool claimed;            /* the name is ours */
    char path[RT_PATH_SIZE]; /* absolute */
    unsigned suffix;         /* of the last name tried, 0: none */
    struct os_file_id id;
    uint8_t ticket[EDGEPROF_TICKET];
    uint64_t used;     /* bytes taken by valid chunks */
    uint64_t reserved; /* bytes with room on disk */
    uint32_t n_modules;
    struct edgeprof_raw_head *head; /* never NULL once started; its flags and
                                       label: anyone */
};

enum rt_mode { RT_UNSTARTED, RT_ON, RT_OFF };

/* Who writes a field: `new`, whoever makes the struct, before others can see
 * it; `lock`, whoever holds rt_lock; `anyone`, without it, atomically. */
struct rt {
    _Atomic int mode;      /* lock: enum rt_mode */
    bool by_delta;         /* lock, at start: a thread counts at its delta, in a
                            region; else in the sections */
    bool all_atomic;       /* lock: code was made atomic, and counts in the
                            sections; no more regions */
    bool in_sections;      /* lock: sections may hold counts, now or later */
    bool lossy_sections;   /* lock: and threads may lose some there */
    atomic_bool abandoned; /* anyone: a signal handler was left for good */
    uintptr_t forked_in;   /* lock: the signal handler in which this process was
                            forked (os_handler), or 0 */
    int pid;               /* lock: at start and in a fork's child */
    atomic_bool made_thread;  /* anyone: this process made a thread */
    atomic_bool sees_threads; /* anyone: we have heard of a thread, in this
                                 process or in an ancestor; so we are of all */
    _Atomic uint32_t flags;   /* anyone: enum edgeprof_run_flag */
    _Atomic(struct rt_module *) modules; /* lock */
    _Atomic(struct rt_region *) regions; /* lock */
    _Atomic(struct rt_parked *) parked;  /* lock */
    _Atomic(struct rt_log *) log;        /* lock */
    uint32_t moves; /* lock: how often counts went from one place to another */
    uint64_t started; /* lock: os_clock, at start and in a
                                            fork's child */
    struct rt_file file;
};

extern struct rt rt;

/* Whether regions mirror the module. */
static inline bool rt_module_mirrored(const struct rt_module *module)
{
    int state = module->state;
    return state == RT_PENDING || state == RT_MIRRORED || state == RT_GONE;
}

static inline bool rt_module_pending(const struct rt_module *module)
{
    return module->state == RT_PENDING || module->state == RT_PENDING_DIRECT;
}

/* Whether the module has registered and not gone. */
static inline bool rt_module_registered(const struct rt_module *module)
{
    return module->state == RT_MIRRORED || module->state == RT_DIRECT;
}

/* Whether it has registered and no other module has its place. */
static inline bool rt_module_in_place(const struct rt_module *module)
{
    return rt_module_registered(module) || module->state == RT_GONE ||
           module->state == RT_GONE_DIRECT;
}

/* First page and size of a module's mirror. */
static inline uintptr_t rt_mirror_at(const struct rt_module *module,
                                     uintptr_t delta)
{
    return os_page_down((uintptr_t)module->start) + delta;
}

static inline size_t rt_mirror_size(const struct rt_module *module)
{
    return os_page_up((uintptr_t)module->stop) -
           os_page_down((uintptr_t)module->start);
}

/* ---- rt_state.c: the lock, memory, flags, places -----------------------------
 */

/* Hold off every other change, and every signal.  MASK is for rt_unlock. */
void rt_lock(uint64_t *mask);
void rt_unlock(const uint64_t *mask);
/* The same in a fork's child, where a thread that is no more may hold it. */
void rt_lock_in_child(uint64_t *mask);

/* SIZE zeroed bytes that are never given back, aligned for anything; NULL if
 * there is no memory.  Under the lock. */
void *rt_new(size_t size);

/* Tell the run's readers (enum edgeprof_run_flag); or, with rt_flag_raw, only
 * those of a raw file that no clean exit has replaced. */
void rt_flag(uint32_t flags);
void rt_flag_raw(uint32_t flags);

/* Some counts are in the sections from now on, and die with the process.  Under
 * the lock. */
void rt_use_sections(void);

/* The region's counts of MODULE; NULL: it has none. */
uint64_t *rt_region_counts(const struct rt_region *region,
                           const struct rt_module *module);

/* ---- rt_env.c: the environment, names, the log --------------------------- */

/* Value of a variable, or NULL; always NULL in a set-uid process. */
const char *rt_env(const char *name);
/* Whether nothing is to be counted: EDGEPROF=off, or a set-uid process. */
bool rt_env_off(void);
/* Take EDGEPROF_FILE or its default to pieces, relative to the directory of
 * now.  MAIN is the main program's module, or NULL if it is not counted. */
void rt_env_read_pattern(const struct edgeprof_raw_module *main_program);
/* The run's file name for process PID.  False: it is too long. */
bool rt_env_file_name(int pid, char out[RT_PATH_SIZE]);
/* Length of the starting directory at the head of that name; 0: not in it. */
size_t rt_env_start_length(void);
/* Whether each process has a name of its own. */
bool rt_env_names_process(void);
/* Signal number of EDGEPROF_SIGNAL; 0: it is not set; -1: it names none. */
int rt_env_signal(void);
/* Append "edgeprof: PID: WHAT DETAIL: error N" to EDGEPROF_LOG, if set.
 * ERROR: 0 or an errno value, either sign; left out when 0. */
void rt_log(const char *what, const char *detail, int error);
/* Text of N in decimal; returns its end. */
char *rt_decimal(char *out, unsigned long n);

/* ---- rt_file.c: the raw file --------------------------------------------- */

/* Create the file of process rt.pid, with all modules, and map its head.  It is
 * not valid before rt_file_publish.  Returns a descriptor for the calls below,
 * or -1: there is no file. */
int rt_file_create(void);
/* The same for a file that is there already; -1: out of reach. */
int rt_file_open(void);
void rt_file_close(int fd);
/* The hidden name beside PATH, one for each thread: DIR/.BASE.TID.  False: it is
 * too long. */
bool rt_file_temporary(const char *path, char out[RT_PATH_SIZE]);
/* Create the file once more, under a TEMPORARY name, as rt_file_create does.  What
 * has the run's name stays until the new one is renamed. */
int rt_file_recreate(char temporary[RT_PATH_SIZE]);
/* Reserve BYTES more.  False: no room. */
bool rt_file_reserve(int fd, uint64_t bytes);
/* Append the MODULE chunk. FD < 0: no file. */
void rt_file_add_module(int fd, struct rt_module *module);
/* Bytes of the module's COUNTS chunk, and where in it its first page is. */
uint64_t rt_file_counts_size(const struct rt_module *module);
uint64_t rt_file_counts_lead(const struct rt_module *module);
/* Append the COUNTS chunk of REGION, whose room is reserved at the end of the
 * file. */
void rt_file_add_counts(int fd, struct rt_module *module,
                        const struct rt_region *region);
/* Append a PARTS chunk of SIZE bytes, without entries; NULL: no room. */
void *rt_file_add_log(int fd, size_t size);
/* Make the directories that PATH, of a file of ours, lacks. */
void rt_file_make_directories(char *path);
/* Append CHUNK, HEAD_SIZE bytes but for its size, and the SIZE bytes AT (NULL: they
 * are there).  False: no room, or they cannot be read. */
bool rt_file_add_bytes(int fd, struct edgeprof_raw_chunk *chunk,
                       size_t head_size, const void *at, size_t size);
/* Have a file name of our own, raw file or not.  Returns 0 or -errno. */
int rt_file_claim(void);
/* The last step of creating: the file becomes a valid one. */
void rt_file_publish(void);
/* What the run is called. */
void rt_file_set_label(const char *text);

/* ---- rt_region.c --------------------------------------------------------- */

/* All under the lock.  FD as given by rt_file_open. */
void rt_region_space(uintptr_t top); /* once: of the highest module */
struct rt_region *rt_region_new(int fd);
struct rt_region *rt_region_take(void); /* LIVE; NULL: none to be had */
/* Whether it is nobody's. */
bool rt_region_free(struct rt_region *region);
/* The one that this thread counts in, or NULL.  Async-signal-safe. */
struct rt_region *rt_region_here(void);
/* Map anew, from the child's file, what the parent's region mapped. */
bool rt_region_renew(struct rt_region *region, int fd);
/* Have its counts go on in the new file FD.  False: some could not, they go on
 * where they were, or in memory. */
bool rt_region_refile(struct rt_region *region, int fd);
/* Give every region a mirror of MODULE, which comes in place of the pending one
 * that it lies in, if any.  Where a mirror that is needed fits nowhere, MODULE
 * becomes direct. */
void rt_region_add_module(struct rt_module *module, int fd);
/* Park the counts of unloaded modules that lay on [LOW, HIGH). */
void rt_region_park(uintptr_t low, uintptr_t high);
/* The run file could not be written: bring all regions' counts into the raw
 * file.  False: impossible. */
bool rt_region_gather(void);
/* Move counts from the section to a region (this thread's, or any other), or,
 * without regions, to memory.  FRESH: the module has just been loaded. */
void rt_region_carry(struct rt_module *module, bool fresh);

/* ---- rt_elf.c: the loaded modules ---------------------------------------- */

/* Fill RAW for the loaded module that has DESCRIPTOR: id, path, counters.
 * OUT_MAIN: whether it is the main program. */
void rt_elf_identify(const struct edgeprof_module *descriptor,
                     struct edgeprof_raw_module *raw, bool *out_main);
/* Number of unloadings so far. */
unsigned long long rt_elf_unloads(void);
/* End of the highest loaded module. */
uintptr_t rt_elf_top(void);

struct rt_extent {
    uintptr_t low, high;
};

/* Where the code of counted modules is, up to MOST extents.  Returns how many
 * there are. */
unsigned rt_elf_code(struct rt_extent *out, unsigned most);

/* ---- rt_patch.c: changes in the loaded modules ---------------------------- */

/* A look at the modules that were loaded since the last look. */
struct rt_scan {
    const uint64_t *start; /* in the module that is registering now, or NULL */
    void *(*divert)(const char *name); /* what an import of NAME is to be bound
                                          to instead; NULL: leave it */
    unsigned n_pending;
    struct rt_extent pending[64]; /* out: writable data of those that are
                                     instrumented and not yet registered */
};

/* Not under the lock. */
void rt_patch_scan(struct rt_scan *scan);
/* There is more to divert than at the last look: the next one is at all. */
void rt_patch_scan_again(void);
/* In the data of the main program, if FUNCTION is in it, replace pointers to
 * FROM by TO.  False: there are none. */
bool rt_patch_pointers(const void *function, const void *from, void *to);
/* Make a module's private increments of the words in [LOW, HIGH), which is in
 * its data, atomic ones of the section, in place: the last resort where a
 * module has no mirrors but several threads, or threads have deltas that do not
 * fit it. False: not done. */
bool rt_patch_atomic(const void *low, const void *high);
/* Where a jump has no room. */
struct rt_breakpoint {
    uintptr_t at, to; /* the old code; its copy */
    const char *name; /* of the function */
    _Atomic uint64_t hits;
};

/* Store the N BREAKPOINTS into the code of the module that MODULE is in.  False: the
 * code cannot be changed. */
bool rt_patch_breakpoints(const void *module,
                          const struct rt_breakpoint *breakpoints, size_t n);

/* ---- rt_module.c: modules coming and going ------------------------------- */

/* Whether M's section can be read: it is not of a module that was unloaded.
 * EXITING: those that have unregistered may be there still. */
bool rt_section_there(const struct rt_module *module, bool exiting);

/* All under the lock.  The module of these bounds, registered or gone; NULL:
 * there is none. */
struct rt_module *rt_module_find(const struct edgeprof_module *descriptor);
/* A module that is not yet in the list; NULL: no memory. */
struct rt_module *rt_module_new(const struct edgeprof_module *descriptor,
                                const struct edgeprof_raw_module *raw);
/* One that comes after the start. */
void rt_module_add(struct rt_module *module);
/* Whether MODULE, which had gone, is RAW, loaded again; it is then registered.
 */
bool rt_module_is_back(struct rt_module *module,
                       const struct edgeprof_raw_module *raw);
/* MODULE has code that is as DESCRIPTOR's flags say, too. */
void rt_module_add_flags(struct rt_module *module,
                         const struct edgeprof_module *descriptor);
/* MODULE unregisters; the loader's count of unloadings is UNLOADS. */
void rt_module_gone(struct rt_module *module, unsigned long long unloads);
/* A thread cannot have a region: from now on all count in the sections,
 * atomically. */
void rt_make_atomic(void);

/* Look at modules that were loaded since the last look: DIVERT their imports,
 * as in struct rt_scan, and mirror the data of those that are instrumented and
 * not yet registered.  START: in the module now registering, or NULL.  Not
 * under the lock. */
void rt_module_scan(const uint64_t *start, void *(*divert)(const char *name));

/* ---- rt_signals.c: handlers that never return ---------------------------- */

/* At the exit, in a thread of the mask MASK. */
void rt_signals_exit(const uint64_t *mask);
/* In a new child, under the lock, in a thread whose mask was MASK. */
void rt_signals_forked(const uint64_t *mask);

/* ---- rt_fork.c ------------------------------------------------------------ */

/* At start: be called at forks. */
void rt_fork_init(void);
/* Before all that the program calls and that reads or changes what is shared,
 * not under the lock: in a fork's child that has not become a process of its own
 * yet, it does so now. */
void rt_fork_check(void);

/* ---- rt_threads.c -------------------------------------------------------- */

/* Be called when threads end; count in REGION (may be NULL) here. */
void rt_threads_init(struct rt_region *region);

/* ---- rt_frames.c --------------------------------------------------------- */

/* Whether other threads are about to be cut off within counted code. */
bool rt_frames_left(void);

/* ---- rt_write.c: the run file -------------------------------------------- */

/* Sum all counts and write them to PATH, by a temporary name, or, if that is
 * NULL, to the pool.  FINAL: the run has come to its clean end.  Returns 0 or an
 * errno value.  Async-signal-safe unless FINAL or a pool. */
int rt_write_run(const char *path, bool final);
/* The flags of the run as it is now. */
uint32_t rt_run_flags(bool final);

/* ---- rt_snapshot.c: a run file on a signal ------------------------------- */

void rt_snapshot_init(void);

/* ---- rt_start.c: start and exit ------------------------------------------ */

/* Serve the module of DESCRIPTOR from now on; the first one starts the runtime.
 */
void rt_register(const struct edgeprof_module *descriptor);
void rt_unregister(const struct edgeprof_module *descriptor);

#endif
