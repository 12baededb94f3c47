// A statement counts as often as it begins, whatever is called in its midst and does not come back.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %cxx -std=c++17 %option:place=all %s -o prog && ./prog
// RUN: %counts %s
#include <string>

using text = std::string;

struct box {
    text s;
    box() : s("") { }
    box(const text &t) : s(t) { }
    ~box() { }
    box &operator=(const text &t)
    {
        s = t;                   //= 4
        return *this;            //= 4
    }
    box &put(const text &) { return *this; }
};

struct pair {
    int a, b;
};

volatile int sink;

static int f(int x)
{
    if (x % 3 == 0)
        throw x;
    return x;
}

static text t(int x)
{
    return text(f(x), 'a');
}

static int *p(int x)
{
    f(x);
    return new int(x);
}

static int returned(int x)
{
    return                       //= 6
        f(x);                    //= 6
}

static text object(int x)
{
    return                       //= 6
        t(x);                    //= 6
}

static text sum(int x)
{
    return "a" +                 //= 6
        t(x);                    //= 6
}

static text argument(int x)
{
    return text(                 //= 6
        t(x));
}

static box list(int x)
{
    return {                     //= 6
        t(x)};                   //= 6
}

static void deleted(int x)
{
    delete                       //= 6
        p(x);                    //= 6
}

static void assigned(int x)
{
    box b;                       //= 6
    b                            //= 6
        = t(x);                  //= 6
}

static void initialised(int x)
{
    text s =                     //= 6
        "a" +                    //= 6
        t(x);                    //= 6
    text r = t(1)                //= 4
        + t(x);                  //= 4
    sink = s.size() + r.size();  //= 4
}

static void turned(int x)
{
    bool b = !                   //= 6
        f(x);                    //= 6
    sink = b;                    //= 4
}

static void grown(int x)
{
    ++                           //= 6
        *p(f(x));                //= 6
}

static void called(int x)
{
    box().put(                   //= 6
        t(x));
}

static void listed(int x)
{
    pair a =                     //= 6
        {
            x +                  //= 6
            f(x),                //= 6
            f(x + 1)             //= 4
        };
    sink = a.a;                  //= 2
}

static void chosen(int x)
{
    sink +=                      //= 6
        x > 100 ||               //= 6
        f(x);                    //= 6
    sink =                       //= 4
        x > 1                    //= 4
        ?
        x +                      //= 3
        f(x + 1)                 //= 3
        :
        f(x);                    //= 1
}

static void asked(int x)
{
    if (                         //= 6
        f(x) == 9)               //= 6
        sink = 1;                //= 0
    else if (                    //= 4
        f(x + 1) == 9)           //= 4
        sink = 2;                //= 0
    while (                      //= 2
        f(x) == 9)               //= 2
        sink = 3;                //= 0
}

template <class T> static int apply(T g, int n)
{
    return g(n);                 //= 6
}

// What is executed oftener is no part of what is around it.
static void others(int x)
{
    sink = apply([&](int n)      //= 6
        {
            int s = 0;           //= 6
            while (n-- > 0)      //= 24
                s +=             //= 18
                    f(1);        //= 18
            return               //= 6
                s +              //= 6
                f(x);            //= 6
        }, 3);
}

int main()
{
    void (*const all[])(int) = {
        [](int x) { returned(x); }, [](int x) { object(x); },
        [](int x) { sum(x); },      [](int x) { argument(x); },
        [](int x) { list(x); },     deleted,
        assigned,                   initialised,
        turned,                     grown,
        called,                     listed,
        chosen,                     asked,
        others};
    for (auto one : all)
        for (int x = 0; x < 6; x++)
            try {
                one(x);          //= 90
            } catch (int) {
            }
}
