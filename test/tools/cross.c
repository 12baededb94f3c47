// A compiler for another machine is told in one line what is supported.  GCC's cannot even
// open an adapter: its types are others (NUM_POLY_INT_COEFFS is 2 for AArch64).
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c
// RUN: not aarch64-linux-gnu-%gcc -g -fplugin=%plugin -c prog.c 2>&1 | FileCheck %s --check-prefix=GCC
// GCC: edgeprof: error: target aarch64-linux-gnu is not supported, expected x86_64 Linux
// GCC-NEXT: cc1: error: failed to initialize plugin {{.*$}}
// GCC-NOT: {{.}}
// RUN: not %clang --target=aarch64-linux-gnu -g -fpass-plugin=%plugin -c prog.c 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG: error: edgeprof: target aarch64-unknown-linux-gnu is not supported, expected x86_64 Linux
// CLANG-NEXT: 1 error generated.
// CLANG-NOT: {{.}}
// RUN: not ls prog.o
//
// Nor is an adapter built for one.
// RUN: not cmake -S %source -B build -DEDGEPROF_GCC=aarch64-linux-gnu-%gcc 2>&1 | FileCheck %s --check-prefix=BUILD
// BUILD: edgeprof: aarch64-linux-gnu-{{gcc-[0-9]+}}: target aarch64-linux-gnu is not
// BUILD-NEXT: supported, expected x86_64 Linux
int main(void)
{
    return 0;
}
