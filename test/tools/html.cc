// The pages say what the reports say, hold together, and are the same for the
// same runs.
// RUN: rm -rf %t && mkdir -p "%t/a & <b>" && cd %t && git init -q . && cp %s "a & <b>/prog.cc"
// RUN: %cxx "a & <b>/prog.cc" -o prog && ./prog
// RUN: %prof_show html -o pages && %prof_show html -o again && diff -r pages again
// RUN: %py %source/test/tools/Inputs/pages.py %prof_show pages "a & <b>/prog.cc"
// RUN: %prof_show html --single-file -o one.html && %prof_show html --single-file -o again.html && cmp one.html again.html
// RUN: %py %source/test/tools/Inputs/pages.py %prof_show one.html "a & <b>/prog.cc"
// RUN: FileCheck %s --input-file pages/index.html
// CHECK: <title>Execution counts</title>
// CHECK: <summary><span class="row"><span>a &amp; &lt;b&gt;</span>
// CHECK: <a href="prog.cc.{{[0-9a-f]+}}.html">prog.cc</a>
// CHECK: <td class="code">int half&lt;int&gt;(int)</td>
// CHECK: <td class="n">10{{.*}}001</td><td class="code">s += half(i);</td>
// CHECK: <p>1 run</p>
//
// Instances of a template share lines, whose sum is shown; who never ran which
// is with each.
// RUN: cat pages/prog.cc.*.html | FileCheck %s --check-prefix=INSTANCE
// INSTANCE: double half&lt;double&gt;(double)</a><small>one of 2 instances</small><small>never ran: <a href="#L[[LINE:[0-9]+]]">[[LINE]]</a></small>
// INSTANCE: int half&lt;int&gt;(int)</a><small>one of 2 instances</small><details class="calls"><summary>1 caller, 0 callees</summary>
// INSTANCE-NEXT: from<ul>
// INSTANCE-NEXT: <li>10{{.*}}001 <a href="#L[[#]]">main</a></li>
// INSTANCE-NEXT: </ul>
// INSTANCE-NEXT: </details></td>
//
// So are those of main, which calls both instances.
// RUN: cat pages/prog.cc.*.html | FileCheck %s --check-prefix=CALLEES
// CALLEES:      main</a><details class="calls"><summary>0 callers, 2 callees</summary>
// CALLEES-NEXT: to<ul>
// CALLEES-NEXT: <li>1 <a href="#L[[#]]">double half&lt;double&gt;(double)</a></li>
// CALLEES-NEXT: <li>10{{.*}}001 <a href="#L[[#]]">int half&lt;int&gt;(int)</a></li>
//
// An operand that lacks an outcome is marked.
// RUN: cat pages/prog.cc.*.html | FileCheck %s --check-prefix=OPERAND
// OPERAND: <code>    if (<u title="never true">s &gt; 1000000000</u>)<i>
// OPERAND: <code>    return <u title="never true">s + argc &lt; 0</u> || <u title="never true">s == 77</u>;<i>
//
// With trips=yes a loop says how often it came round.
// RUN: mkdir trips && cd trips && %cxx -fplugin-arg-edgeprof-trips=yes %s -o prog && ./prog && %prof_show html -o pages && cd ..
// RUN: cat trips/pages/html.cc.*.html | FileCheck %s --check-prefix=TRIPS
// TRIPS: i++)<i>{{.*}}</i><i><details><summary>entries: 1, rounds of each: 10001.0</summary> left after 8192-16383: 1</details></i></code>
//
// Gates are judged by html as well, if they are named.
// RUN: sh -c '%prof_show html -o gates --fail-under-lines 99 --fail-under-functions 10; test $? = 2'
// RUN: FileCheck %s --input-file gates/index.html --check-prefix=GATES
// GATES: <details><summary class="verdict failed"><span>lines: [[#]].[[#]] % ([[#]] of [[#]]), wanted 99 %</span> <strong>failed</strong></summary>
// GATES-NEXT: <p class="place"><a href="prog.cc.{{.*}}.html#L[[#]]">a &amp; &lt;b&gt;/prog.cc:[[#]]</a> <code>s = 3;</code></p>
// GATES: <p class="verdict passed"><span>functions:
//
// RUN: %prof_show html -o titled --title "prog <1> & more" && FileCheck %s --input-file titled/index.html --check-prefix=TITLE
// TITLE: <title>prog &lt;1&gt; &amp; more</title>
// TITLE: <h1>prog &lt;1&gt; &amp; more</h1>
// TITLE: <footer>edgeprof {{[0-9.]+}}, of what was built 20{{[0-9]+-[0-9]+-[0-9]+ [0-9]+:[0-9]+}} UTC</footer>
// RUN: sh -c '%prof_show lines --title x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=UNTITLED --match-full-lines
// UNTITLED: prof-show: error: --title goes with html
// RUN: sh -c '%prof_show lines --single-file; test $? = 1' 2>&1 | FileCheck %s --check-prefix=SINGLE --match-full-lines
// SINGLE: prof-show: error: --single-file goes with html
// RUN: sh -c '%prof_show html; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NO-DIR --match-full-lines
// NO-DIR: prof-show: error: html: name the folder with -o DIR
// RUN: sh -c '%prof_show lines -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NO-HTML --match-full-lines
// NO-HTML: prof-show: error: -o goes with html; other reports are written to standard output
// RUN: sh -c '%prof_show html -o no/such; test $? = 1' 2>&1 | FileCheck %s --check-prefix=MAKE --match-full-lines
// MAKE: prof-show: error: no/such: No such file or directory
// RUN: sh -c '%prof_show html -o prog; test $? = 1' 2>&1 | FileCheck %s --check-prefix=FILE --match-full-lines
// FILE: prof-show: error: prog/style.css: Not a directory
template <class T> static T half(T x)
{
    if (x < 0)
        x = -x;
    return x > 3 ? x / 2 : x;
}

int main(int argc, char **argv)
{
    int s = 0;
    for (int i = -10000; i <= 0; i++)
        s += half(i);
    switch (argc) {
    case 1:
        s += (int)half(2.5);
        break;
    case 2:
    case 3:
        s = 3;
    }
    if (s > 1000000000)
        return argv == nullptr;
    return s + argc < 0 || s == 77;
}
