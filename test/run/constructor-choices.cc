// A constructor is copied for its variants: what it chooses between is written there once.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -w %s -o prog && ./prog
// RUN: %counts %s
static int n;

struct in_list {
    unsigned third;
    explicit in_list(unsigned v) :
        third((n++, v)         //? true 1, false 2 //= 3
            > 3
            ? (n++, v)         //= 1
            : (n++, 4))        //= 2
    { }
};

struct in_body {
    unsigned third;
    explicit in_body(unsigned v)
    {
        third = (n++, v)       //? true 2, false 4 //= 6
            > 3
            ? (n++, v)         //= 2
            : (n++, 4);        //= 4
    }
};

/* Two variants. */
struct with_base : virtual in_body {
    unsigned third;
    explicit with_base(unsigned v) : in_body(v),
        third((n++, v)         //? true 4, false 2 //= 6
            > 2
            ? (n++, v)         //= 4
            : (n++, 4))        //= 2
    { }
};

struct derived : with_base {
    explicit derived(unsigned v) : in_body(v), with_base(v) { }
};

int main()
{
    unsigned sum = 0;
    for (unsigned i = 1; i < 6; i += 2) {
        in_list a(i);
        sum += a.third;
        with_base b(i);
        sum += b.third;
        derived c(i);
        sum += c.third;
    }
    return sum == 0;           //= 1
}
