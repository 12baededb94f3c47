// check: got and wanted for each gate, the uncovered places, exit status 2.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %s prog.c && %cc prog.c -o prog && ./prog
// RUN: %prof_show check --fail-under-lines 50 --fail-under-functions 50% --fail-under-branches 50 | FileCheck %s --check-prefix=PASS
// PASS:      {{^}}lines: 50.0 % (1 of 2), wanted 50 %: passed{{$}}
// PASS-NEXT: {{^}}functions: 50.0 % (1 of 2), wanted 50 %: passed{{$}}
// PASS-NEXT: {{^}}branches: 50.0 % (1 of 2), wanted 50 %: passed{{$}}
// RUN: sh -c '%prof_show check --fail-under-lines 50.1 --fail-under-branches 51; test $? = 2' | FileCheck %s --check-prefix=FAIL
// FAIL:      {{^}}lines: 50.0 % (1 of 2), wanted 50.1 %: failed{{$}}
// FAIL-NEXT: {{^}}  prog.c:[[#LINE:]]:     return 7;{{$}}
// FAIL-NEXT: {{^}}branches: 50.0 % (1 of 2), wanted 51 %: failed{{$}}
// FAIL-NEXT: {{^}}  prog.c:[[#LINE+5]]: never true:      return argc > 1 ?
// RUN: sh -c '%prof_show check --fail-under-functions 51; test $? = 2' | FileCheck %s --check-prefix=FUNCTION
// FUNCTION:      {{^}}functions: 50.0 % (1 of 2), wanted 51 %: failed{{$}}
// FUNCTION-NEXT: {{^}}  prog.c:[[#]]: never:  static int never(void){{$}}
//
// No line at all fails the gate of lines; no function and no branch is well.
// RUN: sh -c '%prof_show check --exclude "*" --fail-under-lines 1; test $? = 2' | FileCheck %s --check-prefix=NONE
// NONE: lines: - % (0 of 0), wanted 1 %: failed
// RUN: %prof_show check --exclude "*" --fail-under-functions 1 --fail-under-branches 1
//
// Wrong usage is 1, nothing to read is 3.
// RUN: sh -c '%prof_show check; test $? = 1' 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: prof-show: error: check: no gate: name one with --fail-under-lines P, --rules FILE or --ratchet FILE
// RUN: sh -c '%prof_show check --fail-under-lines 101; test $? = 1' 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: prof-show: error: --fail-under-lines 101: not a percentage from 0 to 100
// RUN: rm prof.out.*
// RUN: sh -c '%prof_show check --fail-under-lines 1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: prof-show: error: no usable profile: neither prof.out nor prof.out.* is here
static int never(void)
{
    return 7;
}

int main(int argc, char **argv)
{
    return argc > 1 ? never() + (argv == 0) : 0;
}
