/* SPDX-License-Identifier: MIT
 *
 * clang_unroll.h - loops are unrolled whole where they are in the plain build.
 *
 * WHY   LLVM unrolls a small loop whole if that makes its body simpler, which it
 *       computes; but not with a call in the body, and a mark is a call.
 * MODEL While LoopFullUnrollPass has a loop, the marks in it are calls of
 *       llvm.pseudoprobe, an intrinsic that costs nothing.  Nothing else may see
 *       them so: there are passes that drop probes.
 * RULES A loop of one block stays as it is.  Its turns are counted once, behind
 *       it (clang_promote.h); unrolled, each turn would have a counter.
 */
#ifndef EDGEPROF_LLVM_UNROLL_H
#define EDGEPROF_LLVM_UNROLL_H

#include "clang_plugin.h"

/* Go along with that pass of BUILDER's pipelines. */
void edgeprof_unroll_attend(llvm::PassBuilder &builder);

#endif
