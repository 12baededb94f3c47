// Clang's own coverage may count beside: what it counts with is no statement, though it has
// the place of a jump before it, and its blocks are no operands.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fprofile-instr-generate -fcoverage-mapping %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %cc %s -o prog && ./prog
// RUN: %counts %s
static volatile int sink;

static int is_third(int n)
{
    return n % 3 == 0;               //= 25
}

static void choose(int n)
{
    switch (n) {                     //= 10
    case 0:
        for (int i = 0; i < 2; i++)  //? true 2, false 1 //= 3
            sink++;                  //= 2
        break;                       //= 1
    case 1:
    case 2:
        if (sink == 7)               //? true 1, false 1 //= 2
            break;                   //= 1
        sink = 7;                    //= 1
        break;                       //= 1
    case 3:
    case 4:
    case 5:
        sink = 0;                    //= 3
        break;                       //= 3
    default:
        sink = 0;                    //= 4
    }
}

static int operands(int n)
{
    if (n > 7 ||                     //? true 2, false 8 //= 10
        is_third(n))                 //? true 3, false 5 //= 8
        sink = 1;                    //= 5
    if (n < 7 &&                     //? true 7, false 3 //= 10
        is_third(n))                 //? true 3, false 4 //= 7
        return 2;                    //= 3
    while (n < 3 ||                  //? true 3, false 10 //= 13
           (n < 100 && is_third(n))) { //? true 10, false 0; true 3, false 7 //= 10
        n++;                         //= 6
    }
    return n;                        //= 7
}

int main(void)
{
    for (int i = 0; i < 10; i++) {   //? true 10, false 1 //= 11
        choose(i);                   //= 10
        operands(i);                 //= 10
    }
    return 0;                        //= 1
}
