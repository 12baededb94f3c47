// A count that follows from others is never below 0, unless a counter is wrong: then
// that is said.  A run that was cut off may have such counts, since frames were alive.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc -O1 prog.c -o prog
// RUN: EDGEPROF_FILE=run ./prog
// RUN: %py %source/test/tools/Inputs/negative.py %prof_show run | FileCheck %s
// CHECK: clean: prof-show: note: 2 functions would have a count below 0, shown as 0; the first is often
// CHECK: cut: prof-show: note: 1 functions would have a count below 0, shown as 0; the first is either
static volatile int sink;

// It has no counter.  What came to it is what came to `either` less what `seldom` has,
// and that a module's note says.  In `either`, the graph says it.
__attribute__((always_inline)) static inline void often(void)
{
    sink = 1;
}

__attribute__((always_inline)) static inline void seldom(void)
{
    sink = 2;
}

__attribute__((noinline)) static void either(int often_true)
{
    if (__builtin_expect(often_true, 1))
        often();
    else
        seldom();
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        either(i < 4);
    return 0;
}
