// Counted code that no runtime serves, in a program that one serves: the increments
// by a register, whichever it is, must not write where the program's counters are.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -DLIBRARY -fPIC -shared -nostdlib %s -o apart.so
// RUN: %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=loops=memory %cc -DLIBRARY -fPIC -shared -nostdlib %s -o apart.so && ./prog
#ifdef LIBRARY
/* Leaves rbp and r12 for the counters' address, as in near-threads.c. */
#define OTHERS "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r13", "r14", "r15"

unsigned fold(volatile unsigned *into, const unsigned *from, unsigned n);

unsigned fold(volatile unsigned *into, const unsigned *from, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        *into ^= from[i] >> 1;
    for (volatile unsigned i = 0; i < n; i++) {
        asm volatile("" ::: OTHERS);
        ++*into;
    }
    return *into;
}
#else
#define _GNU_SOURCE
#include <dlfcn.h>

int main(void)
{
    unsigned from[64];
    unsigned into = 0;                                          //= 1
    unsigned (*fold)(volatile unsigned *, const unsigned *, unsigned);
    void *apart = dlmopen(LM_ID_NEWLM, "./apart.so", RTLD_NOW); //= 1

    if (!apart)                                 //= 1
        return 2;                               //= 0
    *(void **)&fold = dlsym(apart, "fold");     //= 1
    for (unsigned i = 0; i < 64; i++)           //= 65
        from[i] = 2 * i;                        //= 64
    return fold(&into, from, 64) != 64;         //= 1
}
#endif
