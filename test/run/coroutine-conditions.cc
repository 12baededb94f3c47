// Operands of conditions in a coroutine are lines, and branches, where they begin, as in
// any function.
// UNSUPPORTED: clang-14
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %coroutines %s -o prog && ./prog
// RUN: %counts --all %s
#include <coroutine>

struct task {
    struct promise_type {
        task get_return_object() { return {}; }                       //= 16
        std::suspend_never initial_suspend() noexcept { return {}; }  //= 16
        std::suspend_never final_suspend() noexcept { return {}; }    //= 16
        void return_void() {}
        void unhandled_exception() {}
    };
};

static volatile int sink;

static bool bit(int n, int i)
{
    return n >> i & 1; //= 49
}

static task conditions(int n)
{
    if (bit(n, 0) ||     //? true 8, false 8 //= 16
        (bit(n, 1) &&    //? true 4, false 4 //= 8
         bit(n, 2)))     //? true 2, false 2 //= 4
        sink = 1;        //= 10
    while (n > 9         //? true 21, false 10 //= 31
           && (bit(n, 0) //? true 9, false 12 //= 21
               ||
               n > 11))  //? true 6, false 6 //= 12
        n--;             //= 15
    co_return;           //= 16
}

int main()
{
    for (int n = 0; n < 16; n++) //? true 16, false 1 //= 17
        conditions(n);           //= 16
    return 0;                    //= 1
}
