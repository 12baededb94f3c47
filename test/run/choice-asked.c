// GCC makes && and || of a ?: one of whose operands is a number: if it is asked by a `!`, the test
// of the other operand has the place of the `!`, and belongs at the operand.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
static volatile int sink;

static void asked(int n)
{
    int m = n;                          //= 10
    if (!((n == 2                       //= 10
           || (++m,                     //= 9
               m-- > 5))                //= 9
          ? n & 1 : 1))                 //= 6
        sink = 5;                       //= 3
    switch (!((n > 6                    //= 10
               && m < 9)                //= 3
              ? 0
              : n & 1)) {               //= 8
    case 0:
        sink = 6;                       //= 4
    }
}

static int chosen(int n)
{
    while (!(n > 3                      //= 14
             || n == 1                  //= 6
             ? n > 4                    //= 9
             : 0))
        n++;                            //= 9
    return !!(n == 9                    //= 5
              || n                      //= 5
                     > 6                //= 5
              ? n & 1                   //= 1
              : 0);
}

int main(void)
{
    for (int i = 0; i < 10; i++)        //= 11
        asked(i);                       //= 10
    for (int i = 0; i < 10; i += 2)     //= 6
        sink = chosen(i);               //= 5
    return 0;                           //= 1
}
