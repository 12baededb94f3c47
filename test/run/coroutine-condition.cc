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

static task both(int n)
{
    if (n > 0 &&                                     //= 4
        co_await awaited{n - 1})                     //= 3
        got++;                                       //= 2
    if (n == 0 ||                                    //= 4
        co_await awaited{n - 1})                     //= 3
        got++;                                       //= 3
}

static bool is_odd(int n)
{
    return n & 1;                                    //= 10
}

static task nested(int n)
{
    if ((n > 0 && is_odd(n)) ||                      //= 4
        co_await awaited{n})                         //= 2
        got++;                                       //= 3
    if ((n == 0 || is_odd(n)) &&                     //= 4
        co_await awaited{n})                         //= 3
        got++;                                       //= 2
    if (!is_odd(n) ||                                //= 4
        co_await awaited{n - 1})                     //= 2
        got++;                                       //= 3
}

int main()
{
    for (int n = 0; n < 4; n++) {                    //= 5
        run(n);                                      //= 4
        both(n);                                     //= 4
        nested(n);                                   //= 4
    }
    return got != 16;                                //= 1
}

// What && decides is no branch of an operand.
// CHECK: coroutine-condition.cc:31:{{[0-9]+}}: true 3, false 1
// CHECK-NEXT: coroutine-condition.cc:37:9: true 3, false 1
// CHECK-NEXT: coroutine-condition.cc:38:9: true 1, false 2
// CHECK: coroutine-condition.cc:40:9: true 1, false 3
// CHECK-NEXT: coroutine-condition.cc:41:9: true 1, false 2
// CHECK: coroutine-condition.cc:52:10: true 3, false 1
// CHECK: coroutine-condition.cc:53:9: true 1, false 1
// CHECK: coroutine-condition.cc:55:10: true 1, false 3
// CHECK: coroutine-condition.cc:56:9: true 1, false 2
// CHECK: coroutine-condition.cc:58:10: true 2, false 2
// CHECK-NEXT: coroutine-condition.cc:59:9: true 1, false 1
