/* SPDX-License-Identifier: MIT
 *
 * code.h - the machine code of a program that nobody compiled for us: its
 * functions, their instructions, graphs and marks.
 *
 * WHY   once a function's graph is a struct ep_cfg, all that was built for
 *       compilers' graphs serves it: which edges to count, how to solve, how to
 *       show.
 * MODEL A function is a stretch of addresses, from .eh_frame or a symbol.  Its
 *       instructions are found from its entry along every way, never by going
 *       straight through: what is not reached may be data.  Control may also
 *       come from elsewhere than its own branches: by a pointer, a switch's
 *       table, an exception, another function's jump.  Such an instruction is
 *       an *arrival*, an edge from EXIT; and a jump by register or memory leads
 *       to EXIT.  So nothing need be known of which jump uses which table, and
 *       what comes in where it is expected is counted, wherever it comes from.
 *       Instructions do not overlap, but for one that is jumped to behind its
 *       `lock`: with it and without it are two, and two blocks.
 *       A call that is not proven to return ends its block (cfg.h).
 *       Where it is only asked whether blocks were executed at all, no count
 *       follows from others: each block comes from EXIT, leads to EXIT, and has
 *       a mark of its own.
 * RULES What is doubtful is left alone, with a reason, and runs as it was: a
 *       function is copied only if every way in it is understood.
 *       Addresses are the file's own.
 */
#ifndef EP_CODE_H
#define EP_CODE_H

#include "code/frames.h"
#include "code/image.h"
#include "code/insn.h"
#include "code/line_table.h"
#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_code_block {
    uint32_t first, last; /* instructions */
    uint32_t to;          /* the block of the function that its last instruction
                             branches to; EP_NONE: none */
    uint32_t out;         /* its first edge; its others follow it */
    uint32_t at;          /* of the copy: its first byte, in the copies */
    uint32_t arrival;     /* likewise: where what arrives goes; EP_NONE: nothing
                             does */
    uint8_t live;         /* flags that are read before they are written */
};

struct ep_code_function {
    uint64_t start, end;
    const uint8_t *bytes; /* these, in the file; NULL: another processor's */
    uint64_t entry;       /* of another processor's: each call comes by it */
    const char *name;     /* of a symbol, borrowed, or NULL */
    const struct ep_frame *frame; /* NULL: there is none */
    char left[80];                /* why it is left alone; "": it is copied */
    int unproven;                 /* bool: may not return once for each call */
    uint8_t returned;             /* flags that some caller reads behind it */
    int guessed;      /* bool: some code is known by a number alone that may be
                        none */
    int early;        /* bool: runs while the file is loaded */
    int silent;       /* bool: it is copied, but not counted */
    int is_compared;  /* bool: its system calls are known by their addresses */
    int by_register;  /* bool: some jump goes by a register */
    int has_table;    /* bool: of a switch */
    int jumps_away;   /* bool: some goes elsewhere than by a table */
    uint64_t lost_at; /* a jump that goes by one that is not known; or 0 */
    int swept;        /* bool: its instructions are all there may be */
    uint32_t n_breakpoints; /* landings that are breakpoints */
    struct ep_insn *insns;  /* by address once all are found */
    size_t n_insns;
    size_t n_ordered; /* so many were there when they were put in order */
    size_t n_tabled,
        n_numbered; /* ... when their tables, and their numbers, were
                                    looked at */
    size_t capacity;
    uint64_t *addresses; /* that it takes; if some jump goes by a register */
    size_t n_addresses;
    size_t addresses_capacity;
    int addresses_taken; /* bool */
    /* What follows, and `copy` of instructions: of functions that are copied. */
    struct ep_code_block *blocks; /* as many as cfg has; the first two are
                                     empty */
    struct ep_cfg cfg;
    uint32_t *mark; /* per edge, or EP_NONE */
    uint32_t n_marks;
    uint32_t file, line;    /* of the definition, as ep_function has them */
    uint32_t first_counter; /* of the program's: mark 0's */
    uint32_t copy_start, copy_end;
};

/* A pointer in the file, or a relocation's addend, which says where some code
 * is: arrivals come by it. */
struct ep_code_slot {
    size_t place; /* of its 8 bytes in the file */
    uint64_t target;
};

/* A switch's table, of 4-byte distances from its own address. */
struct ep_code_table {
    uint64_t address;
    uint32_t n;  /* entries */
    int certain; /* bool: they are so many, and nobody else's */
};

/* A jump that replaces old code, to where a copy is come to. */
struct ep_code_landing {
    uint64_t address;  /* where something may come */
    uint64_t jump;     /* of the jump's 5 bytes: this, or near enough for one of
                         2 bytes to lead there */
    int is_breakpoint; /* bool: there is room for neither: it is one byte at
                          `address`, which the runtime stores */
};

/* Imported function: what the pointer at `address` is bound to. */
struct ep_code_import {
    uint64_t address;
    int returns; /* bool: is known to, once for each call */
};

/* What is known of a byte of code, a set. */
enum {
    EP_BYTE_STARTS = 1,  /* an instruction */
    EP_BYTE_INSIDE = 2,  /* one that starts before */
    EP_BYTE_LEADS = 4,   /* a block */
    EP_BYTE_ARRIVES = 8, /* an arrival */
    EP_BYTE_HELD = 16,   /* its address may be held where we do not change it */
    EP_BYTE_POINTED = 32, /* a pointer of the file leads there */
    EP_BYTE_KEPT = 64,    /* of an instruction that is executed here */
    EP_BYTE_FILLS = 128   /* of what fills a gap between instructions */
};

struct ep_code;

/* Set the weights of FUNCTION's edges, of CODE, to what CONTEXT has measured; if it has
 * not, they stay as they are.  EP_OK or EP_ENOMEM. */
typedef int ep_code_weigh_fn(const void *context, const struct ep_code *code,
                             const struct ep_code_function *function);

struct ep_code {
    const struct ep_image *image;
    const struct ep_frames *frames;
    const struct ep_lines *lines;
    struct ep_code_function *functions; /* by start, they do not overlap */
    size_t n_functions;
    size_t functions_capacity;
    uint32_t *after;    /* per stretch of code: the function behind the one that
                           its first byte is in, or that is before it */
    uint64_t low, high; /* all code lies between */
    uint8_t *bytes;     /* EP_BYTE_ of each */
    struct ep_code_slot *slots;
    size_t n_slots;
    size_t slots_capacity;
    struct ep_code_table *tables;
    size_t n_tables;
    size_t tables_capacity;
    struct ep_code_landing *landings;
    size_t n_landings;
    size_t landings_capacity;
    struct ep_code_import *imports; /* by address */
    size_t n_imports;
    size_t imports_capacity;
    struct ep_insn_known *known; /* while they are decoded */
    uint64_t *pending;           /* addresses to be walked from */
    size_t n_pending;
    size_t pending_capacity;
    uint64_t *labels; /* addresses in the midst of functions that code takes */
    size_t n_labels;
    size_t labels_capacity;
    size_t n_labels_taken; /* of these, those that were looked at */
    uint32_t n_counters;
    int once;        /* bool: only that a block was executed is counted */
    int breakpoints; /* bool: see struct ep_code_source */
    ep_code_weigh_fn *weigh; /* likewise */
    const void *weights;
    int foreign;   /* bool: another processor's; each block is an instruction */
    int running;   /* bool: see struct ep_code_source */
    int is_static; /* bool: a static program */
    int is_chosen; /* bool: some function is wanted; not told of foreign code */
    int hides_calls; /* bool: of which system calls may not be watched: threads
                        share their counters */
    /* Where, in the new file, its system calls go (copy_kernel.h); 0: nowhere. */
    uint64_t to_begin; /* those that make threads and processes */
    uint64_t to_child; /* these */
    uint64_t to_end;   /* those that end a process, or its program */
};

/* What code is read from; must outlive it. */
struct ep_code_source {
    const struct ep_image *image;
    const struct ep_frames *frames;
    const struct ep_lines *lines;
    int once; /* bool: as of the code */
    int running; /* bool: it may be executed already, and shall be as it was again: each
                 call is made where it was, all that arrives comes by a jump in old
                 code, and where loops begin there is one as well if there is
                 room */
    int breakpoints; /* bool: where a jump that is needed has no room there is a
                        breakpoint, and the function is not left alone */
    ep_code_weigh_fn *weigh; /* NULL: weights are guesses */
    const void *weights;     /* its first argument */
};

/* Whether the function NAME, of the source FILE, is to be counted; NULL: it is not
 * known. */
typedef int ep_code_wanted_fn(const void *context, const char *name,
                              const char *file);

/* Read the code of SOURCE.
 * OUT is initialised by this call; release with ep_code_release.
 * WANTED  NULL: all are
 * EP_OK; EP_ENOMEM; EP_ENONE: no code, or no functions; EP_EFORMAT.
 */
EP_MUST_CHECK int ep_code_read(const struct ep_code_source *source,
                               ep_code_wanted_fn *wanted, const void *context,
                               struct ep_diag *diag, struct ep_code *out);
void ep_code_release(struct ep_code *code);

/* The function that ADDRESS is in, or NULL. */
struct ep_code_function *ep_code_at(const struct ep_code *code,
                                    uint64_t address);
/* The instruction of FUNCTION that starts at ADDRESS, or NULL. */
struct ep_insn *ep_code_insn(const struct ep_code_function *function,
                             uint64_t address);
/* What is known of the byte at ADDRESS; 0: it is no code. */
static inline unsigned ep_code_byte(const struct ep_code *code,
                                    uint64_t address)
{
    return address - code->low < code->high - code->low
               ? code->bytes[address - code->low]
               : 0;
}

static inline int ep_code_is_copied(const struct ep_code_function *function)
{
    return function->left[0] == '\0';
}

/* The code of FUNCTION from ADDRESS on, which is in it. */
static inline const uint8_t *
ep_code_bytes(const struct ep_code_function *function, uint64_t address)
{
    return function->bytes + (address - function->start);
}

/* The block, of FUNCTION's graph, that starts at ADDRESS, or EP_NONE. */
uint32_t ep_code_block_at(const struct ep_code_function *function,
                          uint64_t address);

/* The block, of FUNCTION's graph, that begins where block B ends, or EP_NONE. */
uint32_t ep_code_block_behind(const struct ep_code_function *function,
                              uint32_t b);

/* Flags that are alive before INSN of BLOCK, if LIVE are behind it. */
uint8_t ep_code_live_before(const struct ep_code_function *function,
                            const struct ep_code_block *block,
                            const struct ep_insn *insn, uint8_t live);
/* Those behind the last instruction of BLOCK. */
uint8_t ep_code_live_behind(const struct ep_code_function *function,
                            const struct ep_code_block *block);

/* The instruction of BLOCK before which no flag is alive, and else the first;
 * *OUT_LIVE: what is alive there. */
uint32_t ep_code_calm_place(const struct ep_code_function *function,
                            const struct ep_code_block *block,
                            uint8_t *out_live);

/* Whether the pointer at ADDRESS is an imported function's that returns once. */
int ep_code_import_returns(const struct ep_code *code, uint64_t address);
/* Whether the call or jump CALL, out of its function, is one that returns once:
 * known functions of the C library, or proven ones of the program. */
int ep_code_call_returns(const struct ep_code *code,
                         const struct ep_insn *call);

#ifdef __cplusplus
}
#endif

#endif
