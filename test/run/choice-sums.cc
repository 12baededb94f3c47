// A ?: is as true as its condition, whatever numbers are computed with in its operands: they are not
// those that GCC has of the other.  (Clang has no branch of numbers.)
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
typedef unsigned long number;

struct limits {
    static constexpr long most = 7;
    static constexpr number none = -1;
    static constexpr number one = 1;
};

static volatile number sum;

static number above(bool is_negative)
{
    number n = is_negative            //? true 1, false 6 //= 7
        ? number(limits::most) + 1
        : limits::none;
    n += sum;                         //= 7
    return n;                         //= 7
}

static number below(bool is_negative)
{
    number n = is_negative ? limits::none : 1 + number(limits::most); //? true 1, false 6 //= 7
    n += sum;                         //= 7
    n += is_negative ? limits::most - 1 : limits::one;                //? true 1, false 6 //= 7
    return n;                         //= 7
}

int main()
{
    for (int i = 0; i < 7; i++)       //? true 7, false 1 //= 8
        sum += above(i == 3) + below(i == 3); //= 7
    return 0; //= 1
}
