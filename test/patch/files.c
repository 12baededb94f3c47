// --files: only functions of these sources are counted, by name or path.
// REQUIRES: own
// RUN: rm -rf %t && mkdir -p %t/deep && cd %t && cp %s deep/one.c && cp %s two.c
// RUN: %plain_cc -DONE -c deep/one.c -o one.o && %plain_cc -c two.c && %plain_cc one.o two.o -o prog
// RUN: %prof_patch --files 'one.*' -o counted prog && EDGEPROF_FILE=run ./counted
// RUN: %py %S/Inputs/calls.py %prof_show run one=3 main=None
// RUN: %prof_patch --files '*/deep/*' --files 'two.c' -o both prog && EDGEPROF_FILE=more ./both
// RUN: %py %S/Inputs/calls.py %prof_show more one=3 main=1
// RUN: not %prof_patch --files 'o*' --functions main -o none prog 2>&1 | FileCheck %s
// CHECK: none of its functions was chosen
int one(int n);

#ifdef ONE

int one(int n)
{
    return n * n;
}

#else

int main(void)
{
    return one(1) + one(2) + one(3) == 14 ? 0 : 1;
}

#endif
