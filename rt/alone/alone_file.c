/* SPDX-License-Identifier: MIT
 *
 * alone_file.c - the raw file (abi.h): the head, the module, and each region's
 * counters.
 *
 * No descriptor stays open, since programs close them all, count them, or need
 * the low ones.  To grow, the file is opened again by its path, and checked to be
 * the same one.  Its head is written last, so that a file is valid or nothing.
 */
#include "alone.h"

enum { READ_WRITE = 2, CREATE = 0100, NEW = 0200, CLOSE_ON_EXEC = 02000000 };

static long open_path(const char *path, int flags)
{
    return alone_call3(CALL_OPEN, (long)path,
                       READ_WRITE | CLOSE_ON_EXEC | flags, 0666);
}

static void close_file(long file)
{
    alone_call3(CALL_CLOSE, file, 0, 0);
}

/* Which file that is. */
static bool identify(long file, uint64_t out[2])
{
    uint64_t about[18]; /* struct stat */
    about[0] = about[1] = 0;
    if (alone_call3(CALL_FSTAT, file, (long)about, 0))
        return false;
    out[0] = about[0];
    out[1] = about[1];
    return true;
}

/* Have the file be of SIZE bytes; room on the disk too, if that can be had, or
 * a full one would end the program. */
static bool reserve(long file, uint64_t size)
{
    enum { NO_ROOM = -28 };
    long error = edgeprof_call(CALL_FALLOCATE, file, 0, 0, (long)size, 0, 0);
    return !error || (error != NO_ROOM &&
                      !alone_call3(CALL_FTRUNCATE, file, (long)size, 0));
}

static bool write_at(long file, const void *data, size_t size, uint64_t at)
{
    return edgeprof_call(CALL_PWRITE, file, (long)data, (long)size, (long)at, 0,
                         0) == (long)size;
}

/* ---- chunks ---------------------------------------------------------------
 */

static struct edgeprof_raw_module module; /* too large for a stack */

static bool write_module(long file)
{
    const struct edgeprof_static *from = alone.module;
    long length;
    module.chunk = (struct edgeprof_raw_chunk){EDGEPROF_CHUNK_MODULE, 0,
                                               EDGEPROF_RAW_PAGE};
    module.id_kind = from->id_kind;
    module.id_size = from->id_size;
    module.n_counters = from->n_counters;
    for (uint32_t i = 0; i < from->id_size; i++)
        module.id[i] = from->id[i];
    length = alone_call3(CALL_READLINK, (long)"/proc/self/exe",
                         (long)module.path, sizeof module.path - 1);
    module.path[length > 0 ? length : 0] = 0;
    return write_at(file, &module, sizeof module, EDGEPROF_RAW_PAGE);
}

/* The chunk of a region's counters at AT, its type last. */
static bool write_counts(long file, uint64_t at)
{
    const struct edgeprof_raw_counts counts = {
        .chunk = {EDGEPROF_CHUNK_COUNTS, 0, EDGEPROF_RAW_PAGE + alone.size},
        .offset = EDGEPROF_RAW_PAGE,
        .n_counters = alone.module->n_counters};
    const size_t type = sizeof counts.chunk.type;
    return write_at(file, (const char *)&counts + type, sizeof counts - type,
                    at + type) &&
           write_at(file, &counts, type, at);
}

/* The counters' memory, of FILE's chunk at AT. */
static uint64_t *map_counts(const void *place, long file, uint64_t at)
{
    return alone_map(place, alone.size, (int)file, at + EDGEPROF_RAW_PAGE);
}

/* The same for a thread: above the section, if there is room and no other way to set a
 * delta than arch_prctl, which takes none below 0. */
static uint64_t *map_region(long file, uint64_t at)
{
    static const uint64_t step = 64 << 20, most = UINT64_C(1) << 40;
    static uint64_t distance;
    uint64_t *counts = map_counts(NULL, file, at);
    if (!counts || counts > alone.section || alone.has_wrgsbase)
        return counts;
    while (distance < most) {
        distance += (alone.size + step - 1) / step * step;
        const char *place = (const char *)alone.section + distance;
        uint64_t *above = alone_map_near(place, false, alone.size, (int)file,
                                         at + EDGEPROF_RAW_PAGE);
        if (above > alone.section) {
            alone_unmap(counts, alone.size);
            return above;
        }
        alone_unmap(above, alone.size);
    }
    return counts;
}

static void publish(struct edgeprof_raw_head *head)
{
    head->version = EDGEPROF_FILE_VERSION;
    head->kind = EDGEPROF_KIND_RAW;
    head->size = EDGEPROF_RAW_PAGE;
    head->pid = (uint32_t)alone.pid;
    for (size_t i = 0; alone.label[i] && i < sizeof head->label - 1; i++)
        head->label[i] = alone.label[i];
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    for (size_t i = 0; i < sizeof head->magic; i++)
        head->magic[i] = EDGEPROF_MAGIC[i];
}

/* Have the counts begin as TOTAL, before they are mapped where code counts. */
static bool fill(long file, uint64_t at, const uint64_t *total)
{
    uint64_t *counts = total ? map_counts(NULL, file, at) : NULL;
    for (uint64_t i = 0; counts && i < alone.module->n_counters; i++)
        counts[i] = total[i];
    alone_unmap(counts, alone.size);
    return !total || counts;
}

/* Make FILE, which is new, the process'. */
static bool furnish(long file, const uint64_t *total)
{
    const uint64_t counts_at = 2 * (uint64_t)EDGEPROF_RAW_PAGE;
    uint64_t whole = counts_at + EDGEPROF_RAW_PAGE + alone.size;
    struct edgeprof_raw_head *head;
    if (!identify(file, alone.file_id) || !reserve(file, whole) ||
        !write_module(file) || !write_counts(file, counts_at) ||
        !fill(file, counts_at, total))
        return false;
    head = alone_map(NULL, EDGEPROF_RAW_PAGE, (int)file, 0);
    if (!head)
        return false;
    if (!map_counts(alone.section, file, counts_at)) {
        alone_unmap(head, EDGEPROF_RAW_PAGE);
        return false;
    }
    alone.head = head;
    alone.used = whole;
    publish(head);
    return true;
}

/* ---- files ----------------------------------------------------------------
 */

/* Create the file under the first free name: PATH, PATH.1, PATH.2 ... */
static long create_free_name(void)
{
    size_t length = alone_length(alone.path);
    bool made = false;
    long file;
    if (length > sizeof alone.path - 16)
        return -1;
    for (unsigned long suffix = 0;; suffix++) {
        if (suffix) {
            alone.path[length] = '.';
            alone_decimal(alone.path + length + 1, suffix);
        }
        file = open_path(alone.path, CREATE | NEW);
        if (file == ALONE_NO_ENTRY && !made) {
            alone_make_folders();
            made = true;
            file = open_path(alone.path, CREATE | NEW);
        }
        if (file != ALONE_EXISTS)
            return file;
    }
}

/* What the program counts from now on is nobody's. */
static bool give_up(void)
{
    alone.on = false;
    alone.head = NULL;
    (void)alone_map(alone.section, alone.size, -1, 0);
    return false;
}

/* FILE is PATH. */
static bool take(long file, const char *path, const uint64_t *total)
{
    bool done;
    if (file < 0)
        return give_up();
    done = furnish(file, total);
    close_file(file);
    if (done)
        return true;
    alone_call3(CALL_UNLINK, (long)path, 0, 0);
    return give_up();
}

bool alone_create(const uint64_t *total)
{
    if (!alone_name(alone.pid))
        return give_up();
    return take(create_free_name(), alone.path, total);
}

bool alone_temporary(char out[EDGEPROF_PATH_MAX])
{
    size_t length = alone_length(alone.path), name = length, n = 0;
    if (length + 24 > EDGEPROF_PATH_MAX)
        return false;
    while (name > 0 && alone.path[name - 1] != '/')
        name--;
    while (n < name)
        out[n] = alone.path[n], n++;
    out[n] = '.';
    for (; n < length; n++)
        out[n + 1] = alone.path[n];
    out[n + 1] = '.';
    alone_decimal(out + n + 2, (unsigned long)alone_tid());
    return true;
}

bool alone_recreate(const uint64_t *total)
{
    static char temporary[EDGEPROF_PATH_MAX];
    if (!alone_temporary(temporary))
        return give_up();
    return take(open_path(temporary, CREATE | NEW), temporary, total) &&
           !alone_call3(CALL_RENAME, (long)temporary, (long)alone.path, 0);
}

uint64_t *alone_grow(void)
{
    uint64_t at = alone.used, id[2], *counts = NULL;
    uint64_t size = EDGEPROF_RAW_PAGE + alone.size;
    long file = open_path(alone.path, 0);
    if (file < 0)
        return NULL;
    if (identify(file, id) && id[0] == alone.file_id[0] &&
        id[1] == alone.file_id[1] && reserve(file, at + size)) {
        counts = map_region(file, at);
        if (counts && write_counts(file, at)) {
            alone.used += size;
        } else { /* the next region's place is the same */
            alone_unmap(counts, alone.size);
            counts = NULL;
        }
    }
    close_file(file);
    return counts;
}
