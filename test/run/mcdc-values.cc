// Decisions that are values: what is returned, assigned, an argument, negated, kept beside a
// temporary. Each operand has its outcomes, and is judged, as in an "if".
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
// RUN: %prof_show mcdc --function "v_*" > text && FileCheck %s --match-full-lines < text
// RUN: %prof_show missing --mcdc | FileCheck %s --check-prefix=MISSING
// RUN: sh -c '%prof_show check --fail-under-mcdc 99; test $? = 2' | FileCheck %s --check-prefix=GATE
// RUN: %prof_show mcdc --function "v_argument*" --format json | FileCheck %s --check-prefix=JSON
// RUN: %prof_show html --mcdc -o pages && cat pages/mcdc-values.cc.*.html | FileCheck %s --check-prefix=HTML
// RUN: env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && rm prof.out.* && ./prog
// RUN: %counts %s && %prof_show mcdc --function "v_*" | diff text -
//
// What was not known of (a || b) && c is, and of a call whose value is returned at once.
// RUN: env EDGEPROF_OPTIONS=mcdc=yes %cxx %s -o prog && rm prof.out.* && ./prog
// RUN: %counts %s && %prof_show mcdc --function "v_[st]*" | FileCheck %s --check-prefix=WAYS --match-full-lines
static volatile int sink;

__attribute__((noinline)) static int same(int n)
{
    return n;
}

__attribute__((noinline)) static bool is_set(int n)
{
    return n & 1;
}

struct guard {
    explicit guard(int n) : set(n) {}
    ~guard() { sink = set; }
    bool ok() const { return set; }
    int set;
};

static int v_returned(int a, int b)
{
    return a && b;
}

static bool v_inner(int a, bool b, int c)
{
    return a > 2 && (b || !(c > 3 && c < 9)); //= 4
}

static void v_assigned(int a, int b)
{
    bool x = false;
    x = a ||     //= 3
        b == 2;  //= 2
    sink = x;    //= 3
}

static void v_argument(int a, int b)
{
    sink = same(a && b);
}

static int v_negated(int a, int b)
{
    return !(a && b) + 1;
}

static int v_group(int a, int b, int c)
{
    int x;
    x = a && !(b || c);
    return x;
}

static bool v_object(int a)
{
    bool x = a && guard(a - 1).ok();
    return x;
}

static int v_round(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)              //= 9
        sum += (i & 1) && (i & 2 || i & 4);  //= 8
    return sum;                              //= 1
}

static int v_chosen(int n)
{
    return n > 1 && n < 4 ? 7 : 8;
}

static int v_shared(int a, int b, int c)
{
    return (a || b) && c;
}

static bool v_tail(int a, int b)
{
    return a && is_set(b);
}

int main()
{
    sink = v_returned(0, 0), sink = v_returned(1, 0), sink = v_returned(1, 1);
    sink = v_inner(3, false, 4), sink = v_inner(3, false, 9), sink = v_inner(0, false, 0),
    sink = v_inner(3, true, 0);
    v_assigned(0, 0), v_assigned(0, 2), v_assigned(1, 0);
    v_argument(0, 0), v_argument(1, 1);
    sink = v_negated(0, 0), sink = v_negated(1, 0), sink = v_negated(1, 1);
    sink = v_group(1, 0, 0), sink = v_group(1, 1, 0), sink = v_group(0, 0, 0);
    sink = v_object(0), sink = v_object(1), sink = v_object(2);
    sink = v_round(8);
    sink = v_chosen(1), sink = v_chosen(2), sink = v_chosen(3);
    sink = v_shared(1, 0, 0), sink = v_shared(0, 1, 1), sink = v_shared(0, 0, 1);
    sink = v_tail(1, 1), sink = v_tail(1, 2), sink = v_tail(0, 0);
}

// CHECK:      {{.*}}mcdc-values.cc:[[#]]:12: 2 of 2 conditions shown, 2 by unique cause
// CHECK-NEXT:            2 true, 1 false: `a` shown
// CHECK-NEXT:            1 true, 1 false: `b` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:12: 3 of 4 conditions shown, 3 by unique cause
// CHECK-NEXT:            3 true, 1 false: `a > 2` shown
// CHECK-NEXT:            1 true, 2 false: `b` shown
// CHECK-NEXT:            2 true, 0 false: `c > 3` not shown: it was never false
// CHECK-NEXT:            1 true, 1 false: `c < 9` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:9: 2 of 2 conditions shown, 2 by unique cause
// CHECK-NEXT:            1 true, 2 false: `a` shown
// CHECK-NEXT:            1 true, 1 false: `b == 2` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:17: 1 of 2 conditions shown, 1 by unique cause
// CHECK-NEXT:            1 true, 1 false: `a` shown
// CHECK-NEXT:            1 true, 0 false: `b` not shown: it was never false
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:14: 2 of 2 conditions shown, 2 by unique cause
// CHECK-NEXT:            2 true, 1 false: `a` shown
// CHECK-NEXT:            1 true, 1 false: `b` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:9: 2 of 3 conditions shown, 2 by unique cause
// CHECK-NEXT:            2 true, 1 false: `a` shown
// CHECK-NEXT:            1 true, 1 false: `b` shown
// CHECK-NEXT:            0 true, 1 false: `c` not shown: it was never true
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:14: 2 of 2 conditions shown, 2 by unique cause
// CHECK-NEXT:            2 true, 1 false: `a` shown
// CHECK-NEXT:            1 true, 1 false: `guard(a - 1).ok()` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:21: 1 of 1 conditions shown, 1 by unique cause
// CHECK-NEXT:            8 true, 1 false: `i < n` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:17: 3 of 3 conditions shown, 3 by unique cause
// CHECK-NEXT:            4 true, 4 false: `i & 1` shown
// CHECK-NEXT:            2 true, 2 false: `i & 2` shown
// CHECK-NEXT:            1 true, 1 false: `i & 4` shown
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:12: 1 of 2 conditions shown, 1 by unique cause
// CHECK-NEXT:            2 true, 1 false: `n > 1` shown
// CHECK-NEXT:            2 true, 0 false: `n < 4` not shown: it was never false
// CHECK-NEXT: {{.*}}mcdc-values.cc:[[#]]:13: 1 of 3 conditions shown, 0 by unique cause
// CHECK-NEXT:            1 true, 2 false: `a` not known: the counts do not tell
// CHECK-NEXT:            1 true, 1 false: `b` not known: the counts do not tell
// CHECK-NEXT:            1 true, 1 false: `c` shown by masking, not known by unique cause
// MISSING: mcdc-values.cc:[[#]]:29: `c > 3` alone was never shown to decide: it was never false
// MISSING: mcdc-values.cc:[[#]]:22: `b` alone was never shown to decide: it was never false
// GATE: mcdc: {{.*}}, wanted 99 %: failed
// GATE: {{.*}}mcdc-values.cc:[[#]]: never shown to decide at column 22: {{.*}}same(a && b)
// JSON: "conditions":2,"covered":1,"unique":1,"unknown":0,"whole":true,{{.*}}"column":22,"true":{"count":1,"decided":1,"decided_most":1},"false":{"count":0,"decided":0,"decided_most":0},"masking":"not shown"
// HTML: sink = same(a &amp;&amp; <u title="never false">b</u>);{{.*}}MC/DC: 1 of 2 conditions</summary><br><em>`b` alone was never shown to decide: it was never false</em>
// WAYS:      {{.*}}mcdc-values.cc:[[#]]:13: 2 of 3 conditions shown, 1 by unique cause
// WAYS-NEXT:            1 true, 2 false: `a` not shown: it never decided while it was true
// WAYS-NEXT:            1 true, 1 false: `b` shown
// WAYS-NEXT:            1 true, 1 false: `c` shown by masking, not by unique cause
// WAYS-NEXT: {{.*}}mcdc-values.cc:[[#]]:12: 2 of 2 conditions shown, 2 by unique cause
// WAYS-NEXT:            2 true, 1 false: `a` shown
// WAYS-NEXT:            1 true, 1 false: `is_set(b)` shown
