/* SPDX-License-Identifier: MIT
 *
 * foreign.c - something else has set the GS base before the runtime starts.
 */
#include "count.h"

static char other[4096];

static void take_gs(void)
{
    __asm__ volatile("wrgsbase %0" ::"r"(other));
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(void) = take_gs;

int main(void)
{
    return 0;
}
