// The end of a scope with something to destroy, which is left in two ways, is no line.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
#include <string>

volatile int sink;

struct walker {
    std::string s;
    int walk(int n)
    {
        s = "x";               //= 10
        return n & 1;          //= 10
    }
    ~walker()
    {
        sink = 1;              //= 10
    }
};

static bool walk(int n)
{
    if (n >= 2) {              //= 6
        walker w;              //= 4
        if (w.walk(n) == 0) {  //= 4
            sink = n;          //= 2
            return false;      //= 2
        }                      //= -
    }                          //= -
    return true;               //= 4
}

static void run(int n)
{
    if (n & 1)                 //= 6
    {                          //= -
        walker w;              //= 3
        w.walk(n);             //= 3
        if (n > 3)             //= 3
        {                      //= -
            sink = n;          //= 1
            return;            //= 1
        }                      //= -
        if (n > 1)             //= 2
        {                      //= -
            sink = 7;          //= 1
        }                      //= -
    }                          //= -
    else
    {                          //= -
        walker w;              //= 3
        w.walk(n);             //= 3
        if (n > 2)             //= 3
        {                      //= -
            sink = n;          //= 1
            return;            //= 1
        }                      //= -
    }                          //= -
    sink = 4;                  //= 4
}

int main()
{
    for (int i = 0; i < 6; i++) {  //= 7
        sink = walk(i);            //= 6
        run(i);                    //= 6
    }                              //= -
    return 0;                      //= 1
}
