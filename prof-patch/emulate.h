/* SPDX-License-Identifier: MIT
 *
 * emulate.h - what prof-patch tells the emulator's plugin: which instructions are
 * counted where.
 *
 * MODEL A plan is a file of this head, its functions in order, and then per unit of
 *       the code, from `low` on, a word: 0, or 1 and the number of the counter of
 *       the instruction that begins there, and what that is besides.  In the byte
 *       order of the machine.  The plan is an argument of the plugin's, and so is
 *       the run's file, in whose name EMULATE_PID stands for the process.
 */
#ifndef EDGEPROF_EMULATE_H
#define EDGEPROF_EMULATE_H

#include <edgeprof/abi.h>

#define EMULATE_MAGIC "EPemul1" /* with its zero */
#define EMULATE_PID   '\001'

/* Of a unit: a branch to the function's entry that is no call; an instruction that is
 * executed turn by turn; the one behind it. */
#define EMULATE_BACK    UINT32_C(0x80000000)
#define EMULATE_REPEATS UINT32_C(0x40000000)
#define EMULATE_BEHIND  UINT32_C(0x20000000)
#define EMULATE_COUNTER UINT32_C(0x1fffffff)

#define EMULATE_ARGUMENT_PLAN "plan="
#define EMULATE_ARGUMENT_RUN  "run="

struct emulate_plan {
    char magic[8];
    uint64_t loaded; /* address of the lowest executable segment, in the file */
    uint64_t low;    /* of the code, likewise */
    uint64_t n_units;
    uint32_t unit; /* bytes */
    uint32_t n_functions;
    uint64_t n_counters;
    uint32_t execve; /* numbers of the guest's system calls */
    uint32_t execveat;
    struct edgeprof_raw_module module; /* as a raw file has it */
};

struct emulate_function {
    uint64_t start, end;
    uint64_t entry; /* each call comes by it */
    uint32_t calls; /* the counter of how often it is called */
    uint32_t loops; /* bool: some branch of its own leads to its entry */
};

#endif
