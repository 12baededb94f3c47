// What a loop asks that a macro makes is true where it goes on, also if scopes end behind it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 %s -o prog && ./prog
// RUN: %counts --all %s
#include <vector>

static volatile int sink, ended;

struct times {
    int left;
    explicit times(int n) : left(n) {}     //= 160
    ~times()
    {
        ended = ended + 1;                 //= 160
    }
    explicit operator bool() const
    {
        return left > 0;                   //= 188
    }
    bool operator!() const
    {
        return left == 0;                  //= 10
    }
};

#define REPEAT(t, n) for (times t(n); t; t.left--)
#define REPEAT_BUT(t, n, x) for (times t(n); !(t.left == 0 || t.left == (x)); t.left--)
#define EVERY(x, xs) for (int x : xs)
#define WHILE(t, n) while (times t = times(n))
#define IF(t, n) if (times t(n); t)
#define IF_NOT(t, n) if (times t(n); !t)

static void loops(int n, const std::vector<int> &numbers)
{
    REPEAT(t, n)                           //? true 45, false 10 //= 55
        sink = t.left;                     //= 45
    REPEAT_BUT(t, n, 3)                    //? true 31, false 3; true 24, false 7 //= 34
        sink = t.left;                     //= 24
    EVERY(x, numbers)                      //? true 30, false 10 //= 40
        sink = x;                          //= 30
    for (times t(n); t && t.left > 7;)     //? true 12, false 1; true 3, false 9 //= 13
        t.left--;                          //= 3
    IF(t, n)                               //? true 9, false 1 //= 10
        sink = 1;                          //= 9
    IF_NOT(t, n)                           //? true 1, false 9 //= 10
        sink = 1;                          //= 1
    int m = n;                             //= 10
    WHILE(t, m)                            //? true 45, false 10 //= 55
        m--;                               //= 45
    while (times t = times(n))             //? true 45, false 10 //= 55
        n--;                               //= 45
    for (; int k = ++n - 3;)               //? true 20, false 10 //= 30
        sink = k;                          //= 20
}

int main()
{
    for (int i = 0; i < 10; i++)           //? true 10, false 1 //= 11
        loops(i, {0, 1, 2});               //= 10
    return 0;                              //= 1
}
