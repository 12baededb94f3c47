// Bars beside the counts; and how many lines, blocks and functions ran how often.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc prog.c -o prog && env EDGEPROF_FILE=prof.out ./prog
// RUN: %prof_show lines --histogram | FileCheck %s --check-prefix=BARS --strict-whitespace
// BARS:          {{^}}           1 #                   :[[#ONE:]]:    int i
// BARS:          {{^}}        2001 ####################:[[#ONE+2]]:    for
// BARS:          {{^}}        1000 ##########          :[[#ONE+4]]:            sum
// BARS:          {{^}}           0                     :[[#ONE+6]]:        i = 0
// BARS:          {{^}}           -                     :[[#ONE+8]]:}
// RUN: %prof_show lines --histogram=log | FileCheck %s --check-prefix=LOG --strict-whitespace
// LOG:           {{^}}           1 ##                  :[[#ONE:]]:    int i
// LOG:           {{^}}        2001 ####################:[[#ONE+2]]:    for
// LOG:           {{^}}        1000 ##################  :[[#ONE+4]]:            sum
// LOG:           {{^}}           0                     :[[#ONE+6]]:        i = 0
// RUN: %prof_show histogram | FileCheck %s --check-prefix=CLASSES --match-full-lines --strict-whitespace
//      CLASSES:     executions from     lines                        blocks                      functions
// CLASSES-NEXT:                   0         2 #############               3 ###############             1 ####################
// CLASSES-NEXT:                   1         3 ####################        4 ####################        1 ####################
// CLASSES-NEXT:                  10         0                             0                             0
// CLASSES-NEXT:                 100         0                             0                             0
// CLASSES-NEXT:                1000         3 ####################        4 ####################        0
// RUN: %prof_show histogram --format json | %py -c "import json, sys; c = json.load(sys.stdin)['classes']; assert [(k['from'], k['functions']) for k in c] == [(0, 1), (1, 1), (10, 0), (100, 0), (1000, 0)], c"
// RUN: sh -c '%prof_show lines --histogram=sqrt; test $? = 1' 2>&1 | FileCheck %s --check-prefix=SQRT --match-full-lines
// SQRT: prof-show: error: --histogram=sqrt: neither --histogram nor --histogram=log
// RUN: sh -c '%prof_show files --histogram; test $? = 1' 2>&1 | FileCheck %s --check-prefix=FILES --match-full-lines
// FILES: prof-show: error: --histogram goes with lines as text, without --time
int sum;

int never(void)
{
    return sum;
}

int main(void)
{
    int i = 0;

    for (i = 0; i < 2000; i++)
        if (i % 2)
            sum += i;
    if (sum == 0)
        i = 0;
    return 0;
}
