/* SPDX-License-Identifier: MIT
 *
 * foreign_insn.h - how long an instruction of another processor is, and whether it
 * is a branch: all that is known of one.
 *
 * WHY   under an emulator each instruction has a counter of its own, so that what
 *       it does matters in one place alone: where a function's first instruction
 *       begins a loop, coming to it from that loop's branch is no call.
 */
#ifndef EP_FOREIGN_INSN_H
#define EP_FOREIGN_INSN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ep_foreign_kind {
    EP_FOREIGN_NONE, /* no processor that is known here */
    EP_FOREIGN_AARCH64,
    EP_FOREIGN_ARM, /* A32 */
    EP_FOREIGN_THUMB,
    EP_FOREIGN_RISCV,
    EP_FOREIGN_POWER,
    EP_FOREIGN_S390,
    EP_FOREIGN_MIPS,
    EP_FOREIGN_I386,
    EP_FOREIGN_X86_64
};

/* A processor as files and the emulator name it. */
struct ep_processor {
    const char *name;   /* for messages */
    const char *qemu;   /* the emulator of it */
    const char *folder; /* of its C library in Debian, in /usr; NULL: / */
    uint16_t machine;   /* EM_* */
    uint8_t bits;       /* 32 or 64 */
    uint8_t is_big;     /* bool: its numbers are big-endian */
    uint8_t unit;    /* bytes: instructions are multiples of it, and aligned */
    uint8_t kind;    /* enum ep_foreign_kind */
    uint16_t execve; /* numbers of the system calls, */
    uint16_t execveat; /* which end what a process counts */
};

/* The processor of MACHINE, BITS, and byte order, or NULL. */
const struct ep_processor *ep_processor_find(unsigned machine, unsigned bits,
                                             int is_big);

/* Bytes of the instruction at BYTES, of which SIZE may be read; at least one of
 * KIND's units, also where there is none. */
unsigned ep_foreign_length(const struct ep_processor *processor,
                           enum ep_foreign_kind kind, const uint8_t *bytes,
                           size_t size);

/* Whether the instruction of LENGTH bytes at BYTES, which lie at ADDRESS, is a
 * branch to TARGET that is no call. */
int ep_foreign_branches(const struct ep_processor *processor,
                        enum ep_foreign_kind kind, const uint8_t *bytes,
                        unsigned length, uint64_t address, uint64_t target);

/* Whether it is one that an emulator may take turn by turn: x86's `rep movs` and
 * its kin. */
int ep_foreign_repeats(enum ep_foreign_kind kind, const uint8_t *bytes,
                       unsigned length);

#ifdef __cplusplus
}
#endif

#endif
