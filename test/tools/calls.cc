// Who calls whom: each arc's calls and lines, of functions that are inlined, of those
// of other libraries, and by pointers; also from a merged file, without the program.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.cc && %cxx prog.cc -o prog
// RUN: env EDGEPROF_FILE=run ./prog > out
// RUN: %prof_show calls run | FileCheck %s --match-full-lines
// CHECK: {{ +}}calls  caller -> callee
// CHECK-NEXT: {{ +}}26  many(int) prog.cc:41 -> twice(int)
// CHECK-NEXT: {{ +}}13  many(int) prog.cc:41 -> (by a pointer)
// CHECK-DAG: {{ +}}4  main prog.cc:55 -> shape::~shape()
// CHECK-DAG: {{ +}}4  shape::~shape() prog.cc:48 -> twice(int)
// CHECK-DAG: {{ +}}2  main prog.cc:55 -> many(int)
// CHECK-DAG: {{ +}}2  main prog.cc:55 -> (by a pointer)
// CHECK-DAG: {{ +}}2  main prog.cc:55 -> std::unique_ptr<int, std::default_delete<int> >::get() const
// CHECK-DAG: {{ +}}1  main prog.cc:55 -> fails(int)
// CHECK-DAG: {{ +}}1  main prog.cc:55 -> operator new(unsigned long)
// CHECK-DAG: {{ +}}1  main prog.cc:55 -> __cxa_begin_catch
// CHECK-DAG: {{ +}}1  fails(int) prog.cc:50 -> __cxa_throw
// CHECK-DAG: {{ +}}0  main prog.cc:55 -> puts
// RUN: %prof_merge -o merged run && mv prog elsewhere && %prof_show calls merged > got
// RUN: %prof_show calls --binary elsewhere run > want && cmp want got
//
// --function is of either end; other reports do not have it.
// RUN: %prof_show calls --function 'twice*' merged | FileCheck %s --check-prefix=TWICE
// TWICE: {{ +}}26  many(int) prog.cc:41 -> twice(int)
// TWICE-NEXT: {{ +}}4  shape::~shape() prog.cc:48 -> twice(int)
// TWICE-NOT: {{.}}
// RUN: not %prof_show coverage --function 'twice*' merged 2>&1 | FileCheck %s --check-prefix=LINES
// LINES: error: --function: coverage is not by function
//
// JSON has the lines.
// RUN: %prof_show calls --function main --format json merged > out.json
// RUN: %py -c 'import json; a = {x.get("callee_symbol"): x for x in json.load(open("out.json"))["calls"]}; s = a["_ZL4manyi"]["sites"]; assert s == [{"file": "prog.cc", "line": n, "calls": 1} for n in (60, 65)], s'
#include <cstdio>
#include <memory>

static int twice(int x)
{
    return 2 * x;
}
int (*volatile hook)(int) = twice;
static void many(int n)
{
    for (int i = 0; i < n; i++)
        twice(twice(i)), hook(i);
}
struct shape {
    virtual int area() const { return 2; }
    ~shape() { twice(1); }
};
static void fails(int n)
{
    if (n)
        throw n;
}
int main(int argc, char **)
{
    std::unique_ptr<int> owner(new int(3));
    shape shapes[2];
    const shape *volatile some = shapes;
    many(10);
    if (argc > 5)
        std::puts("no");
    for (int i = 0; i < 2; i++)
        owner.get(), some->area();
    many(3);
    try {
        fails(argc);
    } catch (int) {
    }
    for (int i = 0; i < 2; i++)
        shape();
}
