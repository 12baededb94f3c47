/* SPDX-License-Identifier: MIT
 *
 * library.c - a counted library; its destructor counts too.  With FLUSHES,
 * call() adds more than one, in every form that the compilers use.
 */
#include "count.h"

int call(void);

__attribute__((visibility("default"))) int call(void)
{
    COUNT(1);
#ifdef FLUSHES
    ADD(3, "re", 2L);
    ADD(4, "re", 1000L);
    long three = 3;
    ADD(5, "r", three);
    register long four __asm__("r12") = 4;
    ADD(6, "r", four);
#endif
    return 0;
}

__attribute__((destructor(102))) static void late(void)
{
    COUNT(2);
}
