// GCC makes one call of those that end both arms, if nothing keeps them apart: its place
// is that of one arm, where then two frames seem to stand.  (Clang makes one of them, too,
// but that is of no line then: the run stays one that is cut off.)
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:frames=yes %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_merge -o merged --core core prof.out.* 2>&1 | count 0
// RUN: %counts --all %s merged
#include <string.h>

static volatile int sink;
static char *volatile nowhere;
static volatile size_t size = 4;
static void fill(int n);

__attribute__((noinline)) static void choose(int n)
{
    if (n % 2) {         //= 2
        sink += 2;       //= 1
        fill(n);         //= 1
        sink--;          //= 0
    } else {
        sink += 3;       //= 1
        fill(n);         //= 1
        sink--;          //= 0
    }
    sink++;              //= 0
}

__attribute__((noinline)) static void fill(int n)
{
    if (n == 0)                   //= 2
        memset(nowhere, 0, size); //= 1
    else
        choose(n - 1);            //= 1
    sink++;                       //= 0
}

int main(void)
{
    choose(1);           //= 1
    sink++;              //= 0
    return 0;            //= 0
}
