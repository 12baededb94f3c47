/* SPDX-License-Identifier: MIT
 *
 * dump.h - the text form of every stage, the same from every program.
 *
 * Blocks print as "entry", "exit", "b2", "b3" ...; edges in id order:
 *     function work: 5 blocks, 6 edges
 *       b2: prog.c:4 prog.c:5
 *       exit -> entry  entry  weight 1
 *       b2 -> b3  true  weight 90
 * tree adds "mark 0" or "tree" in place of the weight:
 *     function work: 5 blocks, 6 edges, 2 marks
 *       exit -> entry  entry  mark 0
 *       b2 -> b3  true  tree
 */
#ifndef EP_DUMP_H
#define EP_DUMP_H

#include "format/notes.h"
#include "graph/flow.h"

#ifdef __cplusplus
extern "C" {
#endif

void ep_dump_cfg(const char *name, const struct ep_cfg *cfg,
                 struct ep_buf *out);
void ep_dump_tree(const struct ep_function *function, struct ep_buf *out);
/* As tree, with "count N" after each edge. */
void ep_dump_flow(const struct ep_function *function,
                  const struct ep_flow *flow, struct ep_buf *out);
/* One body: "body 0x4010: 2 counters", then "  0: work 0, work 2". */
void ep_dump_body(const struct ep_notes *notes, const struct ep_body *body,
                  struct ep_buf *out);
/* Units, functions (as ep_dump_tree) and bodies with what each counter feeds.
 */
void ep_dump_notes(const struct ep_notes *notes, struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
