// Each operand of a fold begins where the pack is written, on whichever side of the dots that is;
// a lambda that is called behind its brace does not begin there.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 %s -o prog && ./prog
// RUN: %counts %s
static volatile int sink;

template <class... T> __attribute__((noinline)) static bool left(T... v)
{
    return (
        ... &&
        (v > 2));                       //= 10
}

template <class... T> __attribute__((noinline)) static bool right(T... v)
{
    return (
        (v > 2)                         //= 10
        && ...);
}

template <class... T> __attribute__((noinline)) static bool behind(int n, T... v)
{
    return (
        (n > 2)                         //? true 7, false 3 //= 10
        && ... &&
        (v > 3));                       //= 7
}

template <class... T> __attribute__((noinline)) static bool before(int n, T... v)
{
    return (
        (v > 3)                         //= 10
        || ... ||
        (n > 5));                       //? true 0, false 4 //= 4
}

template <class... T> __attribute__((noinline)) static int asked(T... v)
{
    if ((
            (v == 2)
            || ...))
        return 1;                       //= 2
    return 0;                           //= 8
}

__attribute__((noinline)) static int called(int n)
{
    if (([&] {                          //= 10
            return n > 5;               //= 10
        })() || n == 3)                 //= 6
        return 1;                       //= 5
    return 0;                           //= 5
}

int main()
{
    for (int i = 0; i < 10; i++) {
        sink = left(i, i - 1, i + 1, i);
        sink = right(i, i - 1, i);
        sink = behind(i, i - 1, i);
        sink = before(i, i - 1, i);
        sink = asked(i, i - 1);
        sink = called(i);               //= 10
    }
}
