// Bases and what a constructor delegates to, in its list: they are executed where they are written.
// GCC has them where the list ends, as what the list does not name.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
static int sink;

struct None {
    None() { sink++; }                  //= 8
};

template <class T> struct Base {
    T n;
    explicit Base(T n)
        : n(n) {}                       //= 3
};

struct Hex : None {
    long n;
    Hex(int m, long n)
        : n(n + m) {}                   //= 5
    explicit Hex(int *p)                //= -
        : Hex(0, *p) {}                 //= 1
    explicit Hex(void *)                //= -
        : Hex(0, 3)                     //= 1
    {}
    explicit Hex(char c)                //= -
        :
          Hex(0,                        //= 1
              c)                        //= 1
    {
    }
    template <class T>
    explicit Hex(T n,                   //= -
                 long m)                //= -
        : Hex(int(m),                   //= 1
              long(n))
    {}
};

struct Low : Base<int>, None {
    int m;
    explicit Low(int n)
        : Base<int>(3),                 //= 3
          m(n) {}                       //= 3
};

int main()
{
    int n = 0;                          //= 1
    Hex a(&n), b((void *)0);              //= 1
    Hex c('c'), d(3L, 1), e(4, 1);      //= 1
    for (int i = 0; i < 3; i++)         //= 4
        sink += Low(i).n;               //= 3
    return a.n + b.n + c.n + d.n + e.n == 0; //= 1
}
