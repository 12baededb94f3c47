/* SPDX-License-Identifier: MIT
 *
 * arch.h - what only one processor understands: arch_x86_64.c is behind it.
 *
 * WHY   a second processor is a second such file.  All other text that is
 *       emitted is sections, symbols and data of 64-bit ELF.
 */
#ifndef EP_ARCH_H
#define EP_ARCH_H

#include "emit/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether code can be emitted for TRIPLE ("x86_64-..."), BARE: without a runtime,
 * so that the system does not matter.  EP_OK; EP_EOPTION, and DIAG says what is
 * supported. */
EP_MUST_CHECK int ep_arch_check(const char *triple, int bare,
                                struct ep_diag *diag);

/* How a module starts: start/start.c as text, made when edgeprof is built.  It
 * defines __edgeprof_enter, __edgeprof_leave and what they need. */
extern const char ep_start_text[];

/* Append a function's code: what calls it gets FUNCTION called with the address
 * of SYMBOL. */
void ep_arch_pass(struct ep_buf *out, const char *symbol, const char *function);

/* What is added to a counter, and how it is addressed. */
enum ep_increment_kind {
    EP_INCREMENT_NONE, /* nothing: the statement is dropped */
    EP_INCREMENT_ONE,  /* 1 */
    EP_INCREMENT_NEAR, /* 1; the statement's operand 0, a register (constraint
                          "r"), holds the symbol less EDGEPROF_NEAR_BIAS */
    EP_INCREMENT_BIN, /* 1; likewise, and the operand is 8 bytes higher for each
                          bin before the one that is counted (trips.h) */
    EP_INCREMENT_CELL, /* 1; likewise, for each word before that of the cell; and operand 1,
                          a register, is added to the next word: two instructions */
    EP_INCREMENT_VALUE /* a flush: its operand 0, a 64-bit register or a signed
                          32-bit constant (constraint "re") */
};

/* The compilers' inline asm templates differ only in how a literal % is
 * written. */
enum ep_dialect { EP_ASM_GCC, EP_ASM_LLVM };

/* One instruction, of any KIND but EP_INCREMENT_NONE. */
struct ep_arch_increment {
    enum ep_increment_kind kind;
    enum ep_threads threads;
    const char *symbol; /* of the counters of a body */
    uint32_t counter;   /* which of them */
};

/* Append it.  It clobbers the flags and touches no other memory. */
void ep_arch_increment_text(const struct ep_arch_increment *increment,
                            enum ep_dialect dialect, struct ep_buf *out);

/* Append what tells a mark's NAME (graph/witness.h): nothing where the thread has no
 * ring.  It clobbers the flags and EP_ARCH_WITNESS_CLOBBERS. */
#define EP_ARCH_WITNESS_CLOBBERS \
    {                            \
        "r10", "r11"             \
    }
void ep_arch_witness_text(uint32_t name, enum ep_dialect dialect,
                          struct ep_buf *out);

/* The text of EDGEPROF_LAP_SYMBOL.  The vector registers are as what it calls leaves them. */
void ep_arch_lap_text(struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
