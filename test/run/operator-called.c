// An operator behind the brackets of a call, at the end of a line, counts where the call begins:
// its arguments may have been computed less often.  GCC has no line for them.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s
#include <setjmp.h>

static sigjmp_buf env;

static void twice(void)
{
    const int mask = 1;                 //= 3
    volatile int n = 0;                 //= 3
    if (sigsetjmp(                      //= 6
            env                         //= 3
            , mask) ==                  //= 3
        0)                              //= 6
        siglongjmp(env, ++n);           //= 3
}

int main(void)
{
    for (int i = 0; i < 3; i++)         //= 4
        twice();                        //= 3
    return 0;                           //= 1
}
