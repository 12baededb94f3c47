// What a call gives that is the first of a function is asked as any other is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

__attribute__((noinline)) static bool same(bool a)
{
    return a;                                        //= 6
}

static void first(bool a)
{
    if (same(a))                                     //? true 2, false 1 //= 3
        sink = 1;                                    //= 2
}

static int second(bool a)
{
    bool b = a;                                      //= 3
    if (same(b))                                     //? true 2, false 1 //= 3
        return 1;                                    //= 2
    return 0;                                        //= 1
}

int main()
{
    first(false), first(true), first(true);          //= 1
    return second(false) + second(true) + second(true) - 2; //= 1
}
