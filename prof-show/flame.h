/* SPDX-License-Identifier: MIT
 *
 * flame.h - where time went, by who called: the tree of stacks as it is shown.
 *
 * MODEL A node is a function on a line, below the one that called it; its samples are those
 *       of which it is the innermost. Trees of several samplings are one.
 */
#ifndef PROF_SHOW_FLAME_H
#define PROF_SHOW_FLAME_H

#include "base/map.h"
#include "view.h"

struct flame_frame {
    char *name; /* as the source has it; of none the object's, in brackets */
    const char *symbol; /* linkage name, "": none */
    const char *file;   /* shown, "": unknown */
    const char *home;   /* that the function is defined in, likewise */
    const char *object;
    uint32_t line; /* 0: unknown */
};

struct flame_node {
    uint32_t parent; /* number, 0: none; it is less than the node's */
    uint32_t frame;  /* index */
    double ns;       /* of its own samples */
    uint64_t samples;
};

struct flame {
    struct flame_frame *frames;
    size_t n_frames;
    size_t frames_capacity;
    struct ep_map frame_of;
    struct flame_node *nodes; /* number N is nodes[N - 1] */
    size_t n_nodes;
    size_t nodes_capacity;
    struct ep_map node_of;
    uint32_t *path; /* flame_path's */
    double ns;      /* of all samples with stacks */
    uint64_t samples;
    double period; /* the shortest, ns */
};

/* The tree of VIEW; BY_LINE: a function that calls from two lines is two nodes.  Says what
 * must be known to read it.  EXIT_DONE, or the status to exit with, OUT is then empty. */
int flame_make(const struct view *view, int by_line, struct flame *out);
void flame_release(struct flame *flame);

/* The numbers of the nodes from the outermost to NODE into FLAME's path; how many. */
size_t flame_path(const struct flame *flame, uint32_t node);

#endif
