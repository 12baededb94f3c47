// Calls of a const function are each made and counted; under calls=assume-pure
// the optimiser may merge them, and nothing else is assumed.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c
// RUN: %cc -O2 -c -DCALLEE prog.c -o callee.o
// RUN: %cc -O2 prog.c callee.o -o prog && ./prog
// RUN: %prof_show functions | FileCheck %s --check-prefix=EXACT
// EXACT: {{^ *}}2 {{.*}} square prog.c:
// RUN: rm prof.out.*
// RUN: %cc -O2 %option:calls=assume-pure prog.c callee.o -o prog && ./prog
// RUN: %prof_show functions 2>&1 | FileCheck %s --check-prefix=MERGED --implicit-check-not=assumption
// MERGED-DAG: {{^ *}}1 {{.*}} main prog.c:
// MERGED-DAG: {{^ *}}1 {{.*}} square prog.c:
#ifdef CALLEE
int square(int n)
{
    return n * n;
}
#else
__attribute__((const)) int square(int n);

int main(int argc, char **argv)
{
    (void)argv;
    return square(argc) + square(argc) == 0;
}
#endif
