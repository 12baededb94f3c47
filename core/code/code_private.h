/* SPDX-License-Identifier: MIT
 *
 * code_private.h - the stages of ep_code_read, shared by code*.c.
 */
#ifndef EP_CODE_PRIVATE_H
#define EP_CODE_PRIVATE_H

#include "code/code.h"
#include "graph/guess.h"

/* code.c: from now on ep_code_at finds the functions, which are in order. */
EP_MUST_CHECK int ep_code_index(struct ep_code *code);

/* code_find.c: functions by frames and symbols; imports. */
EP_MUST_CHECK int ep_code_find_functions(struct ep_code *code);
EP_MUST_CHECK int ep_code_find_imports(struct ep_code *code);

/* code_arrive.c: arrivals that the file itself tells of: pointers to code that
 * the loader relocates, landing pads, symbols in the midst of functions. */
EP_MUST_CHECK int ep_code_find_arrivals(struct ep_code *code);

/* Where exceptions land in FUNCTION; each is HOW (EP_BYTE_HELD or 0). */
EP_MUST_CHECK int ep_code_take_pads(struct ep_code *code,
                                    struct ep_code_function *function,
                                    unsigned how);

/* The pointer at PLACE of the file leads to TARGET, and may be changed. */
EP_MUST_CHECK int ep_code_add_slot(struct ep_code *code, const uint8_t *place,
                                   uint64_t target);

/* code_numbers.c: what arrives by any number of a file that is not
 * position-independent, as far as its instructions are known. */
EP_MUST_CHECK int ep_code_find_numbers(struct ep_code *code);
/* When all instructions are known: which entries somebody may hold. */
void ep_code_hold_entries(struct ep_code *code);
/* Whether the jump INSN goes by a table of words. */
int ep_code_has_words(const struct ep_code *code, const struct ep_insn *insn);

/* code_walk.c: find all instructions that can be reached; those of each
 * function are then in order. */
EP_MUST_CHECK int ep_code_walk(struct ep_code *code);
/* From all that is pending on. */
EP_MUST_CHECK int ep_code_walk_pending(struct ep_code *code);
/* Something comes to ADDRESS, which is also HOW (EP_BYTE_HELD or 0).  What is no
 * function's is passed over, and so are functions' entries. */
EP_MUST_CHECK int ep_code_arrive(struct ep_code *code, uint64_t address,
                                 unsigned how);
/* The next instruction of FUNCTION, at *ADDRESS or behind, be it reached or not, into
 * OUT; *ADDRESS is then behind it.  Returns 0 at the end. */
int ep_code_sweep(const struct ep_code *code,
                  const struct ep_code_function *function, uint64_t *address,
                  struct ep_insn *out);
/* What ADDRESS of FUNCTION is, by the code from there on: a known instruction; a
 * new one that agrees with what is known; none, which what fills a gap before a
 * known one also is, as longer nops stand nowhere else; or one that disagrees. */
enum ep_code_look {
    EP_CODE_KNOWN,
    EP_CODE_NEW,
    EP_CODE_NONE,
    EP_CODE_DISAGREES
};
enum ep_code_look ep_code_look(const struct ep_code *code,
                               const struct ep_code_function *function,
                               uint64_t address);
/* The instruction of FUNCTION at ADDRESS, in it, into OUT; returns its length, 0: there
 * is none. */
static inline unsigned ep_code_decode(const struct ep_code *code,
                                      const struct ep_code_function *function,
                                      uint64_t address, struct ep_insn *out)
{
    return ep_insn_decode_known(code->known, ep_code_bytes(function, address),
                                (size_t)(function->end - address), address,
                                out);
}
/* Whether it goes on behind INSN. */
int ep_code_goes_on(const struct ep_insn *insn);
/* FUNCTION is left alone, unless it is already. */
void ep_code_leave(struct ep_code_function *function, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* code_switch.c: find the tables of functions whose instructions, so far as they
 * are known, are in order; and what arrives by them. */
EP_MUST_CHECK int ep_code_find_tables(struct ep_code *code);
/* When all instructions are known: leave alone what goes who knows where. */
void ep_code_leave_lost(struct ep_code *code);
/* At the end: what uncertain tables lead to is held by them. */
EP_MUST_CHECK int ep_code_hold_tables(struct ep_code *code);

/* code_early.c: leave alone what runs while the file is loaded, as far as its
 * instructions are known. */
void ep_code_leave_early(struct ep_code *code);

/* code_keep.c: leave code alone whose callers' frames only its own tables tell
 * of, as far as its instructions are known. */
void ep_code_leave_untold(struct ep_code *code);
/* Which calls are made where they were. */
EP_MUST_CHECK int ep_code_keep_calls(struct ep_code *code);

/* code_kernel.c: of a static program, leave code alone that makes system calls where
 * it is known to, as far as its instructions are known. */
void ep_code_leave_kernel(struct ep_code *code);
/* Whether there may be system calls that no copy watches. */
void ep_code_find_hidden(struct ep_code *code);

/* code_calls.c: which functions return once for each call. */
EP_MUST_CHECK int ep_code_prove_calls(struct ep_code *code);

/* code_graph.c: blocks, graph and marks of FUNCTION. */
EP_MUST_CHECK int ep_code_make_graph(struct ep_code *code,
                                     struct ep_code_function *function);

/* code_guess.c: what FUNCTION's code says of its conditions, for ep_guess: into OUT, its
 * blocks, which are zero. */
void ep_code_guess(const struct ep_code_function *function,
                   struct ep_guess_block *out);

/* code_live.c: flags that are alive at the start of each block of each
 * function. */
void ep_code_find_live(struct ep_code *code);

/* code_landing.c: where in the old code jumps to the copies go.  What has no room
 * for one that it needs is left alone. */
EP_MUST_CHECK int ep_code_plan_landings(struct ep_code *code);

#endif
