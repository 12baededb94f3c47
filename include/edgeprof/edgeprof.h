/* SPDX-License-Identifier: MIT
 *
 * edgeprof.h - what a program may ask of the counters while it runs.
 *
 * A program is counted without a line of its own; this is for servers that
 * never end, for test drivers that label runs, for benchmarks that warm up.
 * Nothing needs linking: the plugin gives every module the slot that these
 * functions call through and the runtime fills it.  Without plugin or runtime
 * each returns EDGEPROF_ABSENT and does nothing.
 * All may be called in any thread; edgeprof_snapshot in a signal handler too.
 */
#ifndef EDGEPROF_H
#define EDGEPROF_H

#ifdef __cplusplus
extern "C" {
#endif

#define EDGEPROF_ABSENT (-1) /* no runtime serves this module */

/* The runtime's functions, in the order of the wrappers below. */
struct edgeprof_api {
    int (*dump)(void);
    int (*reset)(void);
    int (*snapshot)(const char *path);
    int (*set_label)(const char *text);
    int (*begin_label)(const char *text);
    int (*end_label)(void);
};

/* Private: defined by the plugin, hidden, once per linked module. */
extern const struct edgeprof_api *__edgeprof_api __attribute__((weak));

static inline const struct edgeprof_api *edgeprof_api_(void)
{
    return &__edgeprof_api ? __edgeprof_api : 0;
}

/* Make the counts so far safe on disk, whatever happens next.
 * Returns 0 or an errno value. */
static inline int edgeprof_dump(void)
{
    const struct edgeprof_api *api = edgeprof_api_();
    return api ? api->dump() : EDGEPROF_ABSENT;
}

/* Set every count to 0.  What other threads count meanwhile may stay.
 * Returns 0. */
static inline int edgeprof_reset(void)
{
    const struct edgeprof_api *api = edgeprof_api_();
    return api ? api->reset() : EDGEPROF_ABSENT;
}

/* Write the counts so far to a run file at PATH, replacing it; counting goes
 * on.  Async-signal-safe.  Returns 0 or an errno value. */
static inline int edgeprof_snapshot(const char *path)
{
    const struct edgeprof_api *api = edgeprof_api_();
    return api ? api->snapshot(path) : EDGEPROF_ABSENT;
}

/* Store TEXT (at most 1023 bytes, cut there) with the run.  Returns 0. */
static inline int edgeprof_set_label(const char *text)
{
    const struct edgeprof_api *api = edgeprof_api_();
    return api ? api->set_label(text) : EDGEPROF_ABSENT;
}

/* What all threads count from here on, until the end or the next beginning, is
 * TEXT's: a part of the run, with a label and a time of its own, as if a process
 * had run for it alone.  Where the run has a label, the part's is "RUN::TEXT",
 * unless both are equal.  It takes some microseconds, a part without counts some
 * bytes.  A fork's child has the part's label for its run's.
 * Returns 0 or an errno value: the counts are the run's then, without label. */
static inline int edgeprof_begin_label(const char *text)
{
    const struct edgeprof_api *api = edgeprof_api_();
    return api ? api->begin_label(text) : EDGEPROF_ABSENT;
}

static inline int edgeprof_end_label(void)
{
    const struct edgeprof_api *api = edgeprof_api_();
    return api ? api->end_label() : EDGEPROF_ABSENT;
}

#ifdef __cplusplus
}
#endif

#endif
