// A condition that waits is the user's, though its value has to outlive the awaited.
// UNSUPPORTED: clang-14
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %coroutines %s -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
#include <coroutine>

struct task {
    struct promise_type {
        task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};

struct awaited {
    int value;
    ~awaited() { value = -1; }
    bool await_ready() { return value > 1; }
    bool await_suspend(std::coroutine_handle<>) { return false; }
    int await_resume() { return value; }
};

static int got;

static task run(int n)
{
    if (co_await awaited{n})                         //= 4
        got++;                                       //= 3
}

int main()
{
    for (int n = 0; n < 4; n++)                      //= 5
        run(n);                                      //= 4
    return got != 3;                                 //= 1
}

// CHECK: coroutine-condition.cc:31:{{[0-9]+}}: true 3, false 1
