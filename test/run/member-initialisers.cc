// What a member is initialised with where it is declared counts there, in each constructor that
// does not initialise it itself; of its conditions, calls and the rest as if it were a statement.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts %s
#include <memory>
#include <string>
#include <vector>

static volatile int sink;

static int get(int n)
{
    return n + sink;
}

struct Part {
    int v;
    Part(int a = 1, int b = 2) : v(get(a) + b) {}
    ~Part() { sink = 0; }
};

struct Whole {
    int first = get(1);                       //= 2
    int second = first > 1                    //? true 4, false 4 //= 8
                     ? get(5)                 //= 4
                     : get(6);                //= 4
    int third{get(                            //= 8
        2) + get(3)};                         //= 8
    bool both = get(1) > 0 &&                 //? true 8, false 0 //= 8
                get(0) > 0;                   //? true 0, false 8 //= 8
    Part part = Part(get(2),                  //= 8
                     3);
    std::string name = "none";                //= 6
    std::vector<int> all = {1, get(2)};       //= 4
    std::unique_ptr<Part> one = std::make_unique<Part>( //= 8
        get(1));                              //= 8
    int (*next)(int) = [](int n) {            //= 8
        return n + 1;                         //= 2
    };
    Whole()                                   //= -
    {
        first++;                              //= 2
    }
    explicit Whole(int n)
        : first(n), name("two")               //= 2
    {
        sink = 0;                             //= 2
    }
    Whole(int n, int)
        : Whole(n)
    {
        sink = 0;                             //= 2
    }
    template <class T>
    explicit Whole(T *t)
        : first(2),
          all(3, *t)                          //= 2
    {
        sink = 0;                             //= 2
    }
    Whole(const Whole &other) : first(other.first), all{1} //= 2
    {
        sink = other.second;                  //= 2
    }
};

template <class T>
struct Of {
    T first = get(1);                         //= 6
    T second = first > 1 ? get(2) : get(3);   //= 10
    Part part{1, 2};                          //= 10
    Of()
    {
        first++;                              //= 6
    }
    explicit Of(T t) : first(t)               //= 4
    {
        sink = 0;                             //= 4
    }
};

template <class... B>
struct Pack : B... {
    int last = get(1);                        //= 2
    explicit Pack(const B &...b)
        : B(b)...                             //= 2
    {
        sink = 0;                             //= 2
    }
    Pack(int, const B &...b)
        : B(b)...,
          last(3)                             //= 2
    {
        sink = 0;                             //= 2
    }
};

struct Outside {
    Outside();
    explicit Outside(int n);
    int first = get(1);                       //= 4
    int second = 2;                           //= 2
    int other = get(second);                  //= 4
};

Outside::Outside()
{
    first = 1;                                //= 2
}

Outside::Outside(int n) : second(n)           //= 2
{
    other = 1;                                //= 2
}

struct Defaulted {
    Defaulted() = default;
    Defaulted(const Defaulted &) = default;
    Defaulted &operator=(const Defaulted &) = default;
    int first = get(1);                       //= 2
    Part part = Part(3);                      //= 2
};

int main()
{
    int x = 4, sum = 0;                       //= 1
    for (int i = 0; i < 2; i++) {             //? true 2, false 1 //= 3
        Whole a;                              //= 2
        Whole b(i, 1);                        //= 2
        Whole c(&x);                          //= 2
        Whole d(a);                           //= 2
        Of<int> e, f(2);                      //= 2
        Of<long> g, h(2);                     //= 2
        Of<char> k;                           //= 2
        Pack<Part> p{Part(1)};                //= 2
        Pack<Part, Outside> q{1, Part(1), Outside()}; //= 2
        Outside r(3);                         //= 2
        Defaulted s;                          //= 2
        Defaulted t(s);                       //= 2
        t = s;                                //= 2
        sum += a.next(1) + b.second + c.third + d.first;    //= 2
        sum += e.first + f.first + p.last + q.last + r.first; //= 2
    }
    return sum == 0;                          //= 1
}
