// prof-patch PROGRAM runs it by its own name, with its arguments, input and status; the
// file is made once, and anew when the program or what is wanted of it has changed.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: echo hello | %py %S/Inputs/status.py 7 %prof_patch ./prog -v --output 2>&1 | FileCheck %s --match-full-lines
// CHECK: ./prog -v --output hello prog
// RUN: ls cache/edgeprof | wc -l | FileCheck %s --check-prefix=ONE
// ONE: {{^}}1{{$}}
// RUN: echo again | %py %S/Inputs/status.py 7 %prof_patch ./prog && ls cache/edgeprof | wc -l | FileCheck %s --check-prefix=ONE
// RUN: echo again | %py %S/Inputs/status.py 7 %prof_patch --functions main ./prog && ls cache/edgeprof | wc -l | FileCheck %s --check-prefix=TWO
// TWO: {{^}}2{{$}}
// RUN: %prof_show functions --format json > out.json
// RUN: %py -c 'import json; f = {x["name"]: x["calls"] for x in json.load(open("out.json"))["functions"]}; assert f["main"] == 3 and f["other"] == 2, f'
// RUN: %plain_cc -DMORE %s -o prog && echo x | %py %S/Inputs/status.py 8 %prof_patch ./prog
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>

__attribute__((noinline)) int other(int n)
{
    return n + 7;
}

int main(int argc, char **argv)
{
    char line[80];

    for (int i = 0; i < argc; i++)
        printf("%s ", argv[i]);
    if (scanf("%79s", line) == 1)
        printf("%s ", line);
    printf("%s\n", program_invocation_short_name);
    /* A closed pipe still ends the program. */
    if (signal(SIGPIPE, SIG_DFL) != SIG_DFL)
        return 1;
#ifdef MORE
    return other(1);
#else
    return other(0);
#endif
}
