/* SPDX-License-Identifier: MIT
 *
 * rt_part.c - what is counted between edgeprof_begin_label and its end.
 *
 * A part is a difference: of each counter's sum over all threads now, and what
 * it was when the last part began or ended (rt_changed.c).  Counting itself knows nothing of
 * it, so that the run's counts are what they are without parts, and a thread
 * that counts meanwhile has each execution in one part, never in two or none.
 *
 * The differences go into a log of chunks in the raw file (abi.h), also what was
 * counted outside of parts: whatever ends the process, the rest of its counts is
 * the part's that the file's head names.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_changed.h"
#include "rt_part.h"

#include <errno.h>
#include <string.h>

/* Bytes of a chunk; one holds many parts' entries. */
#define CHUNK_SIZE ((size_t)256 * 1024)
/* Bytes of an entry: a changed counter takes ten, and has an unchanged neighbour
 * at most, of one more each. */
#define COUNTER_MOST 12u
#define MODULE_MOST  64u
#define ENTRY_MOST   (sizeof(struct edgeprof_raw_part) + EDGEPROF_LABEL_MAX + 64u)

/* The part that has begun.  Lock. */
static struct {
    bool open;
    bool crowded; /* other threads ran when it began */
    uint64_t since;
    char label[EDGEPROF_LABEL_MAX];
} now;

/* ---- who counts ----------------------------------------------------------- */

/* Whether a thread other than this one may count just now. */
static bool is_crowded(void)
{
    const struct rt_region *here = rt_region_here();
    if (!here)
        return rt.made_thread;
    for (const struct rt_region *r = rt.regions; r; r = r->next)
        if (r != here && (r->state == RT_LIVE || r->state == RT_DONE))
            return true;
    return false;
}

/* ---- pairs ---------------------------------------------------------------- */

static unsigned char *put_number(unsigned char *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    return at;
}

/* The pairs of the next N counts, after *ZEROS that are 0 and not written. */
static unsigned char *put_stretch(unsigned char *at, const uint64_t *counts,
                                  size_t n, uint64_t *zeros)
{
    for (size_t i = 0; i < n;) {
        size_t end = i;
        if (!counts[i]) {
            ++*zeros;
            i++;
            continue;
        }
        while (end < n && counts[end])
            end++;
        at = put_number(at, *zeros);
        at = put_number(at, end - i);
        *zeros = 0;
        for (; i < end; i++)
            at = put_number(at, counts[i]);
    }
    return at;
}

/* Write MODULE's at AT; returns where they end, AT if there are none. */
static unsigned char *put_module(unsigned char *at, struct rt_module *module)
{
    struct edgeprof_raw_part_counts head = {.module = module->index,
                                            .number = module->number};
    unsigned char *pairs = at + sizeof head, *end = pairs;
    uint64_t zeros = 0;
    size_t n = module->raw.n_counters;
    for (size_t i = 0; i < n; i += RT_STRETCH) {
        size_t size = n - i < RT_STRETCH ? n - i : RT_STRETCH;
        if (module->changed[i / RT_STRETCH]) {
            end = put_stretch(end, module->more + i, size, &zeros);
            memset(module->more + i, 0, size * sizeof *module->more);
            module->changed[i / RT_STRETCH] = 0;
        } else {
            zeros += size;
        }
    }
    if (end == pairs)
        return at;
    if (zeros) {
        end = put_number(end, zeros);
        end = put_number(end, 0);
    }
    head.size = (uint32_t)(end - pairs);
    memcpy(at, &head, sizeof head);
    return at + ((sizeof head + head.size + 7) & ~(size_t)7);
}

/* ---- the log -------------------------------------------------------------- */

/* A chunk with room for SIZE bytes, at the head of the list; NULL: no memory. */
static struct rt_log *add_chunk(size_t size)
{
    struct rt_log *log = rt_new(sizeof *log);
    void *at = NULL;
    if (!log)
        return NULL;
    size = os_page_up(size * 4 > CHUNK_SIZE ? size * 4 : CHUNK_SIZE);
    int fd = rt_file_open();
    if (fd >= 0)
        at = rt_file_add_log(fd, size);
    else if (rt.file.present)
        rt_flag_raw(EDGEPROF_RUN_LOST);
    rt_file_close(fd);
    if (!at)
        at = os_memory(size);
    if (!at)
        return NULL;
    log->at = at;
    log->size = size;
    log->used = sizeof(struct edgeprof_raw_chunk);
    log->next = rt.log;
    rt.log = log;
    return log;
}

/* The most bytes that an entry can take. */
static size_t most_bytes(void)
{
    size_t most = ENTRY_MOST;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        most += MODULE_MOST + m->raw.n_counters * COUNTER_MOST;
    return most;
}

/* Log what was counted since the last boundary: as LABEL's, or as nobody's,
 * which is not worth an entry if it is nothing. */
static int log_counts(const char *label, uint64_t time, uint32_t flags)
{
    size_t most = most_bytes();
    struct rt_log *log = rt.log;
    if (!log || log->size - log->used < most)
        log = add_chunk(most);
    if (!log || !rt_changed_look())
        return ENOMEM;
    struct edgeprof_raw_part part = {.time = time, .flags = flags};
    unsigned char *start = log->at + log->used, *at = start + sizeof part;
    if (label) {
        part.label_size = (uint32_t)strlen(label);
        memcpy(at, label, part.label_size);
        at += (part.label_size + 7) & ~7u;
    }
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (m->raw.n_counters)
            at = put_module(at, m);
    if (!label && at == start + sizeof part)
        return 0;
    part.size = (uint32_t)(at - start);
    memcpy(start + sizeof part.size, (const char *)&part + sizeof part.size,
           sizeof part - sizeof part.size);
    __atomic_store_n((uint32_t *)(void *)start, part.size, __ATOMIC_RELEASE);
    log->used += part.size;
    return 0;
}

/* ---- begin and end -------------------------------------------------------- */

/* LABEL is of the run's part that has begun; "": of none. */
static void set_open(const char *label)
{
    char *to = rt.file.head->part;
    if (rt.file.head->kind == EDGEPROF_KIND_RUN)
        return;
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): with its end */
    memcpy(to + 1, label + (*label != 0), strlen(label) + (*label == 0));
    atomic_signal_fence(memory_order_seq_cst);
    *to = *label;
}

/* "RUN::TEXT", or TEXT where the run has no label, or that one. */
static void name(const char *text, char out[EDGEPROF_LABEL_MAX])
{
    const char *run = rt.file.head->label;
    size_t n = 0, left = strnlen(text, EDGEPROF_LABEL_MAX - 1);
    if (*run && strcmp(run, text) != 0) {
        n = strnlen(run, EDGEPROF_LABEL_MAX - 3);
        memcpy(out, run, n);
        memcpy(out + n, "::", 2);
        n += 2;
    }
    if (left > EDGEPROF_LABEL_MAX - 1 - n)
        left = EDGEPROF_LABEL_MAX - 1 - n;
    memcpy(out + n, text, left);
    out[n + left] = 0;
}

int rt_part_end(void)
{
    if (!now.open)
        return 0;
    uint32_t flags = now.crowded || is_crowded() ? EDGEPROF_RUN_CUT : 0;
    int error = log_counts(now.label, os_clock() - now.since, flags);
    set_open("");
    now.open = false;
    return error;
}

int rt_part_begin(const char *text)
{
    int error = rt_part_end();
    if (!error)
        error = log_counts(NULL, 0, 0);
    if (error || !*text)
        return error;
    name(text, now.label);
    now.crowded = is_crowded();
    now.open = true;
    set_open(now.label);
    now.since = os_clock();
    return 0;
}

static void forget_log(void)
{
    for (struct rt_log *log = rt.log; log; log = log->next) {
        memset(log->at + sizeof(struct edgeprof_raw_chunk), 0,
               log->used - sizeof(struct edgeprof_raw_chunk));
        log->used = sizeof(struct edgeprof_raw_chunk);
    }
}

static void clear(uint64_t *counts, size_t n)
{
    for (size_t i = 0; counts && i < n; i++)
        if (counts[i])
            __atomic_store_n(counts + i, 0, __ATOMIC_RELAXED);
}

/* But for the word that is none. */
static void clear_mirror(uint64_t *counts, const struct rt_module *module)
{
    size_t n = module->raw.n_counters, ring = module->raw.ring;
    clear(counts, ring ? ring - 1 : n);
    if (ring && counts)
        clear(counts + ring, n - ring);
}

void rt_reset(void)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        for (struct rt_region *r = rt.regions; r; r = r->next)
            clear_mirror(rt_region_counts(r, m), m);
        if (rt_section_there(m, false))
            clear(m->start, m->raw.n_counters);
    }
    for (struct rt_parked *p = rt.parked; p; p = p->next)
        clear(p->counts, p->module->raw.n_counters);
    forget_log();
    rt_changed_forget();
}

void rt_part_forked(void)
{
    rt.log = NULL; /* the parent's, in its file */
    rt_changed_forget();
    if (now.open)
        rt_file_set_label(now.label);
    now.open = false;
    set_open("");
}

/* Entries know modules by their places in the file. */
static void renumber(struct rt_log *log)
{
    struct rt_log_view view = {log, log->used, 0};
    const struct edgeprof_raw_part *part;
    while ((part = rt_part_next(&view)) != NULL && view.log == log) {
        size_t at = rt_part_counts(part);
        for (struct edgeprof_raw_part_counts *counts; at < part->size;
             at += rt_part_counts_size(counts)) {
            counts = (void *)((char *)(uintptr_t)part + at);
            for (struct rt_module *m = rt.modules; m; m = m->next)
                if (m->number == counts->number && m->raw.n_counters)
                    counts->module = m->index;
        }
    }
}

bool rt_part_refile(int fd)
{
    if (now.open)
        set_open(now.label);
    for (struct rt_log *log = rt.log; log; log = log->next) {
        const size_t first = sizeof(struct edgeprof_raw_chunk);
        unsigned char *at = rt_file_add_log(fd, log->size);
        if (!at)
            return false;
        memcpy(at + first, log->at + first, log->used - first);
        log->at = at;
        renumber(log);
    }
    return true;
}

const char *rt_part_open(uint64_t *out_since)
{
    *out_since = now.since;
    return now.open ? now.label : NULL;
}

static uint64_t take_number(const unsigned char **at)
{
    uint64_t value = 0;
    unsigned shift = 0;
    do
        value |= (uint64_t)(**at & 0x7f) << shift;
    while (shift += 7, *(*at)++ & 0x80);
    return value;
}

void rt_part_add(const struct edgeprof_raw_part_counts *counts, uint64_t *sum,
                 bool less)
{
    const unsigned char *at = (const unsigned char *)(counts + 1);
    const unsigned char *end = at + counts->size;
    while (at < end) {
        sum += take_number(&at);
        for (uint64_t n = take_number(&at); n; n--, sum++)
            *sum += less ? 0 - take_number(&at) : take_number(&at);
    }
}

struct rt_log_view rt_part_view(void)
{
    struct rt_log *log = rt.log;
    return (struct rt_log_view){log, log ? log->used : 0, 0};
}

const struct edgeprof_raw_part *rt_part_next(struct rt_log_view *view)
{
    const size_t first = sizeof(struct edgeprof_raw_chunk);
    while (view->log) {
        if (view->at < first)
            view->at = first;
        if (view->at < view->end) {
            const void *at = view->log->at + view->at;
            view->at += ((const struct edgeprof_raw_part *)at)->size;
            return at;
        }
        view->log = view->log->next;
        view->at = 0;
        view->end = view->log ? view->log->used : 0;
    }
    return NULL;
}
