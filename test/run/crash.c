// A process that a signal ends leaves its stacks in its raw file, which is its owner's alone:
// what the frames never came to is 0, in all tools, and the run is not cut off.  Its status
// is what it would be, and the program does not see that there is a handler.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:frames=yes %s -o prog -Wl,--build-id
// RUN: not --crash ./prog && %prof_show lines 2>&1 >lines | count 0
// RUN: %counts --all %s prof.out.*
// RUN: %prof_merge -o merged prof.out.* 2>&1 | count 0
// RUN: %counts --all %s merged
// RUN: stat -c %%a prof.out.* | FileCheck %s --check-prefix=MODE
// Without the program that counted, nothing is known of its frames:
// RUN: %cc %option:frames=yes %s -o prog -Wl,--build-id -DOTHER
// RUN: %prof_merge -o merged prof.out.* 2>&1 | FileCheck %s --check-prefix=CUT
// MODE: {{^}}600{{$}}
// CUT: 1 of 1 runs cut off
#include <signal.h>
#include <stdlib.h>

static volatile int sink;
#ifdef OTHER
int other;
#endif

static void on_abort(int number)
{
    sink += number;                           //= 1
    signal(number, SIG_DFL);                  //= 1
    raise(number);                            //= 1
}

__attribute__((noinline)) static int check(int number)
{
    struct sigaction old;
    sigaction(number, NULL, &old);            //= 3
    if (old.sa_handler != SIG_DFL)            //= 3
        _Exit(1);                             //= 0
    if (signal(number, SIG_IGN) != SIG_DFL || //= 3
        signal(number, SIG_DFL) != SIG_IGN)   //= 3
        _Exit(1);                             //= 0
    return signal(number, SIG_DFL) != SIG_DFL; //= 3
}

__attribute__((noinline)) static int deep(int n)
{
    if (n == 0) {                             //= 4
        sink++;                               //= 1
        abort();                              //= 1
    }
    sink++;                                   //= 3
    n = deep(n - 1);                          //= 3
    sink++;                                   //= 0
    return n;                                 //= 0
}

int main(void)
{
    if (check(SIGSEGV) || check(SIGTERM) || check(SIGABRT)) //= 1
        return 1;                             //= 0
    signal(SIGABRT, on_abort);                //= 1
    sink += deep(3);                          //= 1
    sink++;                                   //= 0
    return sink;                              //= 0
}
