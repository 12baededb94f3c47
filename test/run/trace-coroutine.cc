// Coroutines in a path: two that take turns are where they were, line by line, as the program
// writes it down.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t && %cxx -std=c++20 %coroutines %option:trace=ring %s -o prog
// RUN: %prof_run -q --trace '*use*' ./prog && %py %S/Inputs/calls.py %prof_show %s prof.out
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#define UNTRACED __attribute__((no_profile_instrument_function))
#define HERE     (*trail++ = __LINE__)

static unsigned begun[100000];
static unsigned *trail = begun;
static volatile int sink;

struct numbers {
    struct promise_type {
        int value = 0;
        UNTRACED numbers get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        UNTRACED std::suspend_always initial_suspend()
        {
            return {};
        }
        UNTRACED std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        UNTRACED void return_void()
        {
        }
        UNTRACED void unhandled_exception()
        {
        }
        UNTRACED std::suspend_always yield_value(int given)
        {
            value = given;
            return {};
        }
    };
    std::coroutine_handle<promise_type> handle;
};

__attribute__((noinline)) static void leaf(int n)
{
    HERE;
    if (n % 3 == 0)
        HERE;
    sink = n;
}

static numbers count(int from, int to)
{
    HERE;
    for (int i = from; i < to; i++) {
        if (i & 1)
            HERE;
        else
            leaf(i);
        co_yield i;
        HERE;
    }
    HERE;
}

__attribute__((noinline)) static int use(int n)
{
    numbers first = count(0, n), second = count(1, 100000);
    int sum = 0;
    HERE;
    while (!first.handle.done()) {
        HERE;
        first.handle.resume();
        sum += first.handle.promise().value;
        if (sum % 5 < 2) {
            HERE;
            second.handle.resume();
        }
    }
    first.handle.destroy();
    second.handle.destroy();
    HERE;
    return sum;
}

int main(void)
{
    int sum = use(2000);
    char name[64];
    snprintf(name, sizeof name, "log.%d.%d.1", getpid(), gettid());
    FILE *log = fopen(name, "w");
    fwrite(begun, sizeof *begun, (size_t)(trail - begun), log);
    fclose(log);
    printf("%d\n", sum);
    return 0;
}
