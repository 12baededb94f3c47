// A function with options of its own is inlined like any other, and inlines.  Then
// neither of the two that are static has code.
// REQUIRES: gcc
// RUN: %plain_cxx -O2 -S %s -o - | FileCheck %s --implicit-check-not='{{^_ZL[57](inlined|plain)}}'
// RUN: %cxx -O2 -S %s -o - | FileCheck %s --implicit-check-not='{{^_ZL[57](inlined|plain)}}'
// CHECK-DAG: {{^}}_Z7inlinesi:
// CHECK-DAG: {{^}}_Z5callsi:
// As calls would show:
// RUN: %cxx -O2 -fno-inline -S %s -o - | FileCheck %s --check-prefix=CALLS
// CALLS-DAG: {{^}}_ZL7inlinedi
// CALLS-DAG: {{^}}_ZL5plaini
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
