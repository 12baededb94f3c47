// What a constructor or destructor does for its class, setting tables of virtual functions and
// finding virtual bases, is no statement: the brace where that stands has no count, unless it is
// all of the body.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %noaliases %s -o prog && ./prog
// RUN: %counts --all %s
struct root
{
    int a;
    root(int n)
        : a(n)                   //= 7
    {
    }
    virtual ~root()
    {
    }
};

struct middle : virtual root
{
    int b;
    middle()
        : root(1), b(2)          //= 7
    {
        b++;                     //= 7
    }
    ~middle() noexcept
    {
        b--;                     //= 7
    }
};

struct last : middle
{
    int c;
    last()
        : root(3), middle(), c(1) //= 5
    {
    }
    ~last() override
    {
        c = b;                   //= 5
    }
};

struct empty : virtual middle
{
    int d;
    empty()
        : root(4), middle(), d(2) //= 1
    {
        d += a;                  //= 1
    }
    ~empty()
    {}                           //= 1
};

int main()
{
    for (int i = 0; i < 5; i++)  //= 6
        last l;                  //= 5
    middle m;                    //= 1
    empty e;                     //= 1
    return m.b + e.d - 9;        //= 1
}
