// A comparison that is defaulted asks what nobody wrote: neither its line nor its members' have
// counts or branches.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
#include <compare>

struct Both {
    int x,
        y;
    auto operator<=>(const Both &) const = default; /* and, by that, operator== */
};

struct Equal {
    int x, y;
    Both all[2];
    bool operator==(const Equal &) const
        = default;
};

struct Outside {
    int x, y;
    bool operator==(const Outside &) const;
    friend bool operator<(const Outside &, const Outside &);
};
bool Outside::operator==(const Outside &) const = default;

bool operator<(const Outside &a, const Outside &b)
{
    return a.x < b.x ||                     //? true 0, false 4 //= 4
           a.y < b.y;                       //? true 4, false 0 //= 4
}

struct Written {
    int x;
    bool operator==(const Written &other) const
    {
        return x == other.x;                //= 4
    }
};

int main()
{
    Both a{1, 2}, b{1, 3};                  //= 1
    Equal c{1, 2, {a, b}}, d{1, 2, {a, a}}; //= 1
    Outside e{1, 2}, f{1, 3};               //= 1
    Written g{1}, h{1};                     //= 1
    int n = 0;                              //= 1
    for (int i = 0; i < 4; i++) {           //? true 4, false 1 //= 5
        n += (a < b) + (a == b) + (a != b); //= 4
        n += (c == d) + (c != d);           //= 4
        n += (e < f) + (e == f);            //= 4
        n += g == h;                        //= 4
    }
    return n != 20;                         //= 1
}
