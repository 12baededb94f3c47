// What a macro asks of __builtin_expect has the branches of its operands, and none besides.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && cp %s prog.c && %cc prog.c -o prog && ./prog
// RUN: %counts --all prog.c
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect((x), 0)
#define mostly(x) __builtin_expect_with_probability(!!(x), 1, 0.9)

volatile int sink;

static int odd(int n)
{
    return n % 2;                //= 60
}

static void asked(int n)
{
    if (likely(odd(n) || n > 20)) //? true 15, false 15; true 4, false 11 //= 30
        sink = 1;                //= 19
    if (unlikely(odd(n) && n > 20)) //? true 15, false 15; true 5, false 10 //= 30
        sink = 1;                //= 5
    if (likely(n > 20))          //? true 9, false 21 //= 30
        sink = 1;                //= 9
    if (unlikely(!n))            //? true 1, false 29 //= 30
        sink = 1;                //= 1
    if (mostly(n > 3 && n < 9))  //? true 26, false 4; true 5, false 21 //= 30
        sink = 1;                //= 5
    while (unlikely(n > 28 && sink)) //? true 1, false 30; true 1, false 0 //= 31
        n = 0;                   //= 1
}

int main()
{
    for (int n = 0; n < 30; n++) //? true 30, false 1 //= 31
        asked(n);                //= 30
    return 0;                    //= 1
}
