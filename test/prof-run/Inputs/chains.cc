// SPDX-License-Identifier: MIT
//
// Chains through what only C++ has, as chains.c.
#include <algorithm>
#include <ctime>
#include <functional>
#include <stdexcept>
#include <vector>

static volatile unsigned long sum;

static double spent()
{
    timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

[[gnu::noinline]] static void spin(int ms)
{
    double end = spent() + ms;

    do
        for (int i = 0; i < 20000; i++)
            sum += i * sum;
    while (spent() < end);
    sum++;
}

namespace chains
{
struct Shape {
    virtual ~Shape() = default;
    virtual void draw(int ms) = 0;
};

template <typename T> struct Square : Shape {
    [[gnu::noinline]] void draw(int ms) override
    {
        spin(ms);
        sum++;
    }
};

struct Destroyed {
    [[gnu::noinline]] ~Destroyed()
    {
        spin(100);
        sum++;
    }
};

[[gnu::noinline]] static void thrower()
{
    Destroyed destroyed;

    throw std::runtime_error("thrown");
}

[[gnu::noinline]] static void catcher()
{
    try {
        thrower();
    } catch (const std::exception &) {
        spin(100);
    }
    sum++;
}

[[gnu::noinline]] static void by_lambda(const std::function<void()> &function)
{
    function();
    sum++;
}
} // namespace chains

int main()
{
    chains::Square<int> square;
    chains::Shape *volatile shape = &square;

    shape->draw(100);
    chains::catcher();
    chains::by_lambda([] {
        spin(100);
        sum++;
    });
}
