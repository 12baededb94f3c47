// A line has the sum of its instances, and is one line; functions are listed by
// instance, demangled; the compiler's own decisions are no branches.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %s one.cc && %cxx one.cc -o prog && ./prog
// RUN: %prof_show lines | FileCheck %s --check-prefix=LINES
// LINES: {{^ *}}7:[[#LINE:]]:    return x > 3
// RUN: %prof_show functions | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS-DAG: {{^ *}}5 {{.*}} int half<int>(int) one.cc:
// FUNCTIONS-DAG: {{^ *}}2 {{.*}} double half<double>(double) one.cc:
// RUN: %prof_show branches | FileCheck %s --check-prefix=BRANCHES --implicit-check-not=one.cc
// BRANCHES: one.cc:[[#]]:12: true 3, false 4
// BRANCHES: one.cc:[[#]]:21: true 5, false 1
#include <string>

template <class T> static T half(T x)
{
    return x > 3 ? x / 2 : x;
}

int main()
{
    std::string text = "x";
    int s = 0;
    for (int i = 1; i < 6; i++)
        s += half(i);
    s += (int)half(3.5) + (int)half(2.5);
    text += "y";
    return s < 0;
}
