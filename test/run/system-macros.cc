// What is written in the program is of the program, though its head is a macro of the system's;
// of a file that says to be the system's, nothing is counted.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show lines prof.out.* > lines && not grep hpp:$ lines
// RUN: %prof_show functions prof.out.* > functions && not grep -i noted functions
#include "Inputs/framework.hpp"

static int sink;

static int same(int n)
{
    return n;               //= 4
}

CASE                        //= 1
{
    sink++;                 //= 1
}

TEMPLATE_CASE               //= 1
{
    T n = 5;                //= 2
    if (!sink)              //= 2
        n++;                //= 0
    sink = n;               //= 2
}

auto twice = LAMBDA         //= -
{
    return 2 * x;           //= 2
};

int main()
{
    int n =                       //= 1
        GIVEN(same(1) + same(2)); //= 1
    n += twice(1);                //= 1
    n += twice('a');              //= 1
    n +=                          //= 1
        GIVEN(same(3) + same(4)); //= 1
    return n == 0;          //= 1
}
