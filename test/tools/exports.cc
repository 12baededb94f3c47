// Every format for other tools says what our own JSON says, and the tools that
// Debian has read it: lcov, gcovr, diff-cover, xmllint, an object model of SARIF.  The
// folder's name has characters that mean something to each of them.
// RUN: rm -rf %t && mkdir -p "%t/a & <b>|c" && cd %t && git init -q . && cp %s "a & <b>|c/prog.cc"
// RUN: %cxx "a & <b>|c/prog.cc" -o prog && ./prog
// RUN: %py -B %source/test/tools/Inputs/exports.py %prof_show %source/test/tools/Inputs
//
// RUN: %prof_show coverage --format markdown | FileCheck %s --check-prefix=MARKDOWN --match-full-lines
// MARKDOWN:      {{[|]}} File | Lines | Functions | Branches |
// MARKDOWN-NEXT: |:-----|------:|----------:|---------:|
// MARKDOWN-NEXT: {{[|]}} `a & <b>\|c/prog.cc` | 63.6 % (7/11) | 75.0 % (3/4) | 40.0 % (2/5) |
// MARKDOWN-NEXT: {{[|]}} **Total** | 63.6 % (7/11) | 75.0 % (3/4) | 40.0 % (2/5) |
// Code ends with as many backticks as it begins with.
// RUN: mkdir ticks && cd ticks && cp ../a*/prog.cc '`a``b.cc' && %cxx '`a``b.cc' -o prog && ./prog
// RUN: %prof_show coverage --format markdown | FileCheck %s --check-prefix=TICKS
// RUN: cd ..
// TICKS: {{^[|]}} {{```}} ticks/`a``b.cc {{```}} | 63.6 % (7/11)
// RUN: %prof_show missing --format github | FileCheck %s --check-prefix=GITHUB --match-full-lines
// GITHUB:      ::warning file=a & <b>|c/prog.cc,line=[[#LINE:]],endLine={{[0-9]+}},title=Not covered::lines {{[0-9]+ to [0-9]+}} never ran
// GITHUB:      ::warning file=a & <b>|c/prog.cc,line=[[#LINE-2]],endLine=[[#LINE-2]],title=Not covered::never(int) was never called
// GITHUB-NEXT: ::warning file=a & <b>|c/prog.cc,line=[[#LINE+7]],endLine=[[#LINE+7]],col=5,title=Not covered::never case {{.*}}
// RUN: not %prof_show files --format lcov 2>&1 | FileCheck %s --check-prefix=NOT --match-full-lines
// NOT: prof-show: error: files: not in the format lcov
// RUN: not %prof_show lines --format xml 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: prof-show: error: --format xml: no such format; known are text, json, jsonl, lcov,
template <class T> static T half(T x)
{
    return x / 2;
}

static int never(int n)
{
    n++;
    return n;
}

int main(int argc, char **argv)
{
    int s = half(argc) + (int)half(2.0);
    switch (s) {
    case 7:
        return never(s);
    case 1:
        s += argv != nullptr;
    default:
        s += 2;
    }
    if (s > 100)
        s -= 7;
    return s == 12345;
}
