// Counting does not keep a loop from being vectorised, and costs nothing in it
// where the number of its turns is known; loops=memory keeps the counters there.
// REQUIRES: clang
// RUN: %cc -O2 -S %s -o - | FileCheck %s
// RUN: env EDGEPROF_OPTIONS=loops=memory %cc -O2 -S %s -o - | FileCheck --check-prefix=MEMORY %s
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -O2 -flto=thin -c %s -o prog.o && %cc -O2 -flto=thin %lto_ld prog.o -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -O3 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc %s -o prog && ./prog
// RUN: %counts --all %s

// CHECK-LABEL: sum:
// CHECK: incq %gs:
// CHECK-NOT: %gs:
// CHECK: paddd
// CHECK-NOT: incq %gs:
// CHECK: addq %r{{.*}}, %gs:__edgeprof_c_
// CHECK: .size sum
// MEMORY-LABEL: sum:
// MEMORY-NOT: paddd
// MEMORY: incq %gs:
// MEMORY-NOT: addq %r{{.*}}, %gs:
// MEMORY: .size sum
__attribute__((noinline)) int sum(const int *a, int n)
{
    int s = 0;                    //= 2
    for (int i = 0; i < n; i++)   //= 102
        s += a[i];                //= 100
    return s;                     //= 2
}

// CHECK-LABEL: positive:
// CHECK: pcmpgtd
// CHECK-NOT: incq %gs:
// CHECK: .size positive
__attribute__((noinline)) int positive(const int *a, int n)
{
    int s = 0;                    //= 1
    for (int i = 0; i < n; i++)   //= 101
        if (a[i] > 0)             //= 100
            s += a[i];            //= 50
    return s;                     //= 1
}

// CHECK-LABEL: clear:
// CHECK-NOT: {{jne|jmp}}
// CHECK: addq $100, %gs:__edgeprof_c_
// CHECK: .size clear
__attribute__((noinline)) void clear(char *a)
{
    for (int i = 0; i < 100; i++) //= 101
        a[i] = 0;                 //= 100
}

// CHECK-LABEL: triangle:
// CHECK: .size triangle
__attribute__((noinline)) int triangle(int n, int stop)
{
    int all = 0;                        //= 2
    for (int i = 0; i < n; i++)         //= 22
        for (int j = 0; j < i; j++) {   //= 120
            if (i * j == stop)          //= 100
                return all;             //= 1
            all ^= i + j;               //= 99
        }
    return all;                         //= 1
}

// CHECK-LABEL: length:
// CHECK: .size length
__attribute__((noinline)) int length(const char *text)
{
    int n = 0;                    //= 1
    while (*text++)               //= 101
        n++;                      //= 100
    return n;                     //= 1
}

int main(void)
{
    static int a[100];
    static char text[101];
    for (int i = 0; i < 100; i++) { //= 101
        a[i] = i % 2 ? i : -i;      //= 100
        text[i] = 'x';              //= 100
    }
    int ok = sum(a, 100) == 50 && sum(a, 0) == 0 && positive(a, 100) == 2500; //= 1
    ok = ok && length(text) == 100; //= 1
    clear(text);                    //= 1
    return !ok + 0 * (triangle(10, -1) + triangle(99, 90)); //= 1
}
