/* SPDX-License-Identifier: MIT
 *
 * foreign.h - the machine code of a program for any processor that QEMU emulates
 * and foreign_insn.h knows.
 *
 * WHY   under an emulator nothing is copied, so that nothing need be known of what
 *       instructions do; but counters must have the same numbers in each run,
 *       whatever of the program was executed.
 * MODEL Functions are those that symbols tell of.  A function's instructions are
 *       found by going straight through it; each is a block that comes from EXIT and
 *       leads to EXIT, with a counter of its own, and calls of the function have
 *       one more, its last.  So nothing is derived, and what is data in truth is
 *       never executed.  `copy` of an instruction is a set of EP_FOREIGN_*.
 * RULES 32 and 64 bits, both byte orders; only what is not looked at here may be
 *       damaged.
 */
#ifndef EP_FOREIGN_H
#define EP_FOREIGN_H

#include "code/code.h"
#include "code/foreign_insn.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EP_FOREIGN_BACK = 1, /* a branch to its function's entry that is no call */
    EP_FOREIGN_REPEATS = 2 /* ep_foreign_repeats */
};

struct ep_foreign {
    const struct ep_processor *processor;
    struct ep_image image; /* its bytes, and segments as those of 64 bits */
    struct ep_lines lines;
    char *loader;    /* the file that starts it, or NULL: it is static */
    uint64_t loaded; /* the lowest executable segment's address */
    struct ep_code code;
};

/* Read PATH, which must outlive it, but for its code and lines.
 * OUT is initialised by this call; release with ep_foreign_release.
 * EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT: it is refused.  OUT is then empty. */
EP_MUST_CHECK int ep_foreign_read(const char *path, struct ep_diag *diag,
                                  struct ep_foreign *out);
/* Read these, once.  WANTED and CONTEXT are those of ep_code_read.
 * EP_OK; EP_ENOMEM; EP_ENONE: nothing in it could be counted. */
EP_MUST_CHECK int ep_foreign_read_code(struct ep_foreign *foreign,
                                       ep_code_wanted_fn *wanted,
                                       const void *context,
                                       struct ep_diag *diag);
void ep_foreign_release(struct ep_foreign *foreign);

#ifdef __cplusplus
}
#endif

#endif
