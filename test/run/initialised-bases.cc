// Operands in the initialisers of bases, members and delegating constructors, in whatever
// variant of the constructor: GCC has a base's call where the initialiser ends.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
static volatile int sink;

__attribute__((noinline)) static int yes(int n)
{
    sink = n;
    return n;
}

__attribute__((noinline)) static int no(int n)
{
    sink = n;
    return -n;
}

struct Top {
    int top;
    explicit Top(int n) : top(n) {}    //= 25
};

struct Middle : virtual Top {
    int member;
    explicit Middle(int n)
        : Top(n > 3 ? yes(n)           //? true 4, false 6 //= 10
                    : no(n)),          //= 6
          member(n > 2 &&              //= 25
                 yes(n))               //= 10
    {
    }
    explicit Middle(long n)
        : Middle(int(n > 1 ?           //? true 3, false 2 //= 5
                 yes(7)                //= 3
                 : no(1))) {}          //= 2
};

struct Low : Middle {
    int member;
    Low(int n, int m)
        : Top(n > 3 &&                 //= 15
              yes(m)),                 //= 3
          Middle(n), member(n ?        //? true 11, false 4 //= 15
                            yes(1) :   //= 11
                            no(1))     //= 4
    {
        sink = m;                      //= 15
    }
    explicit Low(long n)
        : Low(n > 2 ? yes(2)           //? true 2, false 3 //= 5
                    : no(0),           //= 3
              4) {}
};

int main()
{
    for (int i = 0; i < 5; i++) {      //= 6
        Middle middle(i);              //= 5
        Middle other((long)i);         //= 5
        Low low(i, 1);                 //= 5
        Low next(i + 1, i);            //= 5
        Low last((long)i);             //= 5
        sink = middle.member + other.member; //= 5
        sink = low.member + next.member + last.member; //= 5
    }
    return 0;                          //= 1
}
