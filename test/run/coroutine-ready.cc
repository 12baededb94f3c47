// co_await's own branch, at that word, is whether what it waits for is ready; a condition that
// waits is one of its own, at its first word.
// UNSUPPORTED: clang-14
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %coroutines %s -o prog && ./prog
// RUN: %counts --all %s
#include <coroutine>

struct task {
    struct promise_type {
        task get_return_object() { return {}; }                       //= 32
        std::suspend_never initial_suspend() noexcept { return {}; }  //= 32
        std::suspend_never final_suspend() noexcept { return {}; }    //= 32
        void return_void() {}
        void unhandled_exception() {}
    };
};

static volatile int sink;

struct awaited {
    int n;
    bool await_ready() { return n % 3 == 0; }                         //= 48
    bool await_suspend(std::coroutine_handle<>) { return false; }     //= 30
    bool await_resume() { return n > 3; }                             //= 48
};

static task waits(int n)
{
    co_await awaited{n};                   //? true 6, false 10 //= 16
    if (co_await awaited{n})               //? true 6, false 10; true 12, false 4 //= 16
        sink = 1;                          //= 12
    if (!co_await awaited{n})              //? true 6, false 10; true 4, false 12 //= 16
        sink = n;                          //= 4
}

struct handed_on {
    int n;
    bool await_ready() { return n % 3 == 0; }                         //= 16
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> other) { return other; } //= 10
    int await_resume() { return n; }                                  //= 16
};

static task hands_on(int n)
{
    handed_on next{n};                     //= 16
    int got =                              //= 16
        co_await                           //? true 6, false 10 //= 16
        next;                              //= 16
    sink = got;                            //= 16
}

int main()
{
    for (int n = 0; n < 16; n++) { //? true 16, false 1 //= 17
        waits(n);                  //= 16
        hands_on(n);               //= 16
    }
    return 0;                      //= 1
}
