// Every report of one small program, in every format.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %s prog.c && %cc -O0 prog.c -o prog && ./prog
// RUN: %prof_show lines | FileCheck %s --check-prefix=LINES
// LINES:      {{^}}prog.c:{{$}}
// LINES:      {{^}}           -:[[#BASE:]]:static int half(int n)
// LINES-NEXT: {{^}}           -:[[#BASE+1]]:{
// LINES-NEXT: {{^}}           4:[[#BASE+2]]:    if (n & 1)
// LINES-NEXT: {{^}}           2:[[#BASE+3]]:        return -1;
// LINES-NEXT: {{^}}           2:[[#BASE+4]]:    return n / 2;
// LINES:      {{^}}           0:[[#]]:    return 7;
//
// RUN: %prof_show functions | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS:      calls executions blocks never lines% function
// FUNCTIONS-NEXT: 1 {{[0-9]+ [0-9]+}} 1 100.0 main prog.c:[[#]]
// FUNCTIONS-NEXT: 4 {{[0-9]+ [0-9]+}} 0 100.0 half prog.c:[[#]]
// FUNCTIONS-NEXT: 0 0 {{([0-9]+) [0-9]+}} 0.0 unused prog.c:[[#]]
//
// RUN: %prof_show branches | FileCheck %s --check-prefix=BRANCHES
// BRANCHES:      {{^}}prog.c:[[#]]:[[#]]: true 2, false 2{{$}}
// BRANCHES-NEXT: {{^}}prog.c:[[#]]:[[#]]: true 4, false 1{{$}}
// BRANCHES-NEXT: {{^}}prog.c:[[#]]:[[#]]: true 0, false 1{{$}}
//
// RUN: %prof_show files | FileCheck %s --check-prefix=FILES
// FILES:      % executions lines covered file
// FILES-NEXT: 100.0 [[#]] 8 7 prog.c
//
// RUN: %prof_show coverage | FileCheck %s --check-prefix=COVERAGE
// COVERAGE:      7 8 87.5 2 3 66.7 5 6 83.3 prog.c
// COVERAGE-NEXT: 7 8 87.5 2 3 66.7 5 6 83.3 TOTAL
//
// RUN: %prof_show missing | FileCheck %s --check-prefix=MISSING
// MISSING:      {{^}}prog.c: [[#LINE:]]{{$}}
// MISSING-NEXT: {{^}}prog.c:[[#LINE-2]]: never called: unused{{$}}
//
// RUN: %prof_show blocks | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: prog.c:[[#]]: half
// BLOCKS-NEXT: 4 b2: [[#]]
//
// RUN: %prof_show dump | FileCheck %s --check-prefix=DUMP
// DUMP: function half: {{.*}} marks
//
// RUN: %prof_show lines --format lcov > prog.info
// RUN: FileCheck %s --check-prefix=LCOV < prog.info
// LCOV:      {{^}}SF:prog.c{{$}}
// LCOV-NEXT: {{^}}FN:[[#LINE:]],half{{$}}
// LCOV-NEXT: {{^}}FNDA:4,half{{$}}
// LCOV:      {{^}}FNF:3{{$}}
// LCOV-NEXT: {{^}}FNH:2{{$}}
// LCOV-NEXT: {{^}}BRDA:[[#LINE]],[[#]],0,2{{$}}
// LCOV:      {{^}}DA:[[#LINE+1]],2{{$}}
// LCOV:      {{^}}LF:8{{$}}
// LCOV-NEXT: {{^}}LH:7{{$}}
// LCOV-NEXT: {{^}}end_of_record{{$}}
//
// RUN: %py %source/test/tools/json-reports.py %prof_show
// RUN: not %prof_show files --format lcov 2>&1 | FileCheck %s --check-prefix=NOT
// NOT: prof-show: error: files: not in the format lcov
//
// RUN: %prof_show lines --exclude '*.c' | count 0
// RUN: not %prof_show lines --include 'p*.c' --path-map prog.c=else.c 2>&1 | count 1
// RUN: %prof_show files --root / --path-map $PWD=/elsewhere | FileCheck %s --check-prefix=MAP
// MAP: {{ }}/elsewhere/prog.c
static int half(int n)
{
    if (n & 1)
        return -1;
    return n / 2;
}

static int unused(void)
{
    return 7;
}

int main(int argc, char **argv)
{
    int s = argc - 1;
    (void)argv;
    for (int i = 0; i < 4; i++)
        s += half(i);
    return s == 100 ? unused() : s + 1;
}
