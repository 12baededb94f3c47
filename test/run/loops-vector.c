// Counting does not keep a loop from being vectorised, and costs nothing in it
// where the number of its turns is known.
// REQUIRES: gcc
// RUN: %cc -O3 -S %s -o - | FileCheck %s

// CHECK-LABEL: sum:
// CHECK: incq %gs:
// CHECK-NOT: %gs:
// CHECK: paddd
// CHECK-NOT: %gs:
// CHECK: addq %r{{.*}}, %gs:__edgeprof_c_
// CHECK: .size sum
int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

// CHECK-LABEL: positive:
// CHECK: pcmpgtd
// CHECK: paddq
// CHECK: .size positive
int positive(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            s += a[i];
    return s;
}

// CHECK-LABEL: clear:
// CHECK-NOT: {{jne|jmp}}
// CHECK: addq $100, %gs:__edgeprof_c_
// CHECK: .size clear
void clear(char *a)
{
    for (int i = 0; i < 100; i++)
        a[i] = 0;
}
