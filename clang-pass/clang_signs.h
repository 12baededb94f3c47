/* SPDX-License-Identifier: MIT
 *
 * clang_signs.h - whether a number of the source has a sign, which LLVM's have not.
 *
 * WHY   `case 0x80000000:` of an unsigned number is no negative one.
 * HOW   The debug information has the types of variables, members and functions; where it
 *       does not tell, the text has the label.
 */
#ifndef EDGEPROF_CLANG_SIGNS_H
#define EDGEPROF_CLANG_SIGNS_H

#include "clang_source.h"

/* What LABEL, of CHOICE, is in the source; of 64 bits it has a sign. */
int64_t edgeprof_signs_case(const llvm::SwitchInst &choice,
                            const llvm::APInt &label,
                            const edgeprof_source &source);

#endif
