/* SPDX-License-Identifier: MIT
 *
 * count.h - what the plugin would put into a module, by hand: a section of
 * counters, increments through the thread's delta, the module's constructor.
 * N_COUNTERS may be set before; EARLY leaves the constructor to the test.
 */
#ifndef COUNT_H
#define COUNT_H

#include <dlfcn.h>
#include <edgeprof/abi.h>
#include <edgeprof/edgeprof.h>
#include <stddef.h>

#ifndef N_COUNTERS
#define N_COUNTERS 8
#endif
#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

__asm__(".pushsection edgeprof_cnts,\"aw\",@nobits\n"
        ".balign 8\n"
        ".globl test_counters\n.hidden test_counters\n"
        "test_counters: .zero 8*" TEXT(N_COUNTERS) "\n"
                                                   ".popsection\n");

extern uint64_t __start_edgeprof_cnts[], __stop_edgeprof_cnts[];
#pragma GCC visibility push(hidden)
extern uint64_t __start_edgeprof_cnts[], __stop_edgeprof_cnts[];
#pragma GCC visibility pop

#ifdef ATOMIC
#define INCREMENT "lock incq "
#else
#define INCREMENT "incq %%gs:"
#endif
#define COUNTER(i) "test_counters+8*(" TEXT(i) ")(%%rip)"
#define COUNT(i)   __asm__ volatile(INCREMENT COUNTER(i)::: "cc", "memory")
#define ADD(i, constraint, value)                                   \
    __asm__ volatile("addq %0, %%gs:" COUNTER(i)::constraint(value) \
                     : "cc", "memory")

void __edgeprof_register(struct edgeprof_module *) __attribute__((weak));
void __edgeprof_unregister(struct edgeprof_module *) __attribute__((weak));
#ifndef STATIC
extern __typeof__(dlopen) dlopen __attribute__((weak));
#endif

__attribute__((visibility("hidden"))) const struct edgeprof_api *__edgeprof_api;

static struct edgeprof_module test_module = {
    EDGEPROF_MODULE_VERSION,
#ifdef SHARED
    EDGEPROF_MODULE_SHARED,
#elif defined ATOMIC
    EDGEPROF_MODULE_ATOMIC,
#else
    EDGEPROF_MODULE_PRIVATE,
#endif
    __start_edgeprof_cnts,   __stop_edgeprof_cnts, RT_PATH, &__edgeprof_api};

static void (*test_unregister)(struct edgeprof_module *);

__attribute__((constructor(2))) static void test_begin(void)
{
    void (*enroll)(struct edgeprof_module *) = __edgeprof_register;
    test_unregister = __edgeprof_unregister;
#ifndef STATIC
    if (!enroll) {
        void *rt = dlopen(RT_PATH, RTLD_NOW | RTLD_LOCAL);
        if (rt) {
            enroll = (void (*)(struct edgeprof_module *))dlsym(
                rt, "__edgeprof_register");
            test_unregister = (void (*)(struct edgeprof_module *))dlsym(
                rt, "__edgeprof_unregister");
        }
    }
#endif
    if (enroll)
        enroll(&test_module);
}

__attribute__((destructor(2))) static void test_end(void)
{
    if (test_unregister)
        test_unregister(&test_module);
}

#endif
