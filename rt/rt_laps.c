/* SPDX-License-Identifier: MIT
 *
 * rt_laps.c - see rt_laps.h.
 *
 * rt_laps_take is called amid any code of the program, with its vector registers in use.  So
 * this file and rt_os_linux.c are compiled without them (CMakeLists.txt), and it calls
 * no function of the C library.
 */
#include "rt_laps.h"

#include <errno.h>
#include <string.h>

enum { MOST_NAMES = 10000, WAIT_MICROSECONDS = 1000 };

static struct {
    bool known;         /* lock: whether there is a folder was asked */
    const char *folder; /* lock: or NULL: laps are not kept */
    _Atomic(const char *)
        waits_in; /* anyone: the folder; NULL: nobody takes laps */
    unsigned n;   /* lock: names that were tried */
} laps;

static bool find_folder(void)
{
    if (!laps.known) {
        laps.folder = rt_env("EDGEPROF_TRACE");
        if (laps.folder &&
            (laps.folder[0] != '/' || strlen(laps.folder) > RT_PATH_SIZE / 2))
            laps.folder = NULL;
        laps.waits_in = laps.folder;
        laps.known = true;
    }
    return laps.folder != NULL;
}

/* FOLDER/ into OUT; its end. */
static char *put_folder(char *out)
{
    size_t length = strlen(laps.folder);
    memcpy(out, laps.folder, length);
    out[length] = '/';
    return out + length + 1;
}

/* ---- modules --------------------------------------------------------------
 */

void rt_laps_module(struct rt_module *module)
{
    static const char digits[] = "0123456789abcdef";
    char path[RT_PATH_SIZE];
    if (module->has_laps || !find_folder())
        return;
    module->has_laps = true;
    char *end = put_folder(path);
    for (uint32_t i = 0; i < module->raw.id_size; i++) {
        *end++ = digits[module->raw.id[i] >> 4];
        *end++ = digits[module->raw.id[i] & 15];
    }
    memcpy(end, ".module", sizeof ".module");
    int fd = os_create(path);
    if (fd < 0)
        return;
    (void)os_write(fd, &module->raw, sizeof module->raw, 0);
    os_close(fd);
}

/* ---- rings ----------------------------------------------------------------
 */

/* FOLDER/PID.N, which is nobody's yet. */
static int make_file(char path[RT_PATH_SIZE])
{
    char *end = rt_decimal(put_folder(path), (unsigned long)os_pid());
    int fd = -1;
    *end++ = '.';
    for (unsigned i = 0; i < MOST_NAMES && fd < 0; i++) {
        *rt_decimal(end, laps.n++) = 0;
        fd = os_create(path);
        if (fd < 0 && fd != -EEXIST)
            break;
    }
    return fd;
}

struct edgeprof_raw_ring *rt_laps_ring(struct edgeprof_raw_ring *at)
{
    const size_t size = sizeof *at + OS_PAGE;
    char path[RT_PATH_SIZE];
    void *place = at;
    int fd = find_folder() ? make_file(path) : -1;
    if (fd < 0)
        return NULL;
    int error = os_reserve(fd, 0, size);
    if (!error)
        error = os_map(at ? OS_REPLACE : OS_ANYWHERE, (uintptr_t)at, size, fd,
                       0, &place);
    os_close(fd);
    if (error) {
        rt_log("no room for", path, error);
        os_unlink(path);
        return NULL;
    }
    struct edgeprof_raw_ring *ring = place;
    ring->path_size = (uint32_t)strlen(path);
    memcpy(ring->path, path, ring->path_size);
    ring->slots[0] = EDGEPROF_RING_START;
    ring->chunk.size = size;
    ring->chunk.type = EDGEPROF_CHUNK_RING;
    return ring;
}

/* ---- laps -----------------------------------------------------------------
 */

/* The name of RING's lap NUMBER, in its place until the next one. */
static const char *lap_name(struct edgeprof_raw_ring *ring, uint32_t number)
{
    volatile char *at = ring->path + ring->path_size;
    uint32_t unit = 1;
    while (number / unit >= 10)
        unit *= 10;
    *at++ = '.';
    for (; unit; unit /= 10)
        *at++ = (char)('0' + number / unit % 10);
    *at = 0;
    return ring->path;
}

/* Until the lap is taken that is so many before NUMBER. */
static void wait_for_room(struct edgeprof_raw_ring *ring, uint32_t number)
{
    struct os_file_id id;
    if (number < EDGEPROF_LAPS_MOST)
        return;
    const char *old = lap_name(ring, number - EDGEPROF_LAPS_MOST);
    while (laps.waits_in && os_path_id(old, &id) == 0) {
        if (!os_is_locked(laps.waits_in))
            laps.waits_in = NULL;
        else
            os_sleep(WAIT_MICROSECONDS);
    }
}

static void write_lap(struct edgeprof_raw_ring *ring, uint32_t number)
{
    wait_for_room(ring, number);
    int fd = laps.waits_in ? os_create(lap_name(ring, number)) : -1;
    if (fd < 0)
        return;
    int error = os_write(fd, ring->slots, sizeof ring->slots, 0);
    os_close(fd);
    if (error) /* it will be said to be missing */
        os_unlink(lap_name(ring, number));
}

void rt_laps_take(struct edgeprof_raw_ring *ring)
{
    uint32_t more = (uint16_t)((ring->cursor >> 16) - ring->laps);
    volatile uint32_t *slots = ring->slots;
    if (!ring->path_size || !more)
        return;
    if (more == 1)
        write_lap(ring, ring->laps);
    for (unsigned i = 0; i < EDGEPROF_RING_AHEAD; i++)
        slots[i] = 0;
    ring->laps += more;
}
