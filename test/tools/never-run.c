// --binary over a build tree: what was built and never ran counts as not
// covered, functions that two programs share are one.
// RUN: rm -rf %t && mkdir -p %t/build/bin %t/build/obj && cd %t && cp %s prog.c
// RUN: %cc -DA prog.c -o build/bin/a && %cc -DB prog.c -o build/bin/b && %cc -c prog.c -o build/obj/prog.o
// RUN: echo text > build/bin/readme && ./build/bin/a
// RUN: %prof_show functions | FileCheck %s --check-prefix=ONE --implicit-check-not=only_b
// ONE-DAG: {{^ *}}1 {{.*}} shared prog.c:
// RUN: %prof_show functions --binary build 2>&1 | FileCheck %s --check-prefix=ALL
// ALL-DAG: {{^ *}}1 {{.*}} shared prog.c:
// ALL-DAG: {{^ *}}0 {{.*}} only_b prog.c:
// RUN: %prof_show coverage | FileCheck %s --check-prefix=SMALL
// SMALL: 3 3 100.0 3 3 100.0 0 0 - TOTAL
// RUN: %prof_show coverage --binary build | FileCheck %s --check-prefix=LARGE
// LARGE: 3 5 60.0 3 4 75.0 0 0 - TOTAL
int shared(void)
{
    return 0;
}

#ifdef B
int only_b(void)
{
    return 0;
}
#else
int only_a(void)
{
    return 0;
}
#endif

int main(void)
{
#ifdef B
    return only_b() + shared();
#else
    return only_a() + shared();
#endif
}
