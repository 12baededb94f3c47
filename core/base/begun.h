/* SPDX-License-Identifier: MIT
 *
 * begun.h - what has begun when control comes to a word of C or C++, or a condition is
 *       decided.
 *
 * WHY   what is called in the midst of a statement may not come back.  Then all that a
 *       compiler has of the lines above, where the statement begins, may not be executed,
 *       as the addition here:
 *           sum +=
 *               f();
 *       A line counts the operands and statements that begin on it, and they did begin.
 * MODEL A statement begins before its parts; so does an operand.  Parts that are executed
 *       oftener, or at another time, are behind a `;`, in the body of a lambda or in a
 *       statement expression; those that are executed less often, behind `&&`, `||`, `?`
 *       and `:`, of which what is before tells more.  There the search ends.
 */
#ifndef EP_BEGUN_H
#define EP_BEGUN_H

#include "base/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first word of the least operand or statement that begins before word I and has it in
 * it; EP_NONE: none is known, or word I is a brace, or a `:`, which are parts of nothing: what is
 * before that of a choice was not taken. */
uint32_t ep_begun_before(const struct ep_words *words, uint32_t i);

/* The next word behind I, up to LAST, of an operand which has begun whenever the condition is
 * decided that goes on from I to LAST: of `p->n < f(a, b) + 2` those are n, f and 2 behind p.  Word I may also be the first bracket of a call: then its arguments.  What is in the
 * brackets of another call may be a macro's.  EP_NONE: there is none, or that is not known. */
uint32_t ep_begun_behind(const struct ep_words *words, uint32_t i,
                         uint32_t last);

#ifdef __cplusplus
}
#endif

#endif
