/* SPDX-License-Identifier: MIT
 *
 * far.c - few of many counters, on both sides of what the runtime passes over.
 */
#define N_COUNTERS 5000
#include "count.h"

int main(void)
{
    COUNT(511);
    COUNT(512);
    COUNT(1535);
    COUNT(3072);
    COUNT(4999);
    return 0;
}
