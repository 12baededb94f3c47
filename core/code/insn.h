/* SPDX-License-Identifier: MIT
 *
 * insn.h - one machine instruction of x86-64: the only place that knows Zydis.
 *
 * WHY   code is copied to another address and increments are put between its
 *       instructions; what that needs to know of each fits into a few bytes.
 * MODEL An instruction goes on to the next one or is of a kind that does not.
 *       An operand at a distance from %rip names an address, its target, as a
 *       branch does.  Flags are those that an increment changes; the carry flag
 *       is not one of them.
 * RULES What cannot be executed elsewhere by adjusting its target is STRANGE.
 *       Flags are read if they may be, and written only if they always are.
 */
#ifndef EP_INSN_H
#define EP_INSN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ep_insn_kind {
    EP_INSN_PLAIN,
    EP_INSN_BRANCH,      /* on a condition of the flags, to its target */
    EP_INSN_NEAR_BRANCH, /* loop, jrcxz: reach 128 bytes only */
    EP_INSN_JUMP,        /* to its target */
    EP_INSN_JUMP_AWAY,   /* to where a register or memory says */
    EP_INSN_CALL,        /* its target */
    EP_INSN_CALL_AWAY,   /* what a register or memory says */
    EP_INSN_RETURN,
    EP_INSN_STOP, /* ends the program, or never comes back */
    EP_INSN_STRANGE
};

/* What else is to be known of it, a set. */
enum ep_insn_trait {
    EP_INSN_ADDRESS = 1, /* puts its target's address into a register */
    EP_INSN_KERNEL = 2,  /* a system call: may not come back */
    EP_INSN_STACK = 4,   /* puts something else than another stack height into
                            the stack pointer */
    EP_INSN_NOTHING = 8, /* nop, int3: what fills gaps */
    EP_INSN_TABLE = 16,  /* jumps by the word at its target plus 8 times a
                            register */
    EP_INSN_KEPT = 32    /* for the user: is executed where it is */
};

/* Flags, a set. */
enum {
    EP_FLAG_PARITY = 1,
    EP_FLAG_ADJUST = 2,
    EP_FLAG_ZERO = 4,
    EP_FLAG_SIGN = 8,
    EP_FLAG_OVERFLOW = 16,
    EP_FLAG_ALL = 31
};

enum ep_compared {
    EP_COMPARED_NOT,     /* nothing, or bits of something */
    EP_COMPARED_WORD,    /* 8 bytes with 0 */
    EP_COMPARED_ZERO,    /* less with 0, */
    EP_COMPARED_ONE,     /* with 1 or -1, */
    EP_COMPARED_NUMBERS, /* with any other */
    EP_COMPARED_KINDS
};

struct ep_insn {
    uint64_t address;
    uint64_t target;   /* of a branch, jump, call, %rip operand or table; else
                          0 */
    uint32_t copy;     /* free for the user */
    uint8_t length;    /* bytes */
    uint8_t kind;      /* enum ep_insn_kind */
    uint8_t traits;    /* enum ep_insn_trait */
    uint8_t condition; /* BRANCH: the low half of its opcode */
    uint8_t rip;       /* where its 4-byte distance from %rip is; 0: none */
    uint8_t reads;     /* flags */
    uint8_t writes;    /* flags */
    uint8_t compared;  /* enum ep_compared; but for a number */
    uint8_t number;    /* bytes at its end that are the number with which it
                          compares; 0: none */
};

/* Decode the instruction at BYTES, of which SIZE may be read and which lie at
 * ADDRESS.  Returns its length; 0: there is none. */
unsigned ep_insn_decode(const uint8_t *bytes, size_t size, uint64_t address,
                        struct ep_insn *out);

/* The same, which is faster where many are decoded that are alike: KNOWN has some. */
enum { EP_INSN_LONGEST = 15 };
struct ep_insn_known;
unsigned ep_insn_decode_known(struct ep_insn_known *known, const uint8_t *bytes,
                              size_t size, uint64_t address,
                              struct ep_insn *out);
/* None is known yet; NULL: there is no memory.  Release with ep_mem_free. */
struct ep_insn_known *ep_insn_known_new(void);

/* What INSN, which was decoded at BYTES, compares. */
enum ep_compared ep_insn_compared(const struct ep_insn *insn,
                                  const uint8_t *bytes);

/* Bytes of the instruction at BYTES, of 32-bit x86 or of x86-64; 0: there is none. */
unsigned ep_insn_length(const uint8_t *bytes, size_t size, int is_32);

/* The numbers in the instruction at BYTES that are no distances: operands, and
 * displacements of 4 bytes.  Returns how many. */
unsigned ep_insn_numbers(const uint8_t *bytes, size_t size, uint64_t out[2]);

/* ---- where a jump goes ---------------------------------------------------- */

/* A general register's number, 0..15 with 4 for %rsp; or none. */
enum { EP_REG_SP = 4, EP_REG_BP = 5, EP_REG_NONE = 255 };

enum ep_move_kind {
    EP_MOVE_OTHER,   /* anything else */
    EP_MOVE_COPY,    /* TO = FROM, its low bits, or a multiple of it */
    EP_MOVE_ADDRESS, /* TO = the address TARGET */
    EP_MOVE_ENTRY,   /* TO = the 4 bytes at BASE + 4 * INDEX, with sign */
    EP_MOVE_ADD,     /* TO += FROM */
    EP_MOVE_SUM,     /* TO = some other sum */
    EP_MOVE_LOAD,    /* TO = some pointer in memory */
    EP_MOVE_COMPARE  /* FROM, or PLACE, is compared with LIMIT */
};

/* What an instruction does, as far as switches use it. */
struct ep_move {
    uint8_t kind; /* enum ep_move_kind */
    uint8_t to;   /* the register that it writes, or EP_REG_NONE; of
                      JUMP_AWAY: the one that it goes by */
    uint8_t from; /* registers, or EP_REG_NONE */
    uint8_t base;
    uint8_t index;
    uint64_t target;
    uint64_t limit;
    uint64_t place; /* stands for the memory that it uses; 0: none */
};

/* What the instruction at BYTES does.  Returns 0 if there is none. */
int ep_insn_move(const uint8_t *bytes, size_t size, uint64_t address,
                 struct ep_move *out);

/* ---- the stack ------------------------------------------------------------ */

/* What an instruction does with the word at the stack pointer, and the pointer. */
enum ep_stack_use {
    EP_STACK_NONE,
    EP_STACK_TAKES, /* puts the word into a register, or drops it */
    EP_STACK_MOVES  /* it is another word afterwards, or there is no
                       instruction */
};

enum ep_stack_use ep_insn_stack(const uint8_t *bytes, size_t size);

/* ---- for the reader ------------------------------------------------------- */

/* Write the instruction at BYTES as text, AT&T's, into OUT; returns its length,
 * 0 if there is none: OUT is then its first byte. */
unsigned ep_insn_text(const uint8_t *bytes, size_t size, uint64_t address,
                      char *out, size_t out_size);

#ifdef __cplusplus
}
#endif

#endif
