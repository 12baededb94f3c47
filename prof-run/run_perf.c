/* SPDX-License-Identifier: MIT */
#include "run_perf.h"

#include "base/mem.h"

#include <asm/perf_regs.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_PAGES  128u /* of a ring: what the kernel lets anyone have */
#define LEAST_PAGES 8u
#define STACK_PAGES 512u /* with stacks: what root may have */

/* ---- opening ------------------------------------------------------------- */

/* One after each record that is no sample, and the beginning of each that is. */
struct trailer {
    uint32_t pid, tid;
    uint64_t time;
};

/* The kernel's numbers of registers, in the order of DWARF's. */
static const uint8_t register_numbers[EDGEPROF_REGISTERS] = {
    PERF_REG_X86_AX,  PERF_REG_X86_DX,  PERF_REG_X86_CX,  PERF_REG_X86_BX,
    PERF_REG_X86_SI,  PERF_REG_X86_DI,  PERF_REG_X86_BP,  PERF_REG_X86_SP,
    PERF_REG_X86_R8,  PERF_REG_X86_R9,  PERF_REG_X86_R10, PERF_REG_X86_R11,
    PERF_REG_X86_R12, PERF_REG_X86_R13, PERF_REG_X86_R14, PERF_REG_X86_R15,
    PERF_REG_X86_IP};

static uint64_t register_mask(void)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < EDGEPROF_REGISTERS; i++)
        mask |= UINT64_C(1) << register_numbers[i];
    return mask;
}

static struct perf_event_attr describe(const struct perf_wish *wish,
                                       int is_user, int ids)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE,
                                   .size = sizeof attr,
                                   .config = PERF_COUNT_SW_CPU_CLOCK,
                                   .sample_period = wish->period};

    attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
    if (wish->stacks) {
        attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
        attr.sample_regs_user = register_mask();
        attr.sample_stack_user = PERF_STACK;
    }
    attr.sample_id_all = 1;
    attr.disabled = 1;
    attr.enable_on_exec = 1;
    attr.inherit = 1;
    attr.exclude_kernel = is_user != 0;
    attr.exclude_hv = 1;
    attr.mmap = 1;
    attr.mmap2 = 1;
    attr.build_id = ids != 0;
    attr.comm = 1;
    attr.comm_exec = 1;
    attr.task = 1;
    attr.watermark = 1;
    attr.wakeup_watermark = wish->stacks ? 4 * PERF_STACK : 4096;
    attr.use_clockid = 1;
    attr.clockid = CLOCK_MONOTONIC;
    return attr;
}

/* Kernels before 5.12 know no ids. */
static int open_event(pid_t pid, int cpu, const struct perf_wish *wish,
                      int is_user)
{
    int fd = -1;

    for (int ids = 1; fd < 0 && ids >= 0; ids--) {
        struct perf_event_attr attr = describe(wish, is_user, ids);

        fd = (int)syscall(SYS_perf_event_open, &attr, pid, cpu, -1,
                          PERF_FLAG_FD_CLOEXEC);
        if (fd < 0 && errno != EINVAL && errno != E2BIG)
            break;
    }
    return fd;
}

static int open_ring(pid_t pid, int cpu, const struct perf_wish *wish,
                     int is_user, struct perf_ring *out)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int error = 0;

    *out = (struct perf_ring){.page = page};
    out->fd = open_event(pid, cpu, wish, is_user);
    if (out->fd < 0)
        return errno;
    for (size_t n = wish->stacks ? STACK_PAGES : MOST_PAGES; n >= LEAST_PAGES;
         n /= 2) {
        out->size = (n + 1) * page;
        out->map = mmap(NULL, out->size, PROT_READ | PROT_WRITE, MAP_SHARED,
                        out->fd, 0);
        if (out->map != MAP_FAILED)
            return 0;
        error = errno;
    }
    (void)close(out->fd);
    return error;
}

static int open_all(pid_t pid, const struct perf_wish *wish, struct perf *perf)
{
    long n = sysconf(_SC_NPROCESSORS_CONF);

    for (int cpu = 0; cpu < n; cpu++) {
        int error =
            open_ring(pid, cpu, wish, perf->is_user, &perf->rings[perf->n]);

        if (!error)
            perf->n++;
        else if (error != ENODEV) /* the processor is not there */
            return error;
    }
    return perf->n ? 0 : ENODEV;
}

static void close_rings(struct perf *perf)
{
    for (size_t i = 0; i < perf->n; i++) {
        (void)munmap(perf->rings[i].map, perf->rings[i].size);
        (void)close(perf->rings[i].fd);
    }
    perf->n = 0;
}

int perf_open(pid_t pid, const struct perf_wish *wish, struct perf *out)
{
    long n = sysconf(_SC_NPROCESSORS_CONF);
    int error = 0;

    *out = (struct perf){0};
    out->rings = ep_mem_zeroed(n > 0 ? (size_t)n : 1, sizeof *out->rings);
    if (!out->rings)
        return ENOMEM;
    for (int is_user = 0; is_user < 2; is_user++) {
        out->is_user = is_user;
        error = open_all(pid, wish, out);
        if (!error)
            return 0;
        close_rings(out);
        if (error != EACCES && error != EPERM)
            break;
    }
    perf_close(out);
    return error;
}

void perf_close(struct perf *perf)
{
    close_rings(perf);
    ep_mem_free(perf->rings);
    *perf = (struct perf){0};
}

void perf_wait(const struct perf *perf, int other, int some)
{
    struct pollfd *polled = ep_mem_zeroed(perf->n + 1, sizeof *polled);
    struct timespec pause = {some / 1000, some % 1000 * 1000000L};

    if (!polled) {
        (void)nanosleep(&pause, NULL);
        return;
    }
    for (size_t i = 0; i < perf->n; i++) {
        struct pollfd *one = &polled[i + 1];

        *one = (struct pollfd){.fd = perf->rings[i].fd, .events = POLLIN};
        /* Of an event whose processes have ended nothing is to be awaited. */
        if (poll(one, 1, 0) > 0 && (one->revents & (POLLHUP | POLLERR)))
            one->fd = -1;
    }
    polled[0] = (struct pollfd){.fd = other, .events = POLLIN};
    (void)poll(polled, perf->n + 1, some);
    ep_mem_free(polled);
}

/* ---- records ------------------------------------------------------------- */

struct bytes {
    const uint8_t *at;
    size_t size;
};

/* The next SIZE bytes into TO; zeros if they are not all there. */
static void take(struct bytes *from, void *to, size_t size)
{
    memset(to, 0, size);
    if (size <= from->size) {
        memcpy(to, from->at, size);
        from->at += size;
        from->size -= size;
    } else {
        from->size = 0;
    }
}

static int take_map(struct bytes body, unsigned misc, struct perf_record *out)
{
    struct {
        uint32_t pid, tid;
        uint64_t start, size, offset;
        uint8_t id_size, none[3], id[20];
        uint32_t protection, flags;
    } head;

    take(&body, &head, sizeof head);
    if (body.size == 0)
        return 0;
    out->pid = head.pid;
    out->address = head.start;
    out->size = head.size;
    out->offset = head.offset;
    if ((misc & PERF_RECORD_MISC_MMAP_BUILD_ID) &&
        head.id_size <= sizeof out->id) {
        memcpy(out->id, head.id, head.id_size);
        out->id_size = head.id_size;
    }
    out->path = (const char *)body.at;
    out->path_size = strnlen(out->path, body.size);
    return 1;
}

/* Registers come in the order of the kernel's numbers, those alone that were asked for;
 * of 32-bit processes nothing is known. */
static int take_registers(struct bytes *body, uint64_t out[EDGEPROF_REGISTERS])
{
    uint64_t abi;

    take(body, &abi, sizeof abi);
    for (unsigned number = 0; abi && number < PERF_REG_X86_64_MAX; number++)
        for (size_t i = 0; i < EDGEPROF_REGISTERS; i++)
            if (register_numbers[i] == number)
                take(body, &out[i], sizeof out[i]);
    return abi == PERF_SAMPLE_REGS_ABI_64;
}

static const struct perf_stack *take_stack(struct bytes *body)
{
    static struct perf_stack stack;
    int is_known = take_registers(body, stack.registers);
    uint64_t size, copied = 0;

    take(body, &size, sizeof size);
    stack.bytes = body->at;
    if (size > body->size)
        return NULL;
    body->at += size;
    body->size -= size;
    if (size)
        take(body, &copied, sizeof copied);
    stack.size = copied < size ? copied : size;
    return is_known ? &stack : NULL;
}

static int take_sample(struct bytes body, unsigned misc,
                       struct perf_record *out)
{
    struct {
        uint64_t address;
        struct trailer by;
    } sample;

    take(&body, &sample, sizeof sample);
    out->kind = PERF_SAMPLE;
    out->address = sample.address;
    out->pid = sample.by.pid;
    out->time = sample.by.time;
    out->count = 1;
    out->in_kernel =
        (misc & PERF_RECORD_MISC_CPUMODE_MASK) != PERF_RECORD_MISC_USER;
    if (body.size)
        out->stack = take_stack(&body);
    return 1;
}

/* Whether the record is one of those that are of use. */
static int take_record(unsigned type, unsigned misc, struct bytes body,
                       struct perf_record *out)
{
    struct trailer trailer;
    uint32_t pids[2];
    uint64_t lost[2];

    *out = (struct perf_record){0};
    if (type == PERF_RECORD_SAMPLE)
        return take_sample(body, misc, out);
    if (body.size < sizeof trailer)
        return 0;
    body.size -= sizeof trailer;
    memcpy(&trailer, body.at + body.size, sizeof trailer);
    out->time = trailer.time;
    out->pid = trailer.pid;
    switch (type) {
    case PERF_RECORD_MMAP2:
        out->kind = PERF_MAP;
        return take_map(body, misc, out);
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
        take(&body, pids, sizeof pids);
        out->kind = type == PERF_RECORD_FORK ? PERF_FORK : PERF_EXIT;
        out->pid = pids[0];
        out->parent = pids[1];
        return 1;
    case PERF_RECORD_COMM:
        out->kind = PERF_EXEC;
        return (misc & PERF_RECORD_MISC_COMM_EXEC) != 0;
    case PERF_RECORD_LOST:
    case PERF_RECORD_LOST_SAMPLES:
        take(&body, lost, sizeof lost);
        out->kind = PERF_LOST;
        out->count = type == PERF_RECORD_LOST ? lost[1] : lost[0];
        return 1;
    case PERF_RECORD_THROTTLE:
        out->kind = PERF_THROTTLED;
        return 1;
    default:
        return 0;
    }
}

/* SIZE bytes of the ring's records from AT on, which may go round. */
static void copy(const struct perf_ring *ring, uint64_t at, void *to,
                 size_t size)
{
    const uint8_t *records = (const uint8_t *)ring->map + ring->page;
    size_t room = ring->size - ring->page, start = (size_t)(at % room);
    size_t first = size < room - start ? size : room - start;

    memcpy(to, records + start, first);
    memcpy((uint8_t *)to + first, records, size - first);
}

static void read_ring(const struct perf_ring *ring, perf_visit *visit,
                      void *context)
{
    struct perf_event_mmap_page *page = ring->map;
    uint64_t head = atomic_load_explicit((_Atomic __u64 *)&page->data_head,
                                         memory_order_acquire);
    uint64_t at = page->data_tail;
    static uint8_t bytes[UINT16_MAX + 1];

    while (at < head) {
        struct perf_event_header header;
        struct perf_record record;
        struct bytes body = {bytes, 0};

        copy(ring, at, &header, sizeof header);
        if (header.size < sizeof header)
            break;
        body.size = header.size - sizeof header;
        copy(ring, at + sizeof header, bytes, body.size);
        if (take_record(header.type, header.misc, body, &record))
            visit(context, &record);
        at += header.size;
    }
    atomic_store_explicit((_Atomic __u64 *)&page->data_tail, head,
                          memory_order_release);
}

void perf_read(const struct perf *perf, perf_visit *visit, void *context)
{
    for (size_t i = 0; i < perf->n; i++)
        read_ring(&perf->rings[i], visit, context);
}
