// The laws of adding, subtracting, scaling, choosing, and of min, max and
// intersection, on random runs of a program full of decisions.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc -O2 prog.c -o prog
// RUN: %py -B %source/test/tools/Inputs/algebra.py %prof_merge %prof_show
//
// What is no part of the sum cannot be taken out; what has no such label is
// not there; a wrong number is one.
// RUN: sh -c '%prof_merge -o out a.prof --subtract ab.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=PART
// PART: prof-merge: error: ab.prof: not a part of the sum: it has 8 runs, the sum 4
// RUN: sh -c '%prof_merge -o out a.prof --subtract b.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=COUNTS
// COUNTS: prof-merge: error: b.prof: not a part of the sum: it has more runs with the label
// RUN: sh -c '%prof_merge -o out a.prof --only none; test $? = 3' 2>&1 | FileCheck %s --check-prefix=LABEL --match-full-lines
// LABEL: prof-merge: error: no usable profile has that label
// RUN: %py -B %source/test/format/make.py format
// RUN: sh -c '%prof_merge -o out format/good-run-labels.prof --only two; test $? = 3' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: prof-merge: warning: format/good-run-labels.prof: the program that merged it kept no counts of the runs with the label two; skipped
// RUN: sh -c '%prof_merge -o out a.prof --scale 0.5; test $? = 1' 2>&1 | FileCheck %s --check-prefix=SCALE --match-full-lines
// SCALE: prof-merge: error: --scale 0.5: not a whole number above 0
// RUN: not test -e out
// RUN: sh -c '%prof_show diff a.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=DIFF
// DIFF: prof-show: error: diff: wants two inputs
//
// What they look like.
// RUN: ./prog 1 && mv prof.out.* one && ./prog 5 && mv prof.out.* five
// RUN: %prof_show diff one five | FileCheck %s --check-prefix=LINES
// LINES:      {{^}}functions:{{$}}
// LINES-NEXT: {{^}}~           [[#]]           [[#]]  [[#]].[[#]]  [[#]].[[#]]  step prog.c:[[#]]  x0.[[#]]{{$}}
// LINES:      {{^}}prog.c:{{$}}
// LINES-NEXT: {{^}}~            5            4:[[#]]:    if (n % 2 && n % 3)
// LINES:      {{^}}+            0            3:[[#]]:        n /= 5;
// LINES:      {{^}}-            5            0:[[#]]:    return n;
// LINES:      {{^}}2 lines newly run, 1 no more, 5 at other counts{{$}}
// The same as a page, which holds together.
// RUN: %prof_show diff one five --format html > page.html && xmllint --html --noout page.html 2> log && FileCheck %s --check-prefix=PAGE < page.html
// PAGE: <h2>Functions</h2>
// PAGE: <tr class="q"><td>otherwise</td><td class="n">[[#]]</td><td class="n">[[#]]</td><td class="n">x0.[[#]]</td>{{.*}}step<small>prog.c:[[#]]</small></td></tr>
// PAGE: <h2>prog.c</h2>
// PAGE: <tr class="q"><td>otherwise</td><td class="n">5</td><td class="n">4</td><td class="n">[[#]]</td><td class="code">    if (n % 2 &amp;&amp; n % 3)</td></tr>
// PAGE: <tr class="h"><td>newly</td><td class="n">0</td><td class="n">3</td><td class="n">[[#]]</td><td class="code">        n /= 5;</td></tr>
// PAGE: <tr class="m"><td>no more</td><td class="n">5</td><td class="n">0</td><td class="n">[[#]]</td><td class="code">    return n;</td></tr>
// What is to be known of both is said once.
// RUN: %cc -O0 prog.c -o gone && ./gone 3 && rm gone && mv prof.out.* gone.prof
// RUN: %prof_show coverage one gone.prof --min five 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE:     prof-show: note:
// ONCE-NOT: prof-show: note:
#include <stdlib.h>

static unsigned step(unsigned n)
{
    if (n % 2 && n % 3)
        n = n * 3 + 1;
    else if (n % 5 == 0)
        n /= 5;
    switch (n % 7) {
    case 0:
        return n + 1;
    case 1:
    case 2:
        return n * 5;
    case 3:
        n ^= 12;
    }
    return n;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;

    for (unsigned i = 0; i < n % 11; i++)
        n = step(n) % 1000;
    if (n == 5 || n == 0)
        return 55;
    return step(n) == 77;
}
