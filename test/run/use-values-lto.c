// Link-time optimisation by a profile with values: what a pointer mostly calls is in another
// unit, and is compared with and called directly there; counts stay what they are.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -O2 %option:values=yes -DPART -c %s -o one.o
// RUN: %cc -O2 %option:values=yes -c %s -o main.o
// RUN: %cc one.o main.o -o prog && ./prog && %prof_merge -o profile prof.out.*
//
// RUN: %cc -O2 -flto %lto_ld %option:use=profile %option:count=no -DPART -c %s -o one.o
// RUN: %cc -O2 -flto %lto_ld %option:use=profile %option:count=no -c %s -o main.o
// RUN: %cc -O2 -flto %lto_ld %option:use=profile %option:count=no one.o main.o -o direct
// RUN: objdump -d direct | FileCheck %s
// RUN: %cc -O2 -flto %lto_ld %option:use=profile -DPART -c %s -o one.o
// RUN: %cc -O2 -flto %lto_ld %option:use=profile -c %s -o main.o
// RUN: %cc -O2 -flto %lto_ld %option:use=profile one.o main.o -o prog && rm prof.out.* && ./prog
// RUN: %counts --all %s
// RUN: %cc -O2 %lto_thin %lto_ld %option:use=profile %option:count=no -DPART -c %s -o one.o
// RUN: %cc -O2 %lto_thin %lto_ld %option:use=profile %option:count=no -c %s -o main.o
// RUN: %cc -O2 %lto_thin %lto_ld %option:use=profile %option:count=no one.o main.o -o direct
// RUN: objdump -d direct | FileCheck %s
// RUN: %cc -O2 %lto_thin %lto_ld %option:use=profile -DPART -c %s -o one.o
// RUN: %cc -O2 %lto_thin %lto_ld %option:use=profile -c %s -o main.o
// RUN: %cc -O2 %lto_thin %lto_ld %option:use=profile one.o main.o -o prog && rm prof.out.* && ./prog
// RUN: %counts --all %s
// CHECK: <mostly{{.*}}>:
// CHECK: # {{.*}} <twice>
// CHECK: ret
#ifdef PART
int twice(int x)
{
    return 2 * x + 1;                    //= 30000
}
int other(int x)
{
    return x ^ 5;                        //= 300
}
#else
typedef int operation(int);
operation twice, other;
operation *volatile table[2] = {twice, other};
volatile int sink;
static __attribute__((noinline)) int mostly(operation *const *f, int n)
{
    int s = 0;                           //= 1
    for (int i = 0; i < n; i++)          //= 30301
        s += f[i % 101 == 0](i);         //= 30300
    return s;                            //= 1
}
int main(void)
{
    operation *f[2] = {table[0], table[1]}; //= 1
    sink = mostly(f, 30300);             //= 1
    return 0;                            //= 1
}
#endif
