/* SPDX-License-Identifier: MIT
 *
 * abi.h - the data layout that instrumented code, the runtime and the tools
 * share.
 *
 * WHY   The runtime and core share layout and no code; this header is the one
 *       place where a name, a number or a struct that both need is written.
 * MODEL Four things are laid out here: the module descriptor that a linked
 *       module's constructor hands to the runtime; the raw file, which the
 *       runtime maps and counts into; the run file, which it writes at a clean
 *       exit; the pool, to which it may add that.  docs/format.md describes the
 *       files byte by byte.
 * RULES Little-endian throughout.  A layout change raises the version beside
 *       it.  Includes nothing of edgeprof.
 */
#ifndef EDGEPROF_ABI_H
#define EDGEPROF_ABI_H

#include <stddef.h>
#include <stdint.h>

struct edgeprof_api; /* edgeprof.h */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- names in objects -------------------------------------------------- */

#define EDGEPROF_COUNTERS_SECTION "edgeprof_cnts"
#define EDGEPROF_NOTES_SECTION    ".edgeprof.notes"
/* Hidden: the word of struct edgeprof_traced_module. */
#define EDGEPROF_RING_SYMBOL "__edgeprof_ring"
/* Hidden: what a mark calls, with the cursor's address in %r10, that finds no free slot
 * before the cursor's own, 128 bytes below its stack.  It keeps all registers but the flags,
 * and puts the stack back. */
#define EDGEPROF_LAP_SYMBOL "__edgeprof_lap"
/* Hidden: the word of struct edgeprof_traced_module that it calls through. */
#define EDGEPROF_LAP_WORD "__edgeprof_lap_word"
/* What a program without a runtime says of itself (runtime=none): a 64-bit word
 * for each body that has counters, in their order.  FNV-1a 64 of these bytes is
 * the program's identity: what its counters mean. */
#define EDGEPROF_IDS_SECTION "edgeprof_ids"

/* ---- in code ------------------------------------------------------------ */

/* A register that a private increment goes by (core's chain.h) holds so much
 * less than the address of the body's counters.  So its displacement has four
 * bytes, which hardly any other bytes of a program look like: the runtime finds
 * such increments when it makes code atomic. */
#define EDGEPROF_NEAR_BIAS 4096

/* ---- from the module's constructor to the runtime ----------------------- */

#define EDGEPROF_MODULE_VERSION 1

/* The runtime's file and SONAME, in the folder above the adapters': modules of
 * another version look for another runtime, and both may be installed. */
#define EDGEPROF_RUNTIME_FILE          EDGEPROF_RUNTIME_OF(EDGEPROF_MODULE_VERSION)
#define EDGEPROF_RUNTIME_OF(version)   EDGEPROF_RUNTIME_NAMED(version)
#define EDGEPROF_RUNTIME_NAMED(number) "libedgeprof_rt.so." #number

/* Some object of the module counts through the thread's delta (the GS base on
 * x86-64): the runtime gives threads regions of their own. */
#define EDGEPROF_MODULE_PRIVATE 1u
/* Some object of the module counts in the section itself (threads=shared). */
#define EDGEPROF_MODULE_SHARED 2u
/* Likewise, by atomic instructions (threads=atomic, runtime=none). */
#define EDGEPROF_MODULE_ATOMIC 4u
/* The file is not the one that the loader names: behind rt_path's terminating
 * zero stands its own absolute path. */
#define EDGEPROF_MODULE_PLACED 8u
/* Its notes say where frames may stand (frames=yes): where the process dies, its
 * stacks are worth keeping. */
#define EDGEPROF_MODULE_FRAMES 16u
/* Some object of the module tells which marks it passes (trace=ring): the
 * descriptor is a struct edgeprof_traced_module. */
#define EDGEPROF_MODULE_TRACE 32u
/* And its marks call EDGEPROF_LAP_SYMBOL: the descriptor has the field `lap`. */
#define EDGEPROF_MODULE_LAPS 512u

/* Some code has no room for a jump to its copy (prof-patch --breakpoints): behind the
 * descriptor stand how many such places there are, 64 bits, and a struct
 * edgeprof_breakpoint of each, by address. */
#define EDGEPROF_MODULE_BREAKPOINTS 128u

/* One per linked module and mode of counting, in writable memory of the module.
 * All descriptors of a module may be registered; the bounds are the same. */
struct edgeprof_module {
    uint32_t version;    /* EDGEPROF_MODULE_VERSION */
    uint32_t flags;      /* EDGEPROF_MODULE_PRIVATE and its kin, a set */
    uint64_t *start;     /* __start_edgeprof_cnts; NULL if all was dropped */
    uint64_t *stop;      /* __stop_edgeprof_cnts */
    const char *rt_path; /* the runtime beside the plugin, absolute */
    const struct edgeprof_api **api; /* slot that edgeprof.h calls through */
};

/* `ring` is a word among the counters that counts nothing: in each thread's mirror of
 * them it is the address of the thread's ring (EDGEPROF_RING_CURSOR), or 0 as long as there
 * is none. */
struct edgeprof_traced_module {
    struct edgeprof_module module;
    uint64_t *ring;
    void (**lap)(
        uint32_t *cursor); /* is called, once the runtime has put it there */
};

/* All are distances in bytes from the module's first one. */
struct edgeprof_breakpoint {
    int64_t at;    /* the old code */
    int64_t to;    /* its copy */
    uint64_t name; /* the function's, which ends in a zero */
};

/* Called by the module's constructor (priority 2) and destructor.  Neither
 * fails: a module that cannot be served runs on, uncounted.  Both keep errno.
 * Registering the same bounds again is allowed and only adds flags. */
void __edgeprof_register(struct edgeprof_module *module);   /* NOLINT */
void __edgeprof_unregister(struct edgeprof_module *module); /* NOLINT */

#define EDGEPROF_ID_MAX 64u /* bytes of a build-id */

/* ---- of a static program that prof-patch copied -------------------------- */

/* The one module of the program, in its memory.  It is the same wherever the
 * program is loaded, since nothing relocates it. */
struct edgeprof_static {
    uint32_t id_kind; /* enum edgeprof_id_kind */
    uint32_t id_size;
    uint64_t n_counters;
    int64_t counters; /* bytes from here to the first, which begins a page */
    uint8_t id[EDGEPROF_ID_MAX];
};

/* ---- all files ----------------------------------------------------------- */

#define EDGEPROF_MAGIC        "EDGEPROF" /* the first 8 bytes, no terminating zero */
#define EDGEPROF_FILE_VERSION 1u

enum edgeprof_kind {
    EDGEPROF_KIND_RAW = 1,  /* mapped and counted into by a process */
    EDGEPROF_KIND_RUN = 2,  /* compressed; one run, or many merged */
    EDGEPROF_KIND_POOL = 3, /* run files that processes add, one by one */
    EDGEPROF_KIND_TIMES = 4 /* samples that a process takes of itself */
};

/* What a reader must know of a run. */
enum edgeprof_run_flag {
    EDGEPROF_RUN_CUT = 1u,    /* did not come to a clean exit: a count may be
                                 high by one per live frame */
    EDGEPROF_RUN_SHARED = 2u, /* threads shared counters: counts may be low */
    EDGEPROF_RUN_CLONE = 4u,  /* a process born by a raw clone counted here */
    EDGEPROF_RUN_LOST = 8u    /* a module or thread could not be served */
};

/* ---- the raw file -------------------------------------------------------- */

/* A raw file is a sequence of chunks.  Each starts at a multiple of
 * EDGEPROF_RAW_PAGE and takes a multiple of it; the first is HEAD.  A chunk
 * becomes valid when its `type` is stored, last.  Type 0 (never written) ends
 * the file, as does the end of the file.  A reader of a living process's file
 * sees a valid prefix at any moment. */
#define EDGEPROF_RAW_PAGE 4096u

enum edgeprof_chunk_type {
    EDGEPROF_CHUNK_NONE = 0,
    EDGEPROF_CHUNK_HEAD = 1,
    EDGEPROF_CHUNK_MODULE = 2,
    EDGEPROF_CHUNK_COUNTS = 3,
    EDGEPROF_CHUNK_PARTS = 4,
    EDGEPROF_CHUNK_MAPS = 5,
    EDGEPROF_CHUNK_STACK = 6,
    EDGEPROF_CHUNK_RING = 7
};

#define EDGEPROF_LABEL_MAX 1024u /* bytes, with the terminating zero */
#define EDGEPROF_PATH_MAX  3072u /* bytes, with the terminating zero */
#define EDGEPROF_TICKET    16u   /* bytes of a ticket */

/* First 16 bytes of every chunk.  In HEAD they are the file's magic instead. */
struct edgeprof_raw_chunk {
    uint32_t type; /* enum edgeprof_chunk_type */
    uint32_t zero;
    uint64_t size; /* bytes of the chunk, this header included */
};

struct edgeprof_raw_head {
    char magic[8];    /* EDGEPROF_MAGIC */
    uint32_t version; /* EDGEPROF_FILE_VERSION */
    uint32_t kind;    /* EDGEPROF_KIND_RAW */
    uint64_t size;    /* bytes of this chunk: EDGEPROF_RAW_PAGE */
    uint32_t flags;   /* enum edgeprof_run_flag, without CUT, which follows from
                         the file's being raw */
    uint32_t pid;
    char label[EDGEPROF_LABEL_MAX];  /* zero-terminated, empty: none */
    char part[EDGEPROF_LABEL_MAX];   /* the label of the part that has begun and
                                       not ended, likewise */
    uint8_t ticket[EDGEPROF_TICKET]; /* as no other run has it; zeros: none */
};

enum edgeprof_id_kind {
    EDGEPROF_ID_BUILD = 1, /* the bytes of NT_GNU_BUILD_ID */
    EDGEPROF_ID_NOTES = 2  /* FNV-1a 64 of the file's notes section as it lies
                              there, little-endian: for a module without one */
};

struct edgeprof_raw_module {
    struct edgeprof_raw_chunk chunk;
    uint32_t id_kind;
    uint32_t id_size;
    uint64_t n_counters;
    uint8_t id[EDGEPROF_ID_MAX];
    char path[EDGEPROF_PATH_MAX]; /* absolute, zero-terminated */
    uint64_t ring; /* 1 + which of the counters counts nothing (struct
                      edgeprof_traced_module); 0: none */
};

/* Counts of one module in one region.  Several chunks of one module add up.
 * The counters lie at `offset` in the chunk, as 64-bit words. */
struct edgeprof_raw_counts {
    struct edgeprof_raw_chunk chunk;
    uint32_t module; /* index among the MODULE chunks, in file order */
    uint32_t zero;
    uint64_t offset; /* bytes from the chunk's start; multiple of 8 */
    uint64_t n_counters;
};

/* A PARTS chunk holds, behind its first 16 bytes, what was counted in labelled
 * parts of the run and between them: entries one behind the other, until one of
 * size 0 or the chunk's end.  An entry is this, the label, and one or none of
 * the next struct for each module; each with zeros up to a multiple of 8. */
struct edgeprof_raw_part {
    uint32_t size;       /* bytes of the entry, a multiple of 8; stored last */
    uint32_t label_size; /* bytes; 0: was counted outside of parts */
    uint64_t time;       /* nanoseconds that it took */
    uint32_t flags;      /* EDGEPROF_RUN_CUT: other threads ran at its ends */
    uint32_t zero;
};

struct edgeprof_raw_part_counts {
    uint32_t module; /* index among the MODULE chunks, in file order */
    uint32_t number; /* the runtime's own */
    uint32_t size;   /* bytes of the counts, which follow as in MODULE of a run
                        file */
    uint32_t zero;
};

/* Where the process died by a signal: a MAPS chunk, what the kernel said of its
 * mappings (the text of /proc/PID/maps), and a STACK chunk for each thread whose
 * place is known. */
struct edgeprof_raw_maps {
    struct edgeprof_raw_chunk chunk;
    uint32_t threads; /* that there were; 0: unknown */
    uint32_t zero;
    uint64_t text_size; /* bytes of the text, which follows */
};

#define EDGEPROF_REGISTERS 17u /* of x86-64 */

struct edgeprof_raw_stack {
    struct edgeprof_raw_chunk chunk;
    uint32_t thread; /* the kernel's id */
    uint32_t zero;
    uint64_t address; /* where the bytes were */
    uint64_t size;    /* of the bytes, which follow */
    uint64_t
        registers[EDGEPROF_REGISTERS]; /* as DWARF numbers them: rax rdx rcx
                                               rbx rsi rdi rbp rsp r8 ... r15 and
                                               the return address, rip */
};

/* The last marks that a thread has passed, by their names (core's witness.h).  Whoever
 * passes one reads the cursor and adds 1 to it.  His is the first slot behind the one that he
 * read, modulo the slots, that is 0, or at last the one that the cursor says; he writes the
 * name into it, and then 0 into the slot EDGEPROF_RING_AHEAD places on.  A signal handler that
 * comes between the first two has written into the slots behind, and its last one is then where
 * his begins; one that comes later leaves his slot as it is.  So a slot is 0 until it has its
 * name, in whatever moment the process dies.  The slots are mapped so that their first page is
 * behind the last one as well. */
#define EDGEPROF_RING_SLOTS  65536u
#define EDGEPROF_RING_CURSOR 64u   /* where in the chunk the cursor is */
#define EDGEPROF_RING_FIRST  4032u /* where behind the cursor the slots are */
#define EDGEPROF_RING_AHEAD  512u

/* Names that are no marks': from this one on, the kernel's id of the thread that begins here. */
#define EDGEPROF_RING_OWNER 0x80000000u
/* Another thread begins. */
#define EDGEPROF_RING_THREAD 1u
/* Likewise: some marks may be missing before. */
#define EDGEPROF_RING_LOST 2u
/* Likewise: nothing was passed before. */
#define EDGEPROF_RING_START 3u

struct edgeprof_raw_ring {
    struct edgeprof_raw_chunk chunk;
    uint32_t thread; /* the kernel's id of the last one; 0: unknown */
    uint32_t laps;   /* of a ring with a file of its own: that are in others */
    uint8_t unused[EDGEPROF_RING_CURSOR - 24];
    uint32_t cursor; /* how many names were written, modulo 2^32 */
    uint8_t unused_too[60];
    uint32_t path_size; /* of the file's path, if it has one of its own */
    char path[EDGEPROF_RING_FIRST - 68];
    uint32_t slots[EDGEPROF_RING_SLOTS];
};

/* Below prof-run --trace a ring has a file of its own, among prof-run's: FOLDER/PID.N, with
 * `slots` and a page more, in which nothing is.  There the slots' first page is not behind the
 * last one: the names of the first slots stay, and the mark that comes round to the first one
 * finds it taken.  What it calls writes all slots to a file, FOLDER/PID.N.LAP (each lap has
 * the next number, from 0 on), and then 0 into the first EDGEPROF_RING_AHEAD slots; slot 0 is
 * EDGEPROF_RING_START at first.  It waits as long as the lap that is EDGEPROF_LAPS_MOST before
 * it is there, and prof-run holds a lock on FOLDER.  FOLDER/ID.module is a module's chunk. */
#define EDGEPROF_LAPS_MOST 128u

/* ---- the run file -------------------------------------------------------- */

/* The head is followed by one zlib stream (RFC 1950) of `packed_size` bytes.
 * Readers ignore what follows it: where head and stream fit into one page, the
 * runtime writes that page over the raw file's first, and the raw file's other
 * chunks stay behind it.  Unpacked the stream is a sequence of records:
 *     type   LEB128
 *     size   LEB128, bytes of the body
 *     body
 * A reader skips types that it does not know.  LEB128 is unsigned, at most ten
 * bytes.  Records, bodies field by field:
 *   RUNS    runs (LEB), flags ORed over the runs (LEB), runs cut off (LEB)
 *   LABEL   runs with this label (LEB), text (the rest of the body)
 *   MODULE  id kind (LEB), id size (LEB), id, path size (LEB), path,
 *           n_counters (LEB), then counts: pairs of
 *             zeros (LEB) counters that are 0, values (LEB) that many LEB128
 *           until n_counters are covered
 *   NOTES   the notes of the MODULE record before it: the section's address of
 *           the first counter (8 bytes), then the section as it is in the file
 *           (written by prof-merge where it finds the binary)
 * RUNS comes first. */
struct edgeprof_run_head {
    char magic[8];        /* EDGEPROF_MAGIC */
    uint32_t version;     /* EDGEPROF_FILE_VERSION */
    uint32_t kind;        /* EDGEPROF_KIND_RUN */
    uint64_t packed_size; /* bytes of the zlib stream */
    uint64_t plain_size;  /* bytes that it unpacks to */
    uint32_t crc;         /* CRC-32 (zlib's) of the zlib stream */
    uint32_t head_crc;    /* CRC-32 of the bytes of this head before this */
};

enum edgeprof_record_type {
    EDGEPROF_RECORD_RUNS = 1,
    EDGEPROF_RECORD_LABEL = 2,
    EDGEPROF_RECORD_MODULE = 3,
    EDGEPROF_RECORD_NOTES = 4,
    EDGEPROF_RECORD_LABELLED = 5,
    EDGEPROF_RECORD_SAMPLES = 6,
    EDGEPROF_RECORD_TIMES = 7,
    EDGEPROF_RECORD_ENDED = 8,
    EDGEPROF_RECORD_TICKET = 11,
    EDGEPROF_RECORD_STACKS = 13,
    EDGEPROF_RECORD_TRACE = 15
};

/* ---- what a program without a runtime sends -------------------------------- */

/* freestanding.h writes, and core's sent.h reads, texts: this, and bytes in
 * hexadecimal:
 *     2  the identity's lowest
 *     4  offset of the first of the data, with EDGEPROF_SENT_LAST in the last text
 *     n  data, at most EDGEPROF_SENT_DATA
 *     4  CRC-32 of all these
 * All data, from offset 0 on:
 *     8  identity
 *     4  of the run: no other has it
 *     LEB128 which sending of the run, from 1; enum edgeprof_run_flag;
 *            number of counters; then each counter, or 0 and how many are 0
 *     4  CRC-32 of all these
 * Numbers are little-endian. */
#define EDGEPROF_SENT_START "edgeprof:"
#define EDGEPROF_SENT_LAST  0x80000000u
#define EDGEPROF_SENT_DATA  24u

/* ---- a pool --------------------------------------------------------------- */

/* A pool is its head and entries, one behind the other without gaps.  Who adds
 * one holds a lock of fcntl(2) on the file, writes the entry behind those that
 * there are, and then the head, which is what makes it one.
 * An entry is this, NAME_SIZE bytes of a path, from the pool's folder on if it is
 * not absolute, and a run file.  It counts unless it is withdrawn or that path is
 * a raw file of the same ticket, whose counts are then those of the run.  So a
 * run passes from its raw file to the pool when the raw file is removed. */
struct edgeprof_pool_head {
    char magic[8];    /* EDGEPROF_MAGIC */
    uint32_t version; /* EDGEPROF_FILE_VERSION */
    uint32_t kind;    /* EDGEPROF_KIND_POOL */
    uint64_t size;    /* bytes of the head and all entries */
    uint32_t zero;
    uint32_t crc; /* CRC-32 of the bytes of this head before this */
};

struct edgeprof_pool_entry {
    uint64_t size;      /* bytes of the entry */
    uint32_t withdrawn; /* 1: it counts no more */
    uint32_t name_size; /* bytes; 0: it was never a raw file */
    uint8_t ticket[EDGEPROF_TICKET];
};

/* ---- samples that a process takes of itself -------------------------------- */

/* A file of prof-run's folder, where the kernel allows no other way: how often the process
 * was found at which address, by timers of its threads' CPU time.  Behind it is text, what the
 * kernel said of its mappings (/proc/PID/maps), each time that it was asked. */
#define EDGEPROF_TIMES_SLOTS 16384u

struct edgeprof_time {
    uint64_t address; /* 0: of none */
    uint64_t count;
};
/* An address that no code has: where a thread was that no sample was taken of. */
#define EDGEPROF_TIME_NOWHERE 1u

struct edgeprof_times {
    char magic[8];      /* EDGEPROF_MAGIC, stored when the rest is there */
    uint32_t version;   /* EDGEPROF_FILE_VERSION */
    uint32_t kind;      /* EDGEPROF_KIND_TIMES */
    uint64_t period;    /* nanoseconds that one stands for */
    uint64_t lost;      /* for which there was no slot */
    uint64_t text_size; /* bytes of the text */
    uint32_t pid;
    uint32_t stopped; /* 1: the program wanted the signal, before its end */
    uint8_t unused[4096 - 48];
    struct edgeprof_time slots[EDGEPROF_TIMES_SLOTS];
};

/* ---- bodies of records, as the runtime and prof-merge write them --------- */

/* Where they go. */
struct edgeprof_sink {
    void (*number)(void *to, uint64_t value); /* as LEB128 */
    void (*bytes)(void *to, const void *data, size_t size);
    void *to;
};

struct edgeprof_module_record {
    uint32_t id_kind, id_size;
    const uint8_t *id;
    const char *path;
    size_t path_size; /* without a terminating zero */
    uint64_t n_counters;
    const uint64_t *counts;
    const uint8_t
        *used; /* NULL, or for each EDGEPROF_STRETCH counters, from the
                            first on: 0 where all are 0, and are not read */
};

#define EDGEPROF_STRETCH 64u

static inline void edgeprof_put_runs(const struct edgeprof_sink *sink,
                                     uint64_t runs, uint64_t flags,
                                     uint64_t cut)
{
    sink->number(sink->to, runs);
    sink->number(sink->to, flags);
    sink->number(sink->to, cut);
}

static inline void edgeprof_put_label(const struct edgeprof_sink *sink,
                                      uint64_t runs, const char *text,
                                      size_t size)
{
    sink->number(sink->to, runs);
    sink->bytes(sink->to, text, size);
}

/* The first from AT on that is not 0, or else N, or AT if that is beyond. */
static inline uint64_t edgeprof_skip_zeros(const uint64_t *counts, uint64_t at,
                                           uint64_t n)
{
    const uint64_t *c = counts + at;

    while (at % 8 != 0 && at < n && *c == 0)
        at++, c++;
    if (at % 8 == 0) /* most are 0 */
        while (at + 8 <= n &&
               !(c[0] | c[1] | c[2] | c[3] | c[4] | c[5] | c[6] | c[7]))
            at += 8, c += 8;
    while (at < n && *c == 0)
        at++, c++;
    return at;
}

/* The first, or N; where USED, as above, says that all are 0, they are not read. */
static inline uint64_t edgeprof_skip_unused(const uint64_t *counts,
                                            const uint8_t *used, uint64_t at,
                                            uint64_t n)
{
    if (!used)
        return edgeprof_skip_zeros(counts, at, n);
    while (at < n) {
        uint64_t stop = (at / EDGEPROF_STRETCH + 1) * EDGEPROF_STRETCH;

        if (stop > n)
            stop = n;
        if (used[at / EDGEPROF_STRETCH])
            at = edgeprof_skip_zeros(counts, at, stop);
        else
            at = stop;
        if (at < stop)
            return at;
    }
    return n;
}

static inline void edgeprof_put_counts(const struct edgeprof_sink *sink,
                                       const uint64_t *counts,
                                       const uint8_t *used, uint64_t n)
{
    uint64_t at = 0, zeros, values;

    while (at < n) {
        zeros = edgeprof_skip_unused(counts, used, at, n);
        for (values = zeros; values < n && counts[values] != 0;)
            values++;
        sink->number(sink->to, zeros - at);
        sink->number(sink->to, values - zeros);
        for (at = zeros; at < values; at++)
            sink->number(sink->to, counts[at]);
    }
}

static inline void
edgeprof_put_module(const struct edgeprof_sink *sink,
                    const struct edgeprof_module_record *module)
{
    sink->number(sink->to, module->id_kind);
    sink->number(sink->to, module->id_size);
    sink->bytes(sink->to, module->id, module->id_size);
    sink->number(sink->to, module->path_size);
    sink->bytes(sink->to, module->path, module->path_size);
    sink->number(sink->to, module->n_counters);
    edgeprof_put_counts(sink, module->counts, module->used, module->n_counters);
}

/* ---- arithmetic that both sides share ------------------------------------ */

/* Sum of two counts; UINT64_MAX where it does not fit. */
static inline uint64_t edgeprof_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

#ifdef __cplusplus
}
#endif

#endif
