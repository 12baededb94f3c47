// What cmake --install gives works wherever it is moved to: plugin, runtime and
// tools find each other there.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env DESTDIR=%t/stage cmake --install %build --prefix /opt/edgeprof > log
// RUN: mv stage/opt/edgeprof moved && cp %s prog.c
// RUN: readelf -d moved/lib/libedgeprof_rt.so | FileCheck %s --check-prefix=SONAME
// SONAME: soname: [libedgeprof_rt.so.1]
// RUN: readelf -d moved/lib/edgeprof/*.so moved/lib/*.so moved/bin/* | FileCheck %s --check-prefix=DYNAMIC --implicit-check-not=RPATH --implicit-check-not=RUNPATH
// DYNAMIC: NEEDED
// A compiler loads neither libelf nor zlib for its adapter.
// RUN: readelf -d moved/lib/edgeprof/%gcc.so moved/lib/edgeprof/llvm-*.so | FileCheck %s --check-prefix=ADAPTER --implicit-check-not=libelf --implicit-check-not=libz
// ADAPTER: NEEDED
// RUN: %gcc -O2 -g -fplugin=%t/moved/lib/edgeprof/edgeprof.so prog.c -o by-gcc
// RUN: %clang -O2 -g -fpass-plugin=%t/moved/lib/edgeprof/edgeprof.so prog.c -o by-clang
// RUN: ./by-gcc > maps && FileCheck %s -DAT=%t/moved --check-prefix=MAPS < maps
// RUN: ./by-clang > maps && FileCheck %s -DAT=%t/moved --check-prefix=MAPS < maps
// MAPS: [[AT]]/lib/libedgeprof_rt.so.1{{$}}
// RUN: moved/bin/prof-merge -o all.prof && rm prof.out.*
// RUN: moved/bin/prof-show functions all.prof | FileCheck %s --match-full-lines
// CHECK: {{ *}}2 {{.*}} main prog.c:[[#]]
// RUN: %gcc -O2 -fplugin=%t/moved/lib/edgeprof/edgeprof.so -fplugin-arg-edgeprof-profile=all.prof prog.c -c
//
// With the runtime named on the link line, as a static program must.
// RUN: %gcc -static -g -fplugin=%t/moved/lib/edgeprof/edgeprof.so prog.c moved/lib/libedgeprof_rt.a -o static
// RUN: ./static > maps && moved/bin/prof-show functions | FileCheck %s --check-prefix=STATIC
// STATIC: {{^ *}}1 {{.*}} main prog.c:
// RUN: test -r moved/include/edgeprof/edgeprof.h -a -r moved/share/man/man1/prof-show.1
// RUN: %gcc -I moved/include -DAPI -g -fplugin=%t/moved/lib/edgeprof/edgeprof.so prog.c -Lmoved/lib -ledgeprof_rt -Wl,-rpath,%t/moved/lib -o api
// RUN: rm prof.out.* && ./api > maps && test -s snapshot
#include <stdio.h>
#ifdef API
#include <edgeprof/edgeprof.h>
#endif

int main(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];

    while (maps && fgets(line, sizeof line, maps))
        fputs(line, stdout);
#ifdef API
    return edgeprof_snapshot("snapshot");
#else
    return 0;
#endif
}
