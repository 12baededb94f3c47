// A list is of the statement that it is in, whatever the type before it is made of: what begins in
// it has begun, though a call there does not come back.  A macro's block is none.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 -w %s -o prog && ./prog
// RUN: %counts %s
#include <vector>

#define forever for (;;)

template <class A, class B> struct both { A a; B b; };
template <class A> struct one { A a; };

static int out(int x)
{
    if (x > 2)                 //= 24
        throw x;               //= 10
    return x;                  //= 14
}

static int templates(int x)
{
    int s = both<int, int>{    //= 6
        out(x),                //= 6
        out(x + 1)             //= 3
    }.a;
    s += one<both<int, one<int>>>{ //= 2
        {
            out(x + 2),        //= 2
            {s}
        }
    }.a.a;
    return s;                  //= 1
}

static int literal(int x)
{
    return ((both<int, int>){  //= 6
        out(x),                //= 6
        out(x + 1)             //= 3
    }).a;
}

static int macro(int x)
{
    forever {                  //= -
        if (x == 0) {          //= 9
            return x +         //= 2
                out(x);        //= 2
        } else if (x & 1) {    //= 7
            x +=               //= 2
                out(x - 1)     //= 2
                - 1;           //= 1
        } else {
            x -= 2;            //= 5
        }
    }
}

static int caught;

template <class F> static void each(F function)
{
    for (int i = 0; i < 6; i++)
        try {
            function(i);
        } catch (int) {
            caught++;
        }
}

int main()
{
    each(templates);
    each(literal);
    try {
        macro(3);              //= 1
        macro(6);              //= 1
        macro(7);              //= 1
    } catch (int) {
        caught++;              //= 1
    }
    return caught != 10;       //= 1
}
