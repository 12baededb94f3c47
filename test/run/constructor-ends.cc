// Where a constructor's list ends GCC sets the tables of virtual functions, and there may be the
// last operand of a ?:, which does not count for that. A handler of the whole body throws again
// at its end, on a line where the next one may begin.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

struct Table {
    virtual ~Table() = default;
    explicit Table(int n)
        : first(n > 2 ? throw n : n)        //= 9
        , second(n ? sink                   //= 7
                   : 2)
    {
        sink = first;                       //= 7
    }
    int first, second;
};

struct Virtual : virtual Table {
    explicit Virtual(int n)
        : Table(n > 2 ? throw n : n)        //= 5
        , third(n == 1                      //= 3
                    ? sink                  //= 1
                    : 2)
    {
        sink = third;                       //= 3
    }
    int third;
};

struct Whole {
    explicit Whole(int n)
    try : first(n > 2 ? throw n : n)        //= 6
        , second(n                          //= 4
                     ? sink                 //= 3
                     : 2)
    {
        if (n == 1)                         //= 4
            throw "one";                    //= 1
    } catch (int x) {                       //= 2
        sink = x;                           //= 2
    } catch (...) {                         //= 1
        sink = 1;                           //= 1
    }
    virtual int area() { return first; }    //= 2
    int first, second;
};

template <class T>
static void make(int n)
{
    try {
        T made(n);                          //= 15
        sink = made.first;                  //= 8
    } catch (...) {                         //= 7
        sink = 0;                           //= 7
    }
}

int main()
{
    for (int n = 0; n < 5; n++) {           //= 6
        make<Table>(n);                     //= 5
        make<Virtual>(n);                   //= 5
        make<Whole>(n);                     //= 5
    }
    sink = Table(2).first;                  //= 1
    Whole *whole = new Whole(2);            //= 1
    for (sink = 0; sink < 2; sink = sink + 1)   //= 3
        whole->area();                      //= 2
    delete whole;                           //= 1
    return 0;                               //= 1
}
