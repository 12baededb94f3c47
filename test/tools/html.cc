// The pages say what the reports say, hold together, and are the same for the
// same runs.
// RUN: rm -rf %t && mkdir -p "%t/a & <b>" && cd %t && cp %s "a & <b>/prog.cc"
// RUN: %cxx "a & <b>/prog.cc" -o prog && ./prog
// RUN: %prof_show html -o pages && %prof_show html -o again && diff -r pages again
// RUN: %py %source/test/tools/Inputs/pages.py %prof_show pages
// RUN: FileCheck %s --input-file pages/index.html
// CHECK: <title>Execution counts</title>
// CHECK: <a href="prog.cc.{{[0-9a-f]+}}.html">a &amp; &lt;b&gt;/prog.cc</a>
// CHECK: #L[[#]]">int half&lt;int&gt;(int)</a>
// CHECK: 1 runs, edgeprof
//
// RUN: sh -c '%prof_show html; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NO-DIR --match-full-lines
// RUN: sh -c '%prof_show lines -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NO-DIR --match-full-lines
// NO-DIR: prof-show: error: html and -o DIR go together
// RUN: sh -c '%prof_show html -o no/such; test $? = 1' 2>&1 | FileCheck %s --check-prefix=MAKE --match-full-lines
// MAKE: prof-show: error: no/such: No such file or directory
// RUN: sh -c '%prof_show html -o prog; test $? = 1' 2>&1 | FileCheck %s --check-prefix=FILE --match-full-lines
// FILE: prof-show: error: prog/style.css: Not a directory
template <class T> static T half(T x)
{
    return x > 3 ? x / 2 : x;
}

int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += half(i);
    if (s > 100)
        return argv == nullptr;
    return s + argc < 0 || s == 77;
}
