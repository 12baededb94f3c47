// Where a program finds its runtime: beside itself, where EDGEPROF_RUNTIME says, in the
// library path, where it was when the program was compiled; and what it says if not.
// RUN: rm -rf %t && mkdir -p %t/ep/lib %t/a %t/b && cd %t && cp %s prog.c
// RUN: cp -r %build/lib/edgeprof ep/lib && cp %rt_so.1 ep/lib && cp %rt_so.1 a && cp %rt_so.1 b
// RUN: mkdir gcc && %gcc -O2 -g -fplugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o gcc/prog
// RUN: mkdir clang && %clang -O2 -g -fpass-plugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o clang/prog
// RUN: %py -B %S/Inputs/runtime-search.py %t/gcc 2>&1
// RUN: %py -B %S/Inputs/runtime-search.py %t/clang 2>&1
//
// One line a process, whatever it consists of.  A name space apart has memory in common.
// RUN: %gcc -fPIC -shared -DLIBRARY -fplugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o liba.so
// RUN: cp liba.so libb.so && rm ep/lib/libedgeprof_rt.so.1
// RUN: %gcc -DLOADS -fplugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o loads ./liba.so
// RUN: ./loads 2> err && FileCheck %s --match-full-lines < err
// RUN: env EDGEPROF_RUNTIME=%t/none LD_LIBRARY_PATH=:%t/none: ./loads 2> err && FileCheck %s --match-full-lines < err
// CHECK-NOT: {{.}}
// CHECK: edgeprof: not counted: libedgeprof_rt.so.1: cannot open shared object file: No such file or directory; nor is it beside the program, in EDGEPROF_RUNTIME, in the library path, or {{/.*}}/ep/lib/libedgeprof_rt.so.1 (EDGEPROF=off silences this)
// CHECK-NOT: {{.}}
// RUN: env EDGEPROF=off ./loads 2> err && count 0 < err
// What cannot be opened, and what is no runtime.
// RUN: cp %s ep/lib/libedgeprof_rt.so.1 && ./loads 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: edgeprof: not counted: {{/.*}}/ep/lib/libedgeprof_rt.so.1: invalid ELF header;
// RUN: cp libb.so ep/lib/libedgeprof_rt.so.1 && ./loads 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: edgeprof: not counted: {{/.*}}/ep/lib/libedgeprof_rt.so.1: undefined symbol: __edgeprof_register;
// RUN: rm ep/lib/libedgeprof_rt.so.1
//
// A static program has no search, only its archive.
// RUN: %gcc -O2 -static -fplugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o static && ./static 2>&1 | FileCheck %s --check-prefix=STATIC --match-full-lines
// RUN: %gcc -O2 -static-pie -fPIE -fplugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o static && ./static 2>&1 | FileCheck %s --check-prefix=STATIC --match-full-lines
// RUN: %clang -O2 -static -fpass-plugin=%t/ep/lib/edgeprof/edgeprof.so prog.c -o static && ./static 2>&1 | FileCheck %s --check-prefix=STATIC --match-full-lines
// STATIC: edgeprof: not counted: the program is static, and linked without libedgeprof_rt.a (EDGEPROF=off silences this)
// RUN: env EDGEPROF=off ./static 2> err && count 0 < err
// RUN: %gcc -O2 -static -fplugin=%t/ep/lib/edgeprof/edgeprof.so prog.c %rt_a -o static && ./static 2> err && count 0 < err
//
// The line harms nobody: no reader, no room, no rights.
// RUN: %py -B %S/Inputs/runtime-line.py %t/loads
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined LIBRARY
int library(void)
{
    return 0;
}
#elif defined LOADS
int library(void);

int main(void)
{
    if (dlerror() || library() || !dlopen("./libb.so", RTLD_NOW) || !dlmopen(LM_ID_NEWLM, "./libb.so", RTLD_NOW))
        return 1;
    if (fork())
        return wait(0) == -1;
    return !dlmopen(LM_ID_NEWLM, "./libb.so", RTLD_NOW);
}
#else
int main(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];

    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "libedgeprof_rt.so.1"))
            fputs(strchr(line, '/'), stdout);
    return 0;
}
#endif
