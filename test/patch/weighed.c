// --profile: counters are where earlier runs counted least.  Counts are the same, and sums
// are one; what is no profile, or another program's, is said or of no use.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: %prof_patch -o guessed prog && EDGEPROF_FILE=first ./guessed
// RUN: %prof_patch --profile first -o weighed prog && EDGEPROF_FILE=second ./weighed
// RUN: %prof_merge -q -o both first second
// RUN: %py %S/Inputs/weighed.py %prof_show first second both
// In the cache there is one for each profile, and one without.
// RUN: cp second third && export XDG_CACHE_HOME=%t/cache && %prof_patch --profile second ./prog && %prof_patch --profile third ./prog && %prof_patch ./prog && %prof_patch --profile third ./prog
// RUN: ls cache/edgeprof | wc -l | FileCheck %s --check-prefix=THREE
// THREE: {{^}}3{{$}}
// RUN: %prof_patch --profile none -o none prog 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: none: No such file or directory; counters are where a guess has them
// RUN: not %prof_patch --profile first --once prog 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: not %prof_patch --profile first --emulate prog 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: error: --profile: neither --emulate nor --once fits
// RUN: %plain_cc -DOTHER %s -o prog && %prof_patch --profile first -o other prog && EDGEPROF_FILE=last ./other
// RUN: %plain_cc -shared -fPIC -DLIBRARY %s -o libwork.so && %plain_cc -DUSES %s -o uses -L. -lwork -Wl,-rpath,%t
// RUN: EDGEPROF_FILE=one %prof_patch --objects 'libwork*' ./uses && EDGEPROF_FILE=two %prof_patch --profile one --objects 'libwork*' ./uses
// RUN: %prof_merge -q -o sum one two && %py %S/Inputs/weighed.py %prof_show one two sum
static volatile int sink;

#ifdef USES
void work(int n);
#else
__attribute__((noinline)) void work(int n)
{
#ifdef OTHER
    sink += n;
#endif
    for (int i = 0; i < n; i++) {
        if (i % 7 == 0)
            sink++;
        if (i % 3 == 2)
            sink--;
        switch (i % 64) {
        case 9:
            sink += 2;
            break;
        case 17:
            sink += 3;
            break;
        default:
            if (sink & 1)
                sink += 4;
            else
                sink += 5;
        }
    }
}
#endif

#ifndef LIBRARY
int main(void)
{
    work(10000);
    return 0;
}
#endif
