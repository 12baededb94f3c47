// Link-time optimisation: the same counts.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -flto %lto_ld -DPART=1 -c %s -o one.o
// RUN: %cc -flto %lto_ld -c %s -o main.o
// RUN: %cc -flto %lto_ld one.o main.o -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc %lto_thin %lto_ld -DPART=1 -c %s -o one.o
// RUN: %cc %lto_thin %lto_ld -c %s -o main.o
// RUN: %cc %lto_thin %lto_ld one.o main.o -o prog && ./prog
// RUN: %counts --all %s
int scale(int n);
static volatile int sink;
static inline int local(int n)
{
    return n * 3;                  //= 110
}
#ifdef PART
int scale(int n)
{
    if (n & 1)                     //= 100
        return local(n);           //= 50
    return n;                      //= 50
}
#else
int main(void)
{
    for (int i = 0; i < 100; i++)  //= 101
        sink += scale(i);          //= 100
    for (int i = 0; i < 60; i++)   //= 61
        sink += local(i);          //= 60
    return 0;                      //= 1
}
#endif
