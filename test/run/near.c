// Where one increment of a counter soon follows the other, in a loop that calls nothing,
// they go by a register, so that processors can rename memory; elsewhere by %rip.
// UNSUPPORTED: O0
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=threads=atomic %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: %cc -fPIC -shared -DLIBRARY %s -o libnear.so && %cc -DPROGRAM %s -L. -lnear -Wl,-rpath,%t -o prog
// RUN: ./prog && %counts --all %s && rm prof.out.*
// RUN: %cc -no-pie -fno-pie %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: %cc -mcmodel=large %s -o prog && ./prog && %counts --all %s
// RUN: %cc -S %s -o - | awk '/^[a-z]*:/ {f = $1} /inc/ {n[f] += /gs:/ && !/rip/; far[f] += /rip/} \
// RUN:      END {exit !(n["tight:"] && far["tight:"] && !n["calling:"] && far["calling:"])}'
extern volatile int sink;
int tight(const int *a, const int *b, int n);
int calling(const int *a, int n, int (*f)(int));

#ifndef PROGRAM
volatile int sink;

__attribute__((noinline)) int tight(const int *a, const int *b, int n)
{
    int sum = 0;                          //= 4

    for (int i = 0; i < n; i++) {         //= 404
        if (a[i] < b[i])                  //= 400
            sum += a[i];                  //= 180
        sink++;                           //= 400
    }
    return sum;                           //= 4
}

__attribute__((noinline)) int calling(const int *a, int n, int (*f)(int))
{
    int sum = 0;                          //= 2

    for (int i = 0; i < n; i++)           //= 202
        sum += f(a[i]);                   //= 200
    return sum;                           //= 2
}
#endif

#ifndef LIBRARY
static int twice(int n)
{
    return 2 * n;                         //= 200
}

int main(void)
{
    int a[100];
    int b[100];

    for (int i = 0; i < 100; i++) {       //= 101
        a[i] = i % 20;                    //= 100
        b[i] = 9;                         //= 100
    }
    for (int i = 0; i < 4; i++)           //= 5
        sink = tight(a, b, 100);          //= 4
    for (int i = 0; i < 2; i++)           //= 3
        sink = calling(a, 100, twice);    //= 2
    return 0;                             //= 1
}
#endif
