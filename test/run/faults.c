// A fault anywhere: of the frame that it ends, a line is at most one too high, also
// where the compiler has put several passes of a loop behind each other; of functions
// that it was to call, inlined, one per call.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog
// RUN: for n in 0 1 2 3 4 5 7 9 11 13 16 19 23 27 31 36 41; do not --crash ./prog $n && %counts %s && rm prof.out.* || exit 1; done
#include "Inputs/score.h"
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static volatile char *cursor; // in front of a page that must not be read
static volatile int sink;

/* Faults, or adds to the score of a line; no way round. */
#define STEP(line) (sink = *cursor++, score[line]++)

static inline void twice(int n)
{
    if (n > 3)
        STEP(11);               //= [11] + 2
    STEP(12);                   //= [12] + 2
}

__attribute__((noinline)) static int loops(int n)
{
    STEP(0);                    //= [0] + 1
    score[13]++;
    twice(n);                   //= [13] + 1
    twice(n);                   //= [14] + 1
    score[14]++;
    for (int i = 0; i < 4; i++)
        STEP(1);                //= [1] + 1
    for (int i = 0; i < n; i++)
        STEP(2);                //= [2] + 1
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            STEP(3);            //= [3] + 1
    for (int i = 0; i < 4; i++) {
        if (i & 1)
            STEP(4);            //= [4] + 1
        else
            STEP(5);            //= [5] + 1
        STEP(6);                //= [6] + 1
    }
    do {
        STEP(7);                //= [7] + 1
        STEP(8);                //= [8] + 1
    } while (--n > 1);
    for (;;) {
        STEP(9);                //= [9] + 1
        if (n++ == 4)
            STEP(10);           //= [10] + 1
    }
}

int main(int argc, char **argv)
{
    char *pages = mmap(0, 2 * PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    score_open();
    mprotect(pages + PAGE, PAGE, PROT_NONE);
    cursor = pages + PAGE - atoi(argv[argc - 1]);
    return loops(argc + 3);     //= 1
}
