/* A pool is read as the sum of its runs: with the same reports, and labels; a raw file
 * beside it, of a killed process, is one run more.
 *
 * RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog
 * RUN: env EDGEPROF_FILE=%%p.prof EDGEPROF_LABEL=a ./prog
 * RUN: env EDGEPROF_FILE=%%p.prof EDGEPROF_LABEL=b ./prog x
 * RUN: not --crash env EDGEPROF_FILE=%%p.prof EDGEPROF_LABEL=b ./prog x x
 * RUN: %prof_merge -q -o apart *.prof && rm *.prof
 * RUN: env EDGEPROF_FILE=%%m.prof EDGEPROF_LABEL=a ./prog
 * RUN: env EDGEPROF_FILE=%%m.prof EDGEPROF_LABEL=b ./prog x
 * RUN: not --crash env EDGEPROF_FILE=%%m.prof EDGEPROF_LABEL=b ./prog x x
 * RUN: ls *.prof | FileCheck %s --check-prefix=FILES --implicit-check-not=prof
 * RUN: %prof_merge -q -o pooled *.prof
 * RUN: %prof_show dump apart > apart.txt && %prof_show dump pooled > pooled.txt
 * RUN: diff apart.txt pooled.txt
 * RUN: %prof_show tests %s:29 *.prof | FileCheck %s --check-prefix=TESTS
 * RUN: %prof_show lines ????????????????.prof | FileCheck %s
 *
 * FILES-DAG: {{^[0-9]{1,8}.prof}}
 * FILES-DAG: {{^[0-9a-f]{16}.prof}}
 * TESTS: b
 * TESTS-NOT: a
 */
#include <signal.h>

static int twice(int n)
{
    // CHECK: 1:[[@LINE+1]]:
    return n + n;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) // CHECK: 2:[[@LINE]]:
        twice(argc); // CHECK: 1:[[@LINE]]:
    if (argc > 2)
        raise(SIGKILL); // CHECK: 0:[[@LINE]]:
    return 0;
}
