// A function with options of its own is inlined like any other, and inlines; so are those
// behind a `#pragma GCC pop_options`.  Then none of those that are static has code.
// REQUIRES: gcc
// RUN: %plain_cxx -O2 -S %s -o - | FileCheck %s --implicit-check-not='{{^_ZL[5-7](inlined|plain|pushed)}}'
// RUN: %cxx -O2 -S %s -o - | FileCheck %s --implicit-check-not='{{^_ZL[5-7](inlined|plain|pushed)}}'
// CHECK-DAG: {{^}}_Z7inlinesi:
// CHECK-DAG: {{^}}_Z5callsi:
// CHECK-DAG: {{^}}_Z6behindi:
// CHECK-DAG: {{^}}_Z5widerPii:
// As calls would show:
// RUN: %cxx -O2 -fno-inline -S %s -o - | FileCheck %s --check-prefix=CALLS
// CALLS-DAG: {{^}}_ZL7inlinedi
// CALLS-DAG: {{^}}_ZL5plaini
// CALLS-DAG: {{^}}_ZL6pushedi
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

#pragma GCC push_options
#pragma GCC optimize("O2")
static int pushed(int n)
{
    return n * n + 3;
}
#pragma GCC pop_options

int behind(int n)
{
    return inlined(n) + plain(n) + pushed(n) + pushed(n + 3);
}

__attribute__((target("avx2"))) int wider(int *v, int n)
{
    return plain(v[n]) + pushed(v[n + 1]);
}
