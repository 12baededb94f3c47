// What C++ takes for a constant, it does in the counted program as well: in constant
// expressions, templates, `if constexpr`, and when it has optimised.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cxx -std=c++20 %s -o plain && ./plain > expected
// RUN: %cxx -std=c++20 %s -o prog && ./prog > output && cmp expected output
// RUN: env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %s -o prog && ./prog > output
// RUN: cmp expected output
// RUN: %plain_cxx -std=c++20 -O3 %s -o plain && ./plain > expected
// RUN: %cxx -std=c++20 -O3 %s -o prog && ./prog > output && cmp expected output
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#define KNOWN(x) __builtin_constant_p(x)

constexpr int power(int base, int n)
{
    return n == 0 ? 1 : base * power(base, n - 1);
}

constexpr int asks(int n)
{
    if (KNOWN(n) && n > 3)
        return 1;
    return 2;
}

constexpr bool at_compile_time(int n)
{
    return std::is_constant_evaluated() ? n > 0 : n > 100;
}

template <int N> struct table {
    static constexpr int size = KNOWN(N) ? N : -1;
    std::array<int, power(2, N)> items{};
    enum { LAST = power(2, N) - 1 };
};

template <class T> int kind(T value)
{
    if constexpr (std::is_integral_v<T> && sizeof(T) > 4)
        return KNOWN(sizeof value) ? 1 : 2;
    else if constexpr (std::is_pointer_v<T>)
        return 3;
    return KNOWN(value) ? 4 : 5;
}

static inline __attribute__((always_inline)) int inlined(int n)
{
    return KNOWN(n) ? 1 : 2;
}

static_assert(power(3, 4) == 81);
static_assert(asks(7) == 1);
static_assert(at_compile_time(5));
static_assert(table<4>::LAST == 15 && table<4>::size == 4);

constexpr std::string_view text = "some text";
static_assert(text.size() == 9 && text.substr(5) == "text");

static int at_start = asks(9);
constinit int evaluated = asks(9);

struct base {
    virtual ~base() = default;
    int member = KNOWN(8) ? 8 : 9;
};

int main(int argc, char **)
{
    constexpr int local = asks(4);
    static const int cube = power(argc > 100 ? 2 : 3, 3);
    const int square = power(3, 2);
    int items[square] = {};
    auto lambda = [](auto n) { return KNOWN(n) ? 1 : 2; };
    static_assert(std::max(power(2, 3), 7) == 8);
    enum inside { A = power(2, 5), B = KNOWN(A) };

    std::printf("%d %d %d %d %d %d\n", local, cube, square, at_start, evaluated, B);
    std::printf("%d %d %d %d\n", kind(1L), kind("x"), kind(argc), kind(7));
    std::printf("%d %d %d %d\n", inlined(3), inlined(argc), lambda(3), lambda(argc));
    std::printf("%d %d %d %d\n", asks(argc), asks(2), at_compile_time(argc), base().member);
    std::printf("%zu %zu\n", sizeof items, table<3>().items.size());
    std::string grown = "a";
    grown += std::to_string(argc);
    std::printf("%s %zu\n", grown.c_str(), std::strlen("four"));
    return 0;
}
