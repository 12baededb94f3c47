// An operand that GCC has several times in what it makes is asked once.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
struct base {
    virtual ~base() = default;
    virtual int get() { return 1; }          //= 6
    int number = 2;
};
struct derived : virtual base {
    int own = 3;
    int get() override { return 2; }         //= 6
};
struct part {
    int n;
    part() : n(3) {}                         //= 15
    ~part() { n = 0; }                       //= 15
};

typedef int (base::*method)();

__attribute__((noinline)) static int virtuals(int n, base *a, base *b)
{
    method get = &base::get;                 //= 3
    int s = (n < 2 ? a : b)->get();          //? true 1, false 2 //= 3
    s += (n > 1                              //? true 2, false 1 //= 3
              && a                           //? true 2, false 0 //= 2
          ? b                                //= 2
          : a)->get();                       //= 3
    s += ((n < 2 ? a : b)->*get)();          //? true 1, false 2 //= 3
    s += ((n < 3                             //? true 2, false 1 //= 3
           || b                              //? true 1, false 0 //= 1
           ? a                               //= 3
           : b)->*get)();                    //= 3
    return s;                                //= 3
}

__attribute__((noinline)) static void frees(int n)
{
    part *a = new part[2];                   //= 3
    part *b = new part[3];                   //= 3
    delete[] (n < 2 ? a : b);                //? true 1, false 2 //= 3
    delete[] (n < 2                          //? true 1, false 2 //= 3
              ? b : a);                       //= 2
}

__attribute__((noinline)) static int members(int n, derived *a, derived *b)
{
    int derived::*number = &derived::own;    //= 3
    return (n < 2 ? a : b)->*number;         //? true 1, false 2 //= 3
}

int main()
{
    base a;                                  //= 1
    derived b, c;                            //= 1
    int s = 0;                               //= 1
    for (int i = 1; i < 4; i++) {            //? true 3, false 1 //= 4
        s += virtuals(i, &a, &b);            //= 3
        frees(i);                            //= 3
        s += members(i, &b, &c);             //= 3
    }
    return s == 0;                           //= 1
}
