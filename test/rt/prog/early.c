/* SPDX-License-Identifier: MIT
 *
 * early.c - a library starts the runtime, then calls into the main program,
 * whose constructor has not run: as for a replaced operator new.  Its
 *           destructor calls there too, when the main program's is done.
 */
#include "count.h"

#include <signal.h>

void called_early(void);

#ifdef LIBRARY
__attribute__((constructor)) static void first(void)
{
    COUNT(0);
    for (int i = 0; i < 1000; i++)
        called_early();
}

/* After the main program's destructors. */
__attribute__((destructor)) static void last(void)
{
    called_early();
}
#else
__attribute__((visibility("default"))) void called_early(void)
{
    COUNT(0);
}

int main(int argc, char **argv)
{
    (void)argv;
    COUNT(1);
    return argc > 1 ? raise(SIGKILL) : 0;
}
#endif
