/* SPDX-License-Identifier: MIT
 *
 * alternate.c - loads and unloads two libraries in turn, which then lie in the
 * same place.  PLAIN: has no counters itself.
 */
#ifndef PLAIN
#include "count.h"
#endif
#include <dlfcn.h>

int main(int argc, char **argv)
{
    for (int i = 0; i < 100; i++) {
        void *library = dlopen(argv[1 + i % (argc - 1)], RTLD_NOW);
        int (*call)(void) = library ? (int (*)(void))dlsym(library, "call") : 0;
        if (!call || call() || dlclose(library))
            return 1;
    }
    return 0;
}
