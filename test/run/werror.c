// What the optimisers warn of is no error: some of it is said of the counted program only.
// What the front end warns of is one, as ever.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: not %plain_cc -O2 -Wall -Werror -c %s -o plain.o 2> err
// RUN: %cc -O2 -Wall -Werror -c %s -o counted.o 2> err && FileCheck %s < err
// RUN: %cc -O2 -Wall -Werror=array-bounds -c %s -o counted.o 2> err && FileCheck %s < err
// RUN: %cc -O2 -w -c %s -o counted.o 2> err && count 0 < err
// RUN: not %cc -O2 -DUNUSED -Wall -Werror -c %s -o counted.o 2> err
// RUN: FileCheck --check-prefix=UNUSED %s < err
// CHECK-DAG: warning: {{.*}}-Wmaybe-uninitialized
// CHECK-DAG: warning: {{.*}}-Warray-bounds
// UNUSED: error: {{.*}}-Werror=unused-variable
int use(int);
extern int items[4];

int perhaps(int n, int m)
{
    int value;
#ifdef UNUSED
    int unused;
#endif
    if (n > m)
        value = use(n);
    if (m > 3)
        return value;
    return items[9];
}
