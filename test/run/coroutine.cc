// Coroutines: a suspended frame is resumed, destroyed early, or runs to its end.
// UNSUPPORTED: clang-14
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %coroutines %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %coroutines %s -o prog && ./prog
// RUN: %counts %s
#include <coroutine>
#include <exception>

static volatile int sink;

struct Generator {
    struct promise_type {
        int value = 0;
        Generator get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int n)
        {
            value = n;           //= 12
            return {};           //= 12
        }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
    bool next()
    {
        handle.resume();         //= 14
        return !handle.done();   //= 14
    }
};

static Generator count(int n)
{
    for (int i = 0; i < n; i++) { //= 14
        sink = sink + 1;         //= 12
        co_yield i;              //= 12
        sink = sink + 2;         //= 11
    }
    sink = sink + 3;             //= 2
}

static void drain(int n, int at_most)
{
    Generator numbers = count(n);               //= 3
    while (at_most-- > 0 && numbers.next())
        sink = sink + numbers.handle.promise().value; //= 12
    numbers.handle.destroy();                   //= 3
}

int main()
{
    drain(5, 100);               //= 1
    drain(4, 100);               //= 1
    drain(9, 3);                 //= 1
    return 0;                    //= 1
}
