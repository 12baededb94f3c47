// A constructor's or destructor's body counts as often as it ran, in whatever variant;
// the one that deletes has no line of its own, though clang can make nothing else for
// an abstract class.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %noaliases %s -o prog && ./prog
// RUN: %counts %s
static int sink;

struct abstract {
    virtual ~abstract() {}           //= 10
    virtual int get() = 0;
};

struct concrete : abstract {
    int get() { return 1; }          //= 10
};

struct root {
    root() {}                        //= 23
    virtual ~root() { }              //= 23
};

struct derived : root {
    ~derived() noexcept {}           //= 11
};

struct longer : root {
    int n;
    longer()
        : n(2)                       //= 12
    {
    }                                //= -
    virtual ~longer()
    {
        sink += n;                   //= 12
    }                                //= -
};

struct last : longer {
    ~last() { sink--; }              //= 2
};

int main()
{
    for (int i = 0; i < 10; i++) {   //= 11
        concrete c;                  //= 10
        derived d;                   //= 10
        longer l;                    //= 10
        sink += c.get();             //= 10
    }                                //= -
    root *p = new derived;           //= 1
    delete p;                        //= 1
    p = new last;                    //= 1
    delete p;                        //= 1
    {
        last l;                      //= 1
    }                                //= -
    return sink == 32 ? 0 : 1;       //= 1
}
