// A function with options of its own is inlined like any other, and inlines.
// REQUIRES: gcc
// RUN: %plain_cxx -O2 -S %s -o - | FileCheck %s
// RUN: %cxx -O2 -S %s -o - | FileCheck %s
// CHECK-NOT: call{{.*}}{{inlined|plain}}
__attribute__((optimize("O2"))) static int inlined(int n)
{
    return n * n + 1;
}

static int plain(int n)
{
    return n * n + 2;
}

__attribute__((optimize("O2"))) int inlines(int n)
{
    return inlined(n) + inlined(n + 1) + plain(n) + plain(n + 2);
}

int calls(int n)
{
    return inlined(n) + inlined(n + 1) + plain(n) + plain(n + 2);
}
