/* SPDX-License-Identifier: MIT
 *
 * foreign.c - something else has set the GS base before the runtime starts.
 */
#define _GNU_SOURCE
#include "count.h"

#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static char other[4096];

static void take_gs(void)
{
    (void)syscall(SYS_arch_prctl, ARCH_SET_GS, other);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(void) = take_gs;

int main(void)
{
    return 0;
}
