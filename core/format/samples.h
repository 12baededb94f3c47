/* SPDX-License-Identifier: MIT
 *
 * samples.h - where the time of a command went: how often it was found where.
 *
 * WHY   counts know how often and not how long.  Samples at equal intervals of CPU
 *       time know where it goes, of programs that count and of others.
 * MODEL A sampling is a histogram: of each place in a file that is mapped as code,
 *       how many samples were taken there.  Its space is bound by the code that
 *       takes time, not by the time.  A sample stands for `period` of what the
 *       event counts.
 *       With stacks a sampling also has a tree: of each frame that was found on a
 *       stack a node, below that of its caller.
 *       Runs are counted that were sampled from end to end: a time is divided by
 *       counts only where those are of the same runs.
 *       What the place is in the source is known once somebody has looked into the
 *       file, while that was still there.
 * RULES Samplings of one event, period and flags add up; others stay apart.  Sums
 *       saturate and do not depend on the order.
 */
#ifndef EP_SAMPLES_H
#define EP_SAMPLES_H

#include "base/map.h"

#include <edgeprof/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ep_sampling_event {
    EP_SAMPLING_CLOCK = 1 /* nanoseconds of CPU time */
};

enum ep_sampling_flag {
    EP_SAMPLING_USER = 1, /* without the time in the kernel */
    EP_SAMPLING_OWN =
        2 /* by timers of counted processes, of these alone; the time in
                             the kernel is that of the code that called it */
};

/* A file; or, without an id, what else code is in: "[kernel]". */
struct ep_sampled_object {
    uint32_t id_size; /* bytes of its build-id, 0: it has none */
    uint8_t id[EDGEPROF_ID_MAX];
    char *path;
};

/* Numbers of texts; 0 is not known. */
struct ep_place {
    uint32_t function; /* its linkage name, be it inlined or not */
    uint32_t home;     /* the file that the function is defined in */
    uint32_t file;     /* of the line */
    uint32_t line;
};

struct ep_sample {
    uint32_t object;
    uint32_t place;  /* number, 0: not known */
    uint64_t offset; /* bytes from the start of the file */
    uint64_t count;  /* samples */
};

/* A frame and all those that called it, up to the outermost. */
struct ep_node {
    uint32_t parent; /* number of the caller's, 0: there is none */
    uint32_t object;
    uint32_t place;  /* as in a sample */
    uint64_t offset; /* likewise; 0 once the place is known */
    uint64_t count;  /* samples of which it is the innermost */
};

/* The object of a node without a parent: what called is not known. */
#define EP_CUT_OFF "[cut off]"

/* Zero-initialised is empty. */
struct ep_sampling {
    uint64_t event;  /* enum ep_sampling_event */
    uint64_t period; /* that one sample stands for */
    uint64_t flags;  /* enum ep_sampling_flag */
    uint64_t runs;   /* that were sampled as long as they counted */
    uint64_t lost;   /* samples that nobody could take */
    char **texts;    /* number N is texts[N - 1] */
    size_t n_texts;
    size_t texts_capacity;
    struct ep_map text_of;
    struct ep_sampled_object *objects;
    size_t n_objects;
    size_t objects_capacity;
    struct ep_map object_of;
    struct ep_place *places; /* number N is places[N - 1] */
    size_t n_places;
    size_t places_capacity;
    struct ep_map place_of;
    struct ep_sample *items; /* each place of an object once */
    size_t n_items;
    size_t items_capacity;
    struct ep_map item_of;
    struct ep_node *nodes; /* number N is nodes[N - 1]; parents come before */
    size_t n_nodes;
    size_t nodes_capacity;
    struct ep_map node_of;
};

/* Those of one profile.  Zero-initialised is empty and valid. */
struct ep_samplings {
    struct ep_sampling *items; /* each event, period and flags once */
    size_t n;
    size_t capacity;
};

/* The number of the SIZE bytes at TEXT, 0 of none, into OUT; likewise of what else
 * SAMPLING has once.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_sampling_text(struct ep_sampling *sampling,
                                   const char *text, size_t size,
                                   uint32_t *out);
EP_MUST_CHECK int ep_sampling_place(struct ep_sampling *sampling,
                                    const struct ep_place *place,
                                    uint32_t *out);
/* The index of the object of that id, or, if there is none, that path; of several
 * paths the smallest stays. */
EP_MUST_CHECK int ep_sampling_object(struct ep_sampling *sampling,
                                     const struct ep_sampled_object *object,
                                     uint32_t *out);
/* Add what SAMPLE says, whose object and place are SAMPLING's. */
EP_MUST_CHECK int ep_sampling_add(struct ep_sampling *sampling,
                                  const struct ep_sample *sample);

/* The number of the node of LIKE's parent, object, place and offset into OUT; LIKE's
 * samples are added to it. */
EP_MUST_CHECK int ep_sampling_node(struct ep_sampling *sampling,
                                   const struct ep_node *like, uint32_t *out);

/* "" of 0. */
const char *ep_sampling_words(const struct ep_sampling *sampling,
                              uint32_t text);
/* Of what nothing is known of 0. */
struct ep_place ep_sampling_where(const struct ep_sampling *sampling,
                                  uint32_t place);
void ep_sampling_release(struct ep_sampling *sampling);

/* The sampling of LIKE's event, period and flags, empty if it is new.  NULL: no
 * memory. */
struct ep_sampling *ep_samplings_own(struct ep_samplings *to,
                                     const struct ep_sampling *like);
/* Add FROM; EP_OK or EP_ENOMEM, a part of it is then added. */
EP_MUST_CHECK int ep_samplings_add(struct ep_samplings *to,
                                   const struct ep_samplings *from);
/* Whether TO has all samples of FROM, into OUT.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_samplings_have(const struct ep_samplings *to,
                                    const struct ep_samplings *from, int *out);
/* Take FROM, of which TO has all, away.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_samplings_subtract(struct ep_samplings *to,
                                        const struct ep_samplings *from);
void ep_samplings_scale(struct ep_samplings *samplings, uint64_t factor);
void ep_samplings_release(struct ep_samplings *samplings);

/* All samples taken. */
uint64_t ep_samplings_taken(const struct ep_samplings *samplings);

/* The body of the record SAMPLES, docs/format.md: of equal samplings the same
 * bytes.  BODY is failed if memory ended. */
void ep_sampling_write(const struct ep_sampling *sampling, struct ep_buf *body);
/* Likewise STACKS; of a sampling without nodes nothing. */
void ep_sampling_write_stacks(const struct ep_sampling *sampling,
                              struct ep_buf *body);
/* Add what BODY says to TO.  EP_OK; EP_ENOMEM; EP_EFORMAT, a part of it may then
 * be added. */
EP_MUST_CHECK int ep_sampling_read(struct ep_reader *body,
                                   struct ep_samplings *to);
EP_MUST_CHECK int ep_sampling_read_stacks(struct ep_reader *body,
                                          struct ep_samplings *to);

#ifdef __cplusplus
}
#endif

#endif
