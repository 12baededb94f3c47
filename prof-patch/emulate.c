/* SPDX-License-Identifier: MIT
 *
 * emulate.c - the plugin of QEMU that counts what an emulated program executes.
 *
 * Each instruction of the program has a counter that is added to before it is
 * executed: what a fault or signal interrupts has counts that are exact.  As long as
 * there is one thread, QEMU's own code does that (an addition that is not atomic).
 * Threads, and memory that other processes share, have QEMU discard what it has
 * translated: from then on a function is called, and adds to its thread's
 * counters; also with QEMU from 9 on, which has no additions for a process's one
 * memory.
 *
 * A call of a function is that control comes to its entry, but by a branch of its own
 * that is none.  Those of which there is such a branch have it
 * leave word, and what it comes to take note.
 */
#define _GNU_SOURCE
#include "emulate_run.h"
#include "qemu_plugin.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int qemu_plugin_version = 1;

static const struct emulate_plan *plan;
static const struct emulate_function *functions;
static const uint32_t *units;
static uint64_t bias; /* the program's addresses less those in its file */
static int is_biased; /* it is known */
static int has_flushed;
/* The function of whose loop the thread was at the branch just before. */
static __thread const struct emulate_function *back
    __attribute__((tls_model("initial-exec")));

/* Likewise the repetition that it is in: 1 and the number of its counter. */
static __thread const char *turns __attribute__((tls_model("initial-exec")));

/* QEMU asks for its own version of the interface, or one not much older. */
__attribute__((constructor)) static void choose_version(void)
{
    if (dlsym(RTLD_DEFAULT, "qemu_plugin_scoreboard_new"))
        qemu_plugin_version = 2;
}

/* ---- while the program runs -------------------------------------------------- */

static void add_one(unsigned cpu, void *counter)
{
    (void)cpu;
    emulate_run_own()[(uintptr_t)counter]++;
}

static void go_back(unsigned cpu, void *function)
{
    (void)cpu;
    back = function;
}

/* An instruction of FUNCTION that is not its entry: whatever the branch did is
 * done. */
static void go_on(unsigned cpu, void *function)
{
    (void)cpu;
    if (back == function)
        back = NULL;
}

static void come_to(unsigned cpu, void *context)
{
    const struct emulate_function *function = context;

    (void)cpu;
    if (back == function)
        back = NULL;
    else
        emulate_run_own()[function->calls]++;
}

/* A repetition is one execution of its instruction, until control comes behind it. */
static void take_turn(unsigned cpu, void *counter)
{
    const char *own = (const char *)counter + 1;

    if (turns == own)
        return;
    turns = own;
    add_one(cpu, counter);
}

static void end_turns(unsigned cpu, void *context)
{
    (void)cpu;
    (void)context;
    turns = NULL;
}

/* ---- while it is translated --------------------------------------------------- */

/* The function that ADDRESS is in, or NULL. */
static const struct emulate_function *function_at(uint64_t address)
{
    size_t low = 0, high = plan->n_functions;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && address < functions[low - 1].end ? &functions[low - 1]
                                                       : NULL;
}

static void count_by(struct qemu_plugin_insn *insn, qemu_plugin_exec_fn *fn,
                     uint32_t counter)
{
    qemu_plugin_register_vcpu_insn_exec_cb(
        insn, fn, QEMU_PLUGIN_CB_NO_REGS,
        (void *)(uintptr_t)counter); /* NOLINT(performance-no-int-to-ptr) */
}

static void count(struct qemu_plugin_insn *insn, uint32_t counter)
{
    if (!has_flushed && qemu_plugin_register_vcpu_insn_exec_inline)
        qemu_plugin_register_vcpu_insn_exec_inline(
            insn, QEMU_PLUGIN_INLINE_ADD_U64, emulate_run_counters() + counter,
            1);
    else
        count_by(insn, add_one, counter);
}

static void call(struct qemu_plugin_insn *insn, qemu_plugin_exec_fn *fn,
                 const struct emulate_function *function)
{
    qemu_plugin_register_vcpu_insn_exec_cb(insn, fn, QEMU_PLUGIN_CB_NO_REGS,
                                           (void *)function);
}

/* INSN, in FUNCTION at ADDRESS, is its TB's first one, or another. */
static void count_function(struct qemu_plugin_insn *insn, uint32_t unit,
                           const struct emulate_function *function,
                           uint64_t address, int is_first)
{
    if (address == function->entry && function->loops)
        call(insn, come_to, function);
    else if (address == function->entry)
        count(insn, function->calls);
    else if (function->loops && is_first)
        call(insn, go_on, function);
    if (unit & EMULATE_BACK)
        call(insn, go_back, function);
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);

    (void)id;
    if (!is_biased) {
        bias = qemu_plugin_start_code() - plan->loaded;
        is_biased = 1;
    }
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint64_t address = qemu_plugin_insn_vaddr(insn) - bias;
        uint64_t at = (address - plan->low) / plan->unit;
        uint32_t unit =
            address >= plan->low && at < plan->n_units ? units[at] : 0;
        const struct emulate_function *function;

        if (unit == 0)
            continue;
        if (unit & EMULATE_BEHIND)
            count_by(insn, end_turns, 0);
        if (unit & EMULATE_REPEATS)
            count_by(insn, take_turn, (unit & EMULATE_COUNTER) - 1);
        else
            count(insn, (unit & EMULATE_COUNTER) - 1);
        function = function_at(address);
        if (function)
            count_function(insn, unit, function, address, i == 0);
    }
}

static void flush(qemu_plugin_id_t id)
{
    (void)id;
    has_flushed = 1;
}

/* ---- its end ----------------------------------------------------------------- */

/* NOLINTNEXTLINE(readability-function-size): as many as QEMU gives */
static void enter_kernel(qemu_plugin_id_t id, unsigned cpu, int64_t number,
                         uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                         uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)id, (void)cpu, (void)a1, (void)a2, (void)a3, (void)a4;
    (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == plan->execve || number == plan->execveat)
        emulate_run_end();
}

static void end(qemu_plugin_id_t id, void *context)
{
    (void)id;
    (void)context;
    emulate_run_end();
}

/* ---- its beginning ----------------------------------------------------------- */

static int read_plan(const char *path)
{
    struct stat there;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *at = MAP_FAILED;

    if (fd >= 0 && fstat(fd, &there) == 0 &&
        (size_t)there.st_size >= sizeof *plan)
        at = mmap(NULL, (size_t)there.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        (void)close(fd);
    if (at == MAP_FAILED ||
        memcmp(at, EMULATE_MAGIC, sizeof EMULATE_MAGIC) != 0) {
        (void)fprintf(stderr, "prof-patch: %s: cannot be read\n", path);
        return 1;
    }
    plan = at;
    functions = (const struct emulate_function *)(plan + 1);
    units = (const uint32_t *)(functions + plan->n_functions);
    return 0;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
                               int n_arguments, char **arguments)
{
    const size_t skip_plan = sizeof EMULATE_ARGUMENT_PLAN - 1;
    const size_t skip_run = sizeof EMULATE_ARGUMENT_RUN - 1;

    (void)info;
    if (n_arguments != 2 ||
        strncmp(arguments[0], EMULATE_ARGUMENT_PLAN, skip_plan) != 0 ||
        strncmp(arguments[1], EMULATE_ARGUMENT_RUN, skip_run) != 0 ||
        read_plan(arguments[0] + skip_plan))
        return 1;
    emulate_run_begin(plan, arguments[1] + skip_run);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_flush_cb(id, flush);
    qemu_plugin_register_vcpu_syscall_cb(id, enter_kernel);
    qemu_plugin_register_atexit_cb(id, end, NULL);
    return 0;
}
