// GCC makes && and || of a ?: one of whose operands is a number: its conditions stand where they are
// written, and are as true.  Clang has a branch of what is chosen, too.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm -r prof.out.* && cp %s prog.cc && %cxx prog.cc -o prog && ./prog
// RUN: %counts prog.cc
#define EITHER(a, b) ((a) ? 1 : (b) == 3)

static volatile int sink;

static void choose(int n)
{
    if (((n > 7) ? (n < 9) : 1)         //? true 2, false 8; true 1, false 1 //= 10
        && (n != 3))                    //? true 8, false 1 //= 9
        sink = 1;                       //= 8
    if (n < 9                           //? true 9, false 1 //= 10
        && ((n > 7) && (4 == 4) ? 1     //? true 1, false 8 //= 9
                                : (n <= 1))) //? true 2, false 6 //= 8
        sink = 2;                       //= 3
    if (n > 2 && n < 5 ? n == 3 : 1)    //? true 7, false 3; true 2, false 5; true 1, false 1 //= 10
        sink = 3;                       //= 9
    while (n > 2 ? n < 5 : 0)           //? true 10, false 3; true 3, false 7 //= 13
        n++;                            //= 3
    sink = n > 2 ? 0 : n == 1;          //? true 7, false 3 //= 10
    sink = n == 1                       //? true 1, false 9 //= 10
               ? sink > 2               //= 1
               : 0;                     //= -
    if (EITHER(n > 2, n))               //? true 7, false 3; true 0, false 3 //= 10
        sink = 4;                       //= 7
}

int main(void)
{
    for (int i = 0; i < 10; i++)        //? true 10, false 1 //= 11
        choose(i);                      //= 10
    return 0;                           //= 1
}
