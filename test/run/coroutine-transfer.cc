// A coroutine that goes on to another (symmetric transfer) does so by a tail call:
// nothing is counted between that and the return.  A chain of any length needs no
// more stack than in the plain build, where optimisation makes it so.
// UNSUPPORTED: clang-14
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %coroutines %s -o prog && ./prog 10
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %coroutines %s -o prog && ./prog 10
// RUN: %counts --all %s
// RUN: %cxx -O2 -std=c++20 %coroutines %s -o long
// RUN: sh -c 'ulimit -s 512 && ./long 1000000'
#include <coroutine>
#include <cstdlib>

struct task {
    struct promise_type;
    using handle = std::coroutine_handle<promise_type>;
    struct back {
        bool await_ready() noexcept
        {
            return false;             //= 11
        }
        std::coroutine_handle<> await_suspend(handle done) noexcept
        {
            return done.promise().waiting; //= 11
        }
        void await_resume() noexcept
        {
            std::abort();             //= 0
        }
    };
    struct promise_type {
        std::coroutine_handle<> waiting = std::noop_coroutine();
        int value = 0;
        task get_return_object()
        {
            return {handle::from_promise(*this)}; //= 11
        }
        std::suspend_always initial_suspend() noexcept { return {}; } //= 11
        back final_suspend() noexcept { return {}; } //= 11
        void return_value(int n)
        {
            value = n;                //= 11
        }
        void unhandled_exception()
        {
            std::abort();             //= 0
        }
    };

    handle frame;

    bool await_ready() noexcept
    {
        return false;                 //= 10
    }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) noexcept
    {
        frame.promise().waiting = waiting; //= 10
        return frame;                 //= 10
    }
    int await_resume()
    {
        int value = frame.promise().value; //= 10
        frame.destroy();              //= 10
        return value;                 //= 10
    }
};

static task odd(int n)
{
    co_return n % 2;                  //= 10
}

static task sum(int n)
{
    int total = 0;                    //= 1
    for (int i = 0; i < n; i++)       //= 11
        total += co_await odd(i);     //= 10
    co_return total;                  //= 1
}

int main(int, char **argv)
{
    int n = std::atoi(argv[1]);       //= 1
    task all = sum(n);                //= 1
    all.frame.resume();               //= 1
    int total = all.frame.promise().value; //= 1
    all.frame.destroy();              //= 1
    return total != n / 2;            //= 1
}
