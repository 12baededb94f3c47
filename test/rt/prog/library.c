/* SPDX-License-Identifier: MIT
 *
 * library.c - a counted library; its destructor counts too.
 */
#include "count.h"

int call(void);

__attribute__((visibility("default"))) int call(void)
{
    COUNT(1);
    return 0;
}

__attribute__((destructor(102))) static void late(void)
{
    COUNT(2);
}
