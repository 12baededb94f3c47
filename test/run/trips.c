// With trips=yes each loop tells how often it came round from an entry: as the
// program itself counts, whatever becomes of its loops.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %option:trips=yes %s -o prog -pthread
// RUN: ./prog > named
// RUN: %py %scripts/trips.py %prof_show %s
// RUN: rm prof.out.*
// RUN: %cc -O3 %option:trips=yes %s -o fast -pthread
// RUN: ./fast > named
// RUN: %py %scripts/trips.py %prof_show %s
// RUN: rm prof.out.*
// RUN: %cc %option:trips=yes %option:threads=atomic %s -o atomic -pthread
// RUN: ./atomic > named
// RUN: %py %scripts/trips.py %prof_show %s
// RUN: rm prof.out.*
// RUN: %cc %option:trips=yes %option:place=all %s -o all -pthread
// RUN: ./all > named
// RUN: %py %scripts/trips.py %prof_show %s
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINES = 300 };
static uint64_t left[LINES][64];
static uint64_t entered[LINES];
static volatile int sink;

/* The loop on LINE was left after ROUNDS. */
static void leave(int line, uint64_t rounds)
{
    int bin = 0;
    for (; rounds; rounds >>= 1)
        bin++;
    __atomic_fetch_add(&left[line][bin], 1, __ATOMIC_RELAXED);
}

static void enter(int line)
{
    __atomic_fetch_add(&entered[line], 1, __ATOMIC_RELAXED);
}

static inline int sum(const int *a, int n)
{
    int s = 0, i, line = __LINE__ + 2;
    enter(line);
    for (i = 0; i < n; i++)
        s += a[i];
    leave(line, (uint64_t)i);
    return s;
}

/* Three ways out. */
__attribute__((noinline)) static int find(const int *a, int n, int value)
{
    int i, line = __LINE__ + 2;
    enter(line);
    for (i = 0; i < n; i++) {
        if (a[i] == value) {
            leave(line, (uint64_t)i);
            return i;
        }
        if (a[i] < 0)
            break;
    }
    leave(line, (uint64_t)i);
    return -1;
}

/* One that is left from within another. */
__attribute__((noinline)) static int grid(int rows, int columns, int stop)
{
    int outer = __LINE__ + 3, inner = outer + 3, r, c, s = 0;
    enter(outer);
    sink = 0;
    for (r = 0; r < rows; r++) {
        s += r;
        enter(inner);
        for (c = 0; c < columns; c++) {
            if (r * columns + c == stop) {
                leave(inner, (uint64_t)c);
                leave(outer, (uint64_t)r);
                goto out;
            }
            s ^= c;
        }
        leave(inner, (uint64_t)c);
    }
    leave(outer, (uint64_t)r);
out:
    return s;
}

__attribute__((noinline)) static int halve(unsigned n)
{
    int line = __LINE__ + 3, rounds = 0;
    enter(line);
    do {
        rounds++;
        sink = rounds;
    } while (n /= 2);
    leave(line, (uint64_t)rounds - 1);
    return rounds;
}

/* How often these come round is known when they are compiled. */
__attribute__((noinline)) static unsigned known(unsigned x)
{
    int outer = __LINE__ + 3, inner = outer + 3, i, k;
    enter(outer);
    x ^= 5;
    for (i = 0; i < 10; i++) {
        x += (unsigned)i;
        enter(inner);
        for (k = 0; k < 4; k++)
            x = x * 3 + 1;
        leave(inner, 4);
    }
    leave(outer, 10);
    return x;
}

static jmp_buf away;

__attribute__((noinline)) static void jump(int n)
{
    if (n == 3)
        longjmp(away, 1);
}

/* Left by no edge. */
__attribute__((noinline)) static void lost(void)
{
    int line = __LINE__ + 2;
    enter(line);
    for (int i = 0; i < 9; i++)
        jump(i);
    leave(line, 9);
}

/* Both ways back end a round. */
__attribute__((noinline)) static int skip(int n)
{
    int line = __LINE__ + 2, s = 0, i = 0;
    enter(line);
    while (i < n) {
        i++;
        if (i % 3)
            continue;
        s += i;
    }
    leave(line, (uint64_t)i);
    return s;
}

/* Ends with the optimiser's own arithmetic: nobody waits for this one. */
__attribute__((noinline)) static uint64_t huge(uint64_t n)
{
    int line = __LINE__ + 3;
    uint64_t s = 0, i;
    enter(line);
    for (i = 0; i < n; i++)
        s += 2;
    leave(line, n);
    return s;
}

static void *work(void *argument)
{
    static const int a[20] = {4, 1, 3, 7, -1, 9};
    int n = (int)(intptr_t)argument, s = 0;

    for (int i = 0; i < 20; i++) {
        s += sum(a, i % n) + sum(a, 7);
        s += find(a, i, 3) + find(a, i, 9) + find(a, i, 55);
        s += grid(i, 3, 17) + grid(i % 3, i % 5, 99);
        s += halve((unsigned)i * 77) + skip(i);
        s += (int)known((unsigned)i);
    }
    s += (int)huge(100000);
    sink = s;
    return NULL;
}

int main(void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)(i + 2));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    if (!setjmp(away))
        lost();
    for (int line = 0; line < LINES; line++) {
        if (entered[line])
            printf("%d entered %llu\n", line, (unsigned long long)entered[line]);
        for (int bin = 0; bin < 64; bin++)
            if (left[line][bin])
                printf("%d %d %llu\n", line, bin,
                       (unsigned long long)left[line][bin]);
    }
    return 0;
}
