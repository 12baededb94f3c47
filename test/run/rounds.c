// How often each loop is entered and comes round is the same at all levels, under both
// compilers.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s rounds.c && %cc rounds.c -o prog && env EDGEPROF_FILE=prof.out ./prog
// RUN: %prof_show loops --sort place | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:        rounds        entries         mean  loop
// CHECK-NEXT:            21              3          7.0  rounds.c:42 of
// CHECK-NEXT:             6              3          2.0  rounds.c:46 of
// CHECK-NEXT:            18              3          6.0  rounds.c:48 of
// CHECK-NEXT:            12              3          4.0  rounds.c:55 of
// CHECK-NEXT:            15              3          5.0  rounds.c:58 of
// CHECK-NEXT:             3              3          1.0  rounds.c:60 of
// CHECK-NEXT:             6              3          2.0  rounds.c:64 of
// CHECK-NEXT:             9              3          3.0  rounds.c:68 of
// CHECK-NEXT:            27              9          3.0  rounds.c:69 of
// CHECK-NEXT:             0              0            -  rounds.c:79 never
// CHECK-NEXT:             3              1          3.0  rounds.c:85 main
// RUN: %prof_show loops --top 2 | FileCheck %s --match-full-lines --check-prefix=ROUNDS
// ROUNDS: {{.*}}loop
// ROUNDS-NEXT: 27 9 3.0 rounds.c:69 of
// ROUNDS-NEXT: 21 3 7.0 rounds.c:42 of
// ROUNDS-NOT: {{.}}
// RUN: %prof_show loops --sort entries --top 2 | FileCheck %s --match-full-lines --check-prefix=ENTRIES
// ENTRIES: {{.*}}loop
// ENTRIES-NEXT: 27 9 3.0 rounds.c:69 of
// ENTRIES-NEXT: 21 3 7.0 rounds.c:42 of
// RUN: %prof_show loops --sort mean --top 2 | FileCheck %s --match-full-lines --check-prefix=MEAN
// MEAN: {{.*}}loop
// MEAN-NEXT: 21 3 7.0 rounds.c:42 of
// MEAN-NEXT: 18 3 6.0 rounds.c:48 of
#include <stdio.h>

volatile int sum;
__attribute__((noinline)) void add(int n)
{
    sum += n;
}
__attribute__((noinline)) int less(int a, int b) { return a < b; }
void of(int n)
{
    int i = 0;

    for (i = 0; i < n; i++)
        sum += i;
    i = 0;
    do
        add(i);
    while (++i < 3);
    while (less(i, 9) && n) {
        if (i++ == 4)
            continue;
        sum++;
    }
    i = 0;
    for (;;) {
        if (i++ == 4)
            break;
    }
    while (i-- > 0) { add(1);
    }
    for (i = 0; i < 9; i++)
        if (i == 1)
            break;
again:
    sum++;
    if (i++ < 3)
        goto again;
    for (int a = 0;
         a < 3; a++) {
        for (int b = 0; b < 3; b++)
            switch (b) {
            case 1: add(b); break;
            default: printf("%d\n", b);
            }
    }
}

void never(void)
{
    while (sum)
        add(-1);
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        of(7);
    if (sum < 0)
        never();
    return 0;
}
