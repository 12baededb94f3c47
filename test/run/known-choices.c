// Of a choice whose condition the compiler knows, what is executed has the counts: not the operand
// that is not taken, at whose sign GCC has what it leaves.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts %s
// RUN: cp %s prog.cc && %cxx prog.cc -o prog && rm prof.out.* && ./prog && %counts prog.cc
#include <stdint.h>

static int sink;

static int narrow(int x)
{
    return x;
}

static int wide(int x)
{
    return x;                                   //= 20
}

static int one(int x)
{
    return sizeof x == 2                        //= 3
               ? narrow(x)                      //= -
               : wide(x);                       //= 3
}

static int other(int x)
{
    return sizeof x == 4 ?                      //= 3
               wide(x) :                        //= 3
               narrow(x);                       //= -
}

static int sums(int x)
{
    return sizeof x == 2                        //= 3
               ? narrow(x) + 3                  //= -
               : wide(x) + 4;                   //= 3
}

static int several(int x)
{
    return sizeof x == 2                        //= 3
               ? narrow(x)                      //= -
           : sizeof x == 4
               ? wide(x)                        //= 3
               : narrow(x + 1);                 //= -
}

static int asked(int x)
{
    return sizeof x == 2                        //= 3
               ? x > 1 ? narrow(x)              //= -
                       : narrow(-x)             //= -
               : x > 1                          //? true 1, false 2 //= 3
                   ? wide(x)                    //= 1
                   : wide(-x);                  //= 2
}

static int both(int x)
{
    return sizeof x == 2                        //= 3
               ? x > 5 && narrow(x)             //= -
               : x > 0                          //? true 2, false 1 //= 3
                     && wide(x);                //? true 2, false 0 //= 2
}

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int added(int x)
{
    int k = x;                                  //= 3
    k += sizeof x == 2                          //= 3
             ? narrow(x) + 1                    //= -
             : (x > 0                           //? true 2, false 1 //= 3
                    ? wide(x)                   //= 2
                    : wide(-x));                //= 1
    k += sizeof x == 2                          //= 3
             ? narrow(x) + 1                    //= -
             : MAX(x, 1);
    return k;                                   //= 3
}

int main(void)
{
    for (int i = 0; i < 3; i++) {               //= 4
        sink += one(i) + other(i) + sums(i);    //= 3
        sink += several(i) + asked(i);          //= 3
        sink += both(i) + added(i);             //= 3
    }
    return 0;                                   //= 1
}
