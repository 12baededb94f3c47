// A function that two objects hold is in the program once; if that is a copy without
// counters, the function is not counted, rather than called 0 times: in every report, after
// prof-merge, and before gates.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && git init -q .
// RUN: %plain_cxx -DOTHER -c %s -o other.o && %cxx -c %s -o main.o
// RUN: %plain_cxx other.o main.o -o prog && ./prog
// RUN: %prof_show functions 2> err | FileCheck %s && FileCheck %s --check-prefix=NOTE < err
// CHECK:      {{^ *}}1 {{.*}} main {{.*}}uncounted-copy.cc:
// CHECK:      {{^ *}}10 {{.*}} only_here(int) {{.*}}uncounted-copy.cc:
// CHECK:      {{^ *}}- {{.*}} twice(int) {{.*}}uncounted-copy.cc:[[#]], not counted here
// CHECK-NEXT: {{^ *}}- {{.*}} int thrice<int>(int) {{.*}}uncounted-copy.cc:[[#]], not counted here
// CHECK-NEXT: {{^ *}}- {{.*}} Base::area() {{.*}}uncounted-copy.cc:[[#]], not counted here
// CHECK-NEXT: {{^ *}}- {{.*}} strong() {{.*}}uncounted-copy.cc:[[#]], not counted here
// NOTE: prof-show: note: 4 functions are not counted here: code from objects without counters took their place; the first is _Z5twicei
// RUN: %prof_show functions --format json 2> err | %py -c "import json, sys; r = json.load(sys.stdin); assert [u['name'] for u in r['uncounted']] == ['twice(int)', 'int thrice<int>(int)', 'Base::area()', 'strong()'], r; assert not {u['symbol'] for u in r['uncounted']} & {f['symbol'] for f in r['functions']}"
// RUN: %prof_show lines 2> err | FileCheck %s --check-prefix=LINES
// LINES: {{^ *}}-:{{.*}}return n + n; // twice
// LINES: {{^ *}}-:{{.*}}return n + n + n; // thrice
// LINES: {{^ *}}10:{{.*}}return n + 1; // only_here
// RUN: %prof_show missing 2> err && %prof_show check --fail-under-functions 100 --fail-under-lines 100 2> err
// RUN: %prof_show coverage --format lcov 2> err > info && not grep -e twice -e thrice -e strong -e 'Base' info && grep only_here info
// What the program was, its sum still knows.
// RUN: %prof_merge -o sum && mv prog gone && %prof_show functions sum 2> err | FileCheck %s && FileCheck %s --check-prefix=NOTE < err
// Without symbols nobody can tell.
// RUN: mv gone prog && strip prog && rm prof.out.* && ./prog && %prof_show functions 2>&1 | FileCheck %s --check-prefix=STRIPPED
// STRIPPED-DAG: {{^ *}}0 {{.*}} twice(int)
// The other order, in which the strong one is taken as well; and both, of which one counts.
// RUN: rm prof.out.* && %plain_cxx main.o other.o -o prog && ./prog && %prof_show functions 2> err | FileCheck %s --check-prefix=COUNTED --implicit-check-not='not counted'
// COUNTED-DAG: {{^ *}}13 {{.*}} twice(int)
// COUNTED-DAG: {{^ *}}11 {{.*}} int thrice<int>(int)
// COUNTED-DAG: {{^ *}}2 {{.*}} Base::area()
// COUNTED-DAG: {{^ *}}- {{.*}} strong() {{.*}}, not counted here
// RUN: mv prof.out.* first.prof && %plain_cxx other.o main.o -o second && ./second && %prof_show functions first.prof prof.out.* 2> err | FileCheck %s --check-prefix=BOTH --implicit-check-not='not counted'
// BOTH-DAG: {{^ *}}13 {{.*}} twice(int)
// BOTH-DAG: {{^ *}}- {{.*}} strong() {{.*}}, not counted here
#define APART __attribute__((noinline))

APART inline int twice(int n)
{
    return n + n; // twice
}

template <class T> APART T thrice(T n)
{
    return n + n + n; // thrice
}

struct Base {
    APART virtual int area()
    {
        return twice(1);
    }
};

#ifdef OTHER
int strong()
{
    return 1;
}

int other(int n)
{
    Base base;
    return base.area() + twice(n) + thrice(n);
}
#else
int other(int n);

__attribute__((weak)) int strong()
{
    return 2;
}

APART inline int only_here(int n)
{
    return n + 1; // only_here
}

int main()
{
    int sum = strong();

    for (int i = 0; i < 10; i++)
        sum += twice(only_here(i)) + thrice(i);
    Base base;
    return base.area() + other(sum) == 0;
}
#endif
