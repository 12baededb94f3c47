// An operand that is a number, and of which no code may be left, does not change what is true of
// the others, though what is written next is then not what comes next.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
#define NO 0
#define YES 1
#define NOT(x) (!(x))

static volatile int sink;

static void ask(int a, int b)
{
    if ((a == 3) || NO)            //? true 1, false 9 //= 10
        sink = 1;                  //= 1
    if (((a != 3) || (NO < 0)) && b) //? true 9, false 1; true 3, false 6 //= 10
        sink = 2;                  //= 3
    if (((a < 3) || NO || NO) && YES) //? true 3, false 7 //= 10
        sink = 3;                  //= 3
    if (!a || NO)                  //? true 1, false 9 //= 10
        sink = 4;                  //= 1
    if (!((a == 3) || NO))         //? true 1, false 9 //= 10
        sink = 5;                  //= 9
    if ((a && YES) || NO)          //? true 9, false 1 //= 10
        sink = 6;                  //= 9
    while ((a > 8) || NO)          //? true 1, false 10 //= 11
        a--;                       //= 1
    sink = ((a < 4) || NO) ? 7 : 8; //? true 4, false 6 //= 10
    if (NOT(a) || !b)              //? true 1, false 9; true 6, false 3 //= 10
        sink = 9;                  //= 7
    if (NOT(a) || (NOT(b) && a))   //? true 1, false 9; true 6, false 3; true 6, false 0 //= 10
        sink = 10;                 //= 7
}

int main(void)
{
    for (int i = 0; i < 10; i++)   //? true 10, false 1 //= 11
        ask(i, i % 3 == 0);        //= 10
    return 0;                      //= 1
}
