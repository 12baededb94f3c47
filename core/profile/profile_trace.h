/* SPDX-License-Identifier: MIT
 *
 * profile_trace.h - rings and notes brought together: the paths of threads.
 *
 * MODEL A ring has names of marks; the notes of all modules of the profile say whose they
 *       are.  Two marks may have one name (graph/witness.h): it is then not known which
 *       was passed, and the path says so there.
 */
#ifndef EP_PROFILE_TRACE_H
#define EP_PROFILE_TRACE_H

#include "format/rings.h"
#include "graph/witness.h"
#include "profile/profile.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_traced_function {
    const struct ep_function *function;
    const struct ep_profile_function
        *shown; /* what it is in the profile, or NULL */
};

/* The functions of a profile that tell which marks they pass. */
struct ep_profile_trace {
    struct ep_traced_function *functions;
    struct ep_traced *traced; /* the same */
    size_t n;
    size_t capacity;
    size_t traced_capacity;
    struct ep_witness *marks; /* of all */
    size_t n_marks;
    size_t marks_capacity;
    struct ep_map by_name; /* -> index into marks */
    struct ep_map by_id;   /* -> index into functions */
};

/* Those of PROFILE into OUT, which points into it; release it whatever comes.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_trace_make(const struct ep_profile *profile,
                                        struct ep_profile_trace *out);
void ep_profile_trace_release(struct ep_profile_trace *trace);

/* Whose mark has NAME, or what event. */
struct ep_witness ep_profile_trace_find(const struct ep_profile_trace *trace,
                                        uint32_t name);

/* The path that N NAMES tell; its functions are TRACE's.  ENDED as in ep_path_trace.
 * OUT  initialised by this call; release with ep_path_release.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_trace_path(const struct ep_profile_trace *trace,
                                        const uint32_t *names, size_t n,
                                        int ended, struct ep_path *out);

#ifdef __cplusplus
}
#endif

#endif
