/* SPDX-License-Identifier: MIT
 *
 * A library that calls back, by a function that has no name once it is stripped.
 */
static volatile int times;

static __attribute__((noinline)) void hidden(void (*function)(int), int ms)
{
    function(ms);
    times++;
}

void call_back(void (*function)(int), int ms)
{
    hidden(function, ms);
    times++;
}
