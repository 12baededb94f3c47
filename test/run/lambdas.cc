// Lambdas: what is captured is not on the lines that use it; a call with constant arguments is a call at every level.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %cxx -std=c++20 %s -o prog && ./prog && %counts %s
volatile int sink;

constexpr int twice(int n)
{
    return 2 * n;            //= 4
}

static int outer(int n)
{
    int x = n;               //= 3
    int z = 1;               //= 3
    auto f = [&](int y) {    //= 3
        if (y > 2)           //= 9
            return y;        //= 3
        auto g = [&](int w) {  //= 6
            sink = w;        //= 6
            return x + w;    //= 6
        };
        if (y > 1)           //= 6
            z++;             //= 3
        return g(y) + x;     //= 6
    };
    sink = f(1) + f(5);      //= 3
    return f(2) + z;         //= 3
}

template <class T> static T apply(T n)
{
    T x = n;                 //= 2
    auto f = [=](T y) {      //= 2
        sink = sink + 1;     //= 4
        return x + y;        //= 4
    };
    return f(1) + f(2);      //= 2
}

/* The first use of what is captured has the count of that use, not of all. */
static int uses(int n)
{
    int by_value = n, by_name = n; //= 1
    auto f = [&by_name, by_value](auto y) {
        if constexpr (sizeof y > 4) {
            by_name += by_value;   //= 2
        } else if (y > 2) {        //= 3
            by_name += by_value;   //= 1
            if (by_value)          //= 1
                sink = by_value;   //= 0
        } else {
            by_name = 2 + by_value; //= 2
        }
        return by_name +           //= 5
               by_value;
    };
    return f(1) + f(2) + f(3) + f(1l) + f(2l); //= 1
}

/* The line of one that captures nothing counts what it does. */
static int captures_none(int n)
{
    auto f = [](int x) { return x + 1; };  //= 3
    return f(n) + f(1) + f(2);  //= 1
}

/* Of one that is called on its own line, and of what calls it, the larger count. */
static int called_there(int n)
{
    return [](int x) { return x + 1; }(n); //= 3
}

static int called_often(int n)
{
    auto add = [&](int x) { n += x; }; for (int i = 0; i < 4; i++) add(i); //= 10
    return n;                //= 2
}

template <class T> static int each(T f) { return f(1) + f(2); } //= 6

/* One in one, which adds up over the instances of what it stands in. */
template <class T> static int nested(T n)
{
    return each([n](int x) { return each([n, x](int y) { return (int)(n + x + y); }); }); //= 8
}

/* So do members of a class that stands in a function. */
static int local(int n)
{
    struct Local { int get(int x) { return x + 1; } } one; return one.get(n) + one.get(1); //= 6
}

/* And in an initialiser. */
static int initialised = [](int x) { return x + sink; }(3); //= 1
struct Member {
    int a = [](int x) { return x + sink; }(3); //= 2
    Member() {}
    explicit Member(int) {}
};

int main()
{
    sink = uses(0) + captures_none(1);     //= 1
    for (int i = 0; i < 3; i++)            //= 4
        sink = called_there(i) + local(i); //= 3
    sink = Member().a + Member(1).a + initialised; //= 1
    sink = called_often(1) + called_often(2) + nested(1) + nested(2l); //= 1
    for (int i = 0; i < 3; i++) {  //= 4
        sink = sink + outer(i);    //= 3
        sink = sink + twice(4);    //= 3
    }
    sink = twice(sink);      //= 1
    sink = apply(1) + (int)apply(2l);  //= 1
    return 0;                //= 1
}
