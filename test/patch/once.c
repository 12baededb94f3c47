// --once: a run's counts are 0 or 1, also where threads come to new code together; what the
// program says is the same, and reports say what the counts are.  Counts of several runs
// add up to how many of them executed it.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog -pthread
// RUN: ./prog > want && %prof_patch --once -o counted prog && EDGEPROF_FILE=run ./counted > got && cmp want got
// RUN: %prof_show instructions --format json run > out.json
// RUN: %py -c 'import json; o, = json.load(open("out.json"))["objects"]; f = {x["name"]: [i["count"] for i in x["instructions"]] for x in o["functions"]}; assert all(c in (0, 1) for x in f.values() for c in x) and f["known"] == [1] * 7 + [0] * 2 + [1] and not any(f["never"]), f'
// It is what full counts say, instruction by instruction.
// RUN: %prof_patch -o all prog && EDGEPROF_FILE=whole ./all > got && %prof_show instructions --format json whole > all.json
// RUN: %py -c 'import json; a, b = [{i["address"]: min(i["count"], 1) for f in json.load(open(x))["objects"][0]["functions"] for i in f["instructions"]} for x in ("out.json", "all.json")]; assert a == b, sorted(set(a.items()) ^ set(b.items()))'
// RUN: %py %S/Inputs/calls.py %prof_show run main=1 work=1 known=1 never=0 child=1
// RUN: %prof_show functions run 2>&1 | FileCheck %s
// CHECK: functions were watched until they had run once: a run counts as 1, however often it did
// A child's file has what it was first to execute.
// RUN: ls run.* && %prof_show instructions --format json --function child run.* > child.json
// RUN: %py -c 'import json; f = json.load(open("child.json"))["objects"][0]["functions"][0]; c = [i["count"] for i in f["instructions"]]; assert c[0] == 0 and 1 in c, c'
// RUN: EDGEPROF_FILE=two ./counted > got && EDGEPROF_FILE=three ./counted > got && %prof_merge -o sum run two three
// RUN: %py %S/Inputs/calls.py %prof_show sum main=3 work=3 known=3 never=0 child=3
// So it is run, with its libraries, and beside the file that counts.
// RUN: %plain_cc -shared -fPIC -DLIBRARY %s -o liblib.so && %plain_cc -DUSES %s -o uses -L. -llib -Wl,-rpath,'$ORIGIN'
// RUN: env XDG_CACHE_HOME=%t/cache EDGEPROF_FILE=both %prof_patch --once --objects 'liblib*' ./uses && %py %S/Inputs/calls.py %prof_show both main=1 library=1
// RUN: env XDG_CACHE_HOME=%t/cache EDGEPROF_FILE=full %prof_patch --objects 'liblib*' ./uses && %py %S/Inputs/calls.py %prof_show full main=1 library=9
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int library(int n);

#if defined LIBRARY

int library(int n)
{
    return n / 3;
}

#elif defined USES

int main(void)
{
    volatile int sum = 0;

    for (int i = 0; i < 9; i++)
        sum += library(i);
    return sum == 9 ? 0 : 1;
}

#else

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

long known(long n);
__asm__(".text\n"
        ".globl known\n"
        ".type known,@function\n"
        "known:\n"
        "\tmov %rdi, %rcx\n"
        "\txor %eax, %eax\n"
        "\tjrcxz 2f\n"
        "1:\tinc %rax\n"
        "\tloop 1b\n"
        "2:\tcmp $0, %rax\n"
        "\tjg 3f\n"
        "\tdec %rax\n"
        "\tjmp 3f\n"
        "3:\tret\n"
        ".size known, .-known\n");

static pthread_barrier_t together;
static volatile long sink;

NOINLINE void never(void)
{
    abort();
}

NOINLINE long work(long n)
{
    long sum = 0;

    for (long i = 0; i < n; i++)
        switch (i % 9) {
        case 0: sum += 3; break;
        case 1: sum ^= i; break;
        case 2: sum += i & 1 ? 5 : sink; break;
        case 3: sum -= 11; break;
        case 4: sum *= 3; break;
        case 5: sum += sum % 7 == 3 ? 1 : 2; break;
        case 6: sum = ~sum; break;
        case 7: sum <<= 1; break;
        default: sum += known(3);
        }
    return sum;
}

static void *thread(void *result)
{
    pthread_barrier_wait(&together);
    *(long *)result = work(100000);
    return NULL;
}

NOINLINE int child(int here)
{
    if (sink == 77)
        never();
    if (here) {
        __asm__ volatile("nop");
        return 0;
    }
    __asm__ volatile("nop; nop");
    return 3;
}

int main(void)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    long results[THREADS];
    int status = 0;

    pthread_barrier_init(&together, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, thread, &results[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        printf("%ld\n", results[i]);
    child(1);
    fflush(stdout);
    if (fork() == 0)
        _exit(child(0));
    wait(&status);
    printf("%d\n", WEXITSTATUS(status));
    return 0;
}

#endif
