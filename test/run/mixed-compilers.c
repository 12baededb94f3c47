// A GCC object, a Clang object and a shared library, in one report.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %{cc:gcc} %level -DPART=1 -c %s -o one.o
// RUN: %{cc:clang} %level -DPART=2 -c %s -o two.o
// RUN: %cc -DPART=3 -fPIC -shared %s -o libthree.so
// RUN: %cc -DPART=0 %s one.o two.o ./libthree.so -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show functions | FileCheck %s
// CHECK-DAG: one
// CHECK-DAG: two
// CHECK-DAG: three
// CHECK-DAG: main
int one(int n);
int two(int n);
int three(int n);

#if PART == 1
int one(int n)
{
    int s = 0;                  //= 2
    for (int i = 0; i < n; i++) //= 13
        s += i;                 //= 11
    return s;                   //= 2
}
#elif PART == 2
int two(int n)
{
    if (n > 3)                  //= 5
        return one(n);          //= 2
    return n;                   //= 3
}
#elif PART == 3
int three(int n)
{
    int s = 0;                  //= 1
    while (n--)                 //= 4
        s += 3;                 //= 3
    return s;                   //= 1
}
#else
int main(void)
{
    int s = 0;                  //= 1
    for (int i = 1; i < 4; i++) //= 4
        s += two(i);            //= 3
    s += two(4) + two(7);       //= 1
    return s + three(3) != 42;  //= 1
}
#endif
