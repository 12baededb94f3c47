// edgeprof.so opens the adapter that lies beside it, whatever link it was named by; where
// there is none, it says what to install, or that the release is not supported.
// RUN: rm -rf %t && mkdir -p %t/lib %t/links && cd %t && cp %s prog.c
// RUN: cp %build/lib/edgeprof/edgeprof.so lib && cp %build/lib/edgeprof/%gcc.so lib
// RUN: ln -s ../lib/edgeprof.so links/edgeprof.so
// RUN: %gcc -c -g -fplugin=links/edgeprof.so prog.c -o prog.o && readelf -S prog.o | FileCheck %s --check-prefix=OBJECT
// OBJECT: .edgeprof.notes
// RUN: not %clang -c -g -fpass-plugin=links/edgeprof.so prog.c 2>&1 | FileCheck %s --check-prefix=LLVM -DLIB=%t/lib
// LLVM: edgeprof: error: no adapter for LLVM [[RELEASE:[0-9]+]]; adapters in [[LIB]]/: gcc-{{[0-9]+}}; install the package edgeprof-clang-[[RELEASE]], or build edgeprof where that compiler's plugin headers are installed
// RUN: %plain_cc prog.c -o prog -ldl
// RUN: not ./prog lib/edgeprof.so 10.4.0 2>&1 | FileCheck %s --check-prefix=OLD -DLIB=%t/lib
// OLD: edgeprof: error: GCC 10 is not supported; adapters in [[LIB]]/: gcc-{{[0-9]+$}}
// RUN: rm lib/gcc-*.so
// RUN: not ./prog lib/edgeprof.so 11.2.0 2>&1 | FileCheck %s --check-prefix=NONE -DLIB=%t/lib
// NONE: edgeprof: error: no adapter for GCC 11; adapters in [[LIB]]/: none; install the package edgeprof-gcc-11,
#include <dlfcn.h>

/* What a GCC does whose release is ARGV[2]. */
int main(int argc, char **argv)
{
    const char *version[5] = {argc > 2 ? argv[2] : "", "", "", "", ""};
    void *plugin = dlopen(argv[1], RTLD_NOW);
    int (*init)(void *, const char **) = 0;

    if (plugin)
        *(void **)&init = dlsym(plugin, "plugin_init");
    return init ? init(0, version) : 2;
}
