// The operand of ?: that is not chosen is not computed: clang makes calls of constexpr functions in both.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
#include <string>

volatile int sink;

constexpr int once(int n)
{
    return 2 * n;            //= 1
}

template <class T> constexpr T half(T n)
{
    return n / 2;            //= 4
}

constexpr int inner(int n)
{
    return n + 1;            //= 2
}

constexpr int outer(int n)
{
    return n + 2;            //= 2
}

constexpr bool odd(int n) noexcept
{
    return n % 2 != 0;       //= 2
}

constexpr bool even(int n)
{
    return n % 2 == 0;       //= 3
}

constexpr int asked(int n)
{
    return 2 * n;            //= 5
}

constexpr int few(int n)
{
    return n / 4;            //= 2
}

static void numbers(int n)
{
    sink = n == 2 ? once(1)  //= 5
                  : half(2); //= 4
    // CHECK-DAG: choices.cc:[[#@LINE-2]]:[[#]]: true 1, false 4
    sink = n > 1 ? 7 : outer(inner(6));        //= 5
    sink = n > 1 && n < 4 ? odd(2) : even(3);  //= 5
    sink = asked(n) > 2 ? n : few(6);          //= 5
}

class level
{
  public:
    constexpr explicit level(int n)
        : value(n), twice(2 * n)     //= 9
    {
    }
    constexpr int get() const
    {
        return value;                //= 2
    }
    constexpr int sum(const level &other) const
    {
        return twice + other.value;  //= 4
    }

  private:
    int value;
    int twice;
};

constexpr level low(1);

static void objects(int n)
{
    sink = n < 1 ? level(4).get() : level(5).sum(level(6));  //= 5
    sink = n == 3 ? low.get() : n;                           //= 5
}

constexpr char first(int n)
{
    return static_cast<char>(n);  //= 3
}

constexpr char second(int n)
{
    return static_cast<char>(n);  //= 2
}

/* The calls may throw, as far as is known, and something is to be destroyed. */
static size_t cleanups(int n)
{
    std::string text(5, 'x');                     //= 5
    try {
        text += n > 1 ? first(60) : second(40);   //= 5
    } catch (int) {                               //= 0
        return 0;                                 //= 0
    }
    return text.size();                           //= 5
}

constexpr int empty()
{
    return 1;                                     //= 1
}

constexpr int full()
{
    return 2;                                     //= 4
}

/* What is behind the condition, but belongs to it, is always done. */
static int destroyed;

struct asking {
    int n;
    ~asking()
    {
        destroyed++;                              //= 5
    }
    bool is_zero() const
    {
        return n == 0;                            //= 5
    }
};

static void conditions(int n)
{
    sink = ({ asking a{n}; a.is_zero(); }) ? empty() : full(); //= 5
}

/* An object is asked, and what is chosen becomes another number for an operator. */
struct held {
    int n;
    ~held() {}
    operator bool() const
    {
        return n;                                 //= 5
    }
};

struct sum {
    int n;
    void operator+=(int k)
    {
        n += k;                                   //= 5
    }
};

static int added(int n)
{
    sum all = {0};                                //= 5
    all += (held{n}) ? 0                          //= 5
                     : ((long)n + 2);             //= 1
    return all.n;                                 //= 5
}

int main()
{
    for (int i = 0; i < 5; i++) {                 //= 6
        sink = added(i);                          //= 5
        numbers(i);                               //= 5
        objects(i);                               //= 5
        sink = static_cast<int>(cleanups(i));     //= 5
        conditions(i);                            //= 5
    }
    return destroyed == 5 ? 0 : 1;                //= 1
}
