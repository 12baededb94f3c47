/* SPDX-License-Identifier: MIT
 *
 * alone.c - the start, and what the copies' system calls lead to.
 */
#include "alone.h"

struct alone alone;

/* ---- the start ------------------------------------------------------------
 */

/* Memory that tells a fork's child from a thread: the kernel makes it 0 in
 * another process' memory, and there alone. */
static bool mark_memory(void)
{
    enum { WIPE_ON_FORK = 18 };
    uint8_t *page = alone_map(NULL, ALONE_PAGE, -1, 0);
    if (!page ||
        alone_call3(CALL_MADVISE, (long)page, ALONE_PAGE, WIPE_ON_FORK))
        return false;
    *page = 1;
    alone.in_memory = page;
    return true;
}

/* What the kernel says of TYPE; 0: nothing. */
static uint64_t said(const uint64_t *auxiliary, uint64_t type)
{
    for (; *auxiliary; auxiliary += 2)
        if (*auxiliary == type)
            return auxiliary[1];
    return 0;
}

static bool is_off(char **environment)
{
    const char *value = alone_variable(environment, "EDGEPROF");
    const char *end = value ? alone_after(value, "off") : NULL;
    return end && !*end;
}

static void take_label(char **environment)
{
    const char *text = alone_variable(environment, "EDGEPROF_LABEL");
    for (size_t i = 0; text && text[i] && i < sizeof alone.label - 1; i++)
        alone.label[i] = text[i];
}

/* Before the program's first instruction; STACK is as the kernel left it. */
INTERNAL void edgeprof_alone_start(const struct edgeprof_static *module,
                                   uint64_t *stack)
{
    char **environment = (char **)(stack + stack[0] + 2), **end = environment;
    enum { SECURE = 23, PROCESSOR = 26, HAS_WRGSBASE = 2 };
    while (*end)
        end++;
    /* In a process with rights that its user lacks nothing is written. */
    if (said((const uint64_t *)(end + 1), SECURE) || is_off(environment) ||
        !mark_memory())
        return;
    alone.has_wrgsbase =
        said((const uint64_t *)(end + 1), PROCESSOR) & HAS_WRGSBASE;
    alone.module = module;
    alone.section = (uint64_t *)((intptr_t)module + module->counters);
    alone.size = (module->n_counters * sizeof(uint64_t) + ALONE_PAGE - 1) &
                 ~(uint64_t)(ALONE_PAGE - 1);
    alone.pid = alone_pid();
    alone.on = true;
    take_label(environment);
    alone_read_pattern(environment);
    (void)alone_create(NULL);
}

/* ---- threads --------------------------------------------------------------
 */

/* With signals blocked, so that none waits for itself. */
static void lock(void)
{
    while (__atomic_exchange_n(&alone.lock, 1, __ATOMIC_ACQUIRE))
        __builtin_ia32_pause();
}

static void unlock(void)
{
    __atomic_store_n(&alone.lock, 0, __ATOMIC_RELEASE);
}

/* Whether the thread is there that counts, or did, in REGION. */
static bool is_alive(const struct alone_region *region)
{
    return alone_call3(CALL_TGKILL, region->pid, region->tid, 0) !=
           ALONE_NO_PROCESS;
}

/* False: the kernel does not take a negative delta, nor does the processor. */
static bool set_delta(const uint64_t *counters)
{
    enum { SET_GS = 0x1001 };
    uint64_t delta = (uintptr_t)counters - (uintptr_t)alone.section;
    if (!alone_call3(CALL_ARCH_PRCTL, SET_GS, (long)delta, 0))
        return true;
    if (alone.has_wrgsbase)
        __asm__ volatile("wrgsbase %0" : : "r"(delta) : "memory");
    return alone.has_wrgsbase;
}

/* Regions are never given back: a thread that has ended leaves its counts there
 * to whoever comes next. */
static struct alone_region *find_region(void)
{
    static struct alone_region *free_page;
    static unsigned n_free;
    struct alone_region *at = alone.regions;
    while (at && is_alive(at))
        at = at->next;
    if (at)
        return at;
    if (!n_free) {
        free_page = alone_map(NULL, ALONE_PAGE, -1, 0);
        n_free = free_page ? ALONE_PAGE / sizeof *free_page : 0;
    }
    if (!n_free)
        return NULL;
    at = &free_page[n_free - 1];
    at->counters = alone_grow();
    if (!at->counters)
        return NULL;
    n_free--;
    at->next = alone.regions;
    alone.regions = at;
    return at;
}

/* A thread, or a process that shares our memory; with signals blocked. */
static void begin_thread(void)
{
    struct alone_region *region;
    lock();
    region = find_region();
    if (region && set_delta(region->counters)) {
        region->pid = alone_pid();
        region->tid = alone_tid();
    } else {
        alone.head->flags |= EDGEPROF_RUN_SHARED; /* with its parent */
    }
    unlock();
}

/* ---- processes ------------------------------------------------------------
 */

/* With signals blocked. */
static void begin_process(void)
{
    *alone.in_memory = 1;
    for (struct alone_region *r = alone.regions; r; r = r->next)
        alone_unmap(r->counters, alone.size);
    alone_unmap(alone.head, EDGEPROF_RAW_PAGE);
    alone.regions = NULL;
    alone.lock = 0;
    alone.pid = alone_pid();
    (void)alone_create(NULL);
    (void)set_delta(alone.section);
}

/* What begins here has returned from a clone or clone3 that made it. */
INTERNAL void edgeprof_alone_child(void)
{
    uint64_t blocked;
    if (!alone.on)
        return;
    blocked = alone_block();
    if (*alone.in_memory)
        begin_thread();
    else
        begin_process();
    alone_unblock(blocked);
}

/* The arguments of a system call, as the copies' code pushes them. */
struct call {
    long r9, r8, r10, rdx, rsi, rdi, rax;
};

static long do_call(const struct call *call)
{
    return edgeprof_call(call->rax, call->rdi, call->rsi, call->rdx, call->r10,
                         call->r8, call->r9);
}

/* Whether CALL makes a process that goes on with memory and a stack like ours. */
static bool is_fork(const struct call *call)
{
    enum { SHARES_MEMORY = 0x100, FLAGS = 0, STACK = 5 };
    const uint64_t *arguments = (const uint64_t *)call->rdi;
    if (call->rax == CALL_CLONE3)
        return call->rsi > (long)sizeof(uint64_t[STACK]) && !arguments[STACK] &&
               !(arguments[FLAGS] & SHARES_MEMORY);
    return call->rax == CALL_FORK ||
           (!call->rsi && !(call->rdi & SHARES_MEMORY));
}

/* Do CALL if it is a fork, so that no signal's handler counts in the child before
 * that has its own file.  Returns whether it was done. */
INTERNAL bool edgeprof_alone_begin(struct call *call)
{
    uint64_t blocked;
    if (!alone.on || !is_fork(call))
        return false;
    blocked = alone_block();
    call->rax = do_call(call);
    if (!call->rax && !*alone.in_memory)
        begin_process();
    alone_unblock(blocked);
    return true;
}

/* ---- the end --------------------------------------------------------------
 */

/* Whether other threads may have frames, and may count. */
static bool has_others(void)
{
    int tid = alone_tid();
    for (struct alone_region *r = alone.regions; r; r = r->next)
        if (r->pid == alone.pid && r->tid != tid && is_alive(r))
            return true;
    return tid != alone.pid;
}

static void end_process(void)
{
    uint32_t flags = alone.head->flags;
    (void)alone_block();
    lock();
    (void)alone_write(flags | (has_others() ? EDGEPROF_RUN_CUT : 0));
    unlock();
}

/* Whether a signal that is not BLOCKED has a handler. */
static bool may_handle(uint64_t blocked)
{
    enum { SIGNALS = 64 };
    struct {
        uint64_t handler, flags, restorer, mask;
    } action = {0};
    for (int i = 1; i <= SIGNALS; i++)
        if (!(blocked >> (i - 1) & 1) &&
            !edgeprof_call(CALL_RT_SIGACTION, i, 0, (long)&action,
                           sizeof action.mask, 0, 0) &&
            action.handler > 1)
            return true;
    return false;
}

/* Nothing may count between the packing and exec: a process with other threads, or
 * with a handler that may run then, leaves its raw file. */
static uint64_t *pack(uint64_t blocked)
{
    return has_others() || may_handle(blocked) ? NULL
                                               : alone_write(alone.head->flags);
}

/* The program goes on after all, with all that it counted, in a raw file again.  */
static void unpack(uint64_t *sums)
{
    alone_unmap(alone.head, EDGEPROF_RAW_PAGE);
    for (struct alone_region *r = alone.regions; r; r = r->next)
        alone_unmap(r->counters, alone.size);
    alone.regions = NULL;
    (void)alone_recreate(sums);
    alone_unmap(sums, alone.size);
}

static bool may_be_executed(const struct call *call)
{
    enum { EXECUTE = 1 };
    return call->rax != CALL_EXECVE ||
           !alone_call3(CALL_ACCESS, call->rdi, EXECUTE, 0);
}

static long execute(const struct call *call)
{
    uint64_t blocked, *sums;
    long result;
    if (!may_be_executed(call))
        return do_call(call);
    blocked = alone_block();
    sums = pack(blocked);
    alone_unblock(blocked);
    result = do_call(call);
    if (!sums)
        return result;
    alone_block();
    unpack(sums);
    alone_unblock(blocked);
    return result;
}

/* Do CALL: exit_group, or exec. */
INTERNAL long edgeprof_alone_end(const struct call *call)
{
    /* A vfork's child is not the process of the file. */
    if (!alone.on || alone_pid() != alone.pid)
        return do_call(call);
    if (call->rax != CALL_EXIT_GROUP)
        return execute(call);
    end_process();
    return do_call(call);
}

/* ---- from the copies -------------------------------------------------------
 */

/* They come by a jump, with %rcx where they go on, and change nothing else that a
 * system call keeps, flags neither.  Below the stack pointer leaf functions keep
 * things.  %rbp is where the registers are. */
/* clang-format off */
#define ENTER(name)                    \
    ".globl " name "\n"                \
    ".hidden " name "\n"               \
    name ":\n"                         \
    "    lea -128(%rsp), %rsp\n"       \
    "    pushfq\n"                     \
    "    push %rcx\n"                  \
    "    push %rbp\n"                  \
    "    push %rax\n"                  \
    "    push %rdi\n"                  \
    "    push %rsi\n"                  \
    "    push %rdx\n"                  \
    "    push %r10\n"                  \
    "    push %r8\n"                   \
    "    push %r9\n"                   \
    "    mov %rsp, %rdi\n"             \
    "    mov %rsp, %rbp\n"             \
    "    and $-16, %rsp\n"             \
    "    cld\n"

__asm__(".text\n"
    ENTER("edgeprof_alone_to_child")
    "    call edgeprof_alone_child\n"
    "    jmp .Lback\n"
    ENTER("edgeprof_alone_to_end")
    "    call edgeprof_alone_end\n"
    "    mov %rax, 48(%rbp)\n"
    "    jmp .Lback\n"
    ENTER("edgeprof_alone_to_begin")
    "    call edgeprof_alone_begin\n"
    "    test %al, %al\n"
    "    jne .Lback\n"
    "    subq $20, 64(%rbp)\n" /* to the call: core's copy_kernel.c */
    ".Lback:\n"
    "    mov %rbp, %rsp\n"
    "    pop %r9\n"
    "    pop %r8\n"
    "    pop %r10\n"
    "    pop %rdx\n"
    "    pop %rsi\n"
    "    pop %rdi\n"
    "    pop %rax\n"
    "    pop %rbp\n"
    "    pop %rcx\n"
    "    popfq\n"
    "    lea 128(%rsp), %rsp\n"
    "    notrack jmp *%rcx\n");
/* clang-format on */
