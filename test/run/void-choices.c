// A ?: that is a statement is as true as it is written, whichever of its operands does nothing.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm -r prof.out.* && cp %s prog.cc && %cxx prog.cc -o prog && ./prog
// RUN: %counts --all prog.cc
#define ASSERT(x) ((x) ? (void)0 : fail())
#define ASSERT_EQ(a, b) ASSERT((a) == (b))
#define REFUSE(x) (!(x) ? (void)0 : fail())

static volatile int failures;

__attribute__((noinline)) static void fail(void)
{
    failures = failures + 1;         //= 61
}

static void choose(int n)
{
    n > 2 ? (void)0 : fail();        //? true 7, false 3 //= 10
    n > 2 ? fail() : (void)0;        //? true 7, false 3 //= 10
    !(n > 2) ? (void)0 : fail();     //? true 3, false 7 //= 10
    n > 2 || n == 1                  //? true 7, false 3; true 1, false 2 //= 10
        ? (void)0                    //= -
        : fail();                    //= 2
    if (n > 2) {                     //? true 7, false 3 //= 10
        n > 7 ? (void)0 : fail();    //? true 2, false 5 //= 7
    } else {                         //= -
        n ? (void)0 : fail();        //? true 2, false 1 //= 3
    }
    if (n > 2)                       //? true 7, false 3 //= 10
        n > 7                        //? true 2, false 5 //= 7
            ? (void)0                //= -
            : fail();                //= 5
    else                             //= -
        n ? (void)0 : fail();        //? true 2, false 1 //= 3
    for (int i = 0; i < 2; i++)      //? true 20, false 10 //= 30
        n > 2 ? (void)0 : fail();    //? true 14, false 6 //= 20
    ASSERT(n > 2);                   //? true 7, false 3 //= 10
    ASSERT_EQ(n, 3);                 //? true 1, false 9 //= 10
    ASSERT(n > 2 && n < 8);          //? true 7, false 3; true 5, false 2 //= 10
    REFUSE(n > 2);                   //? true 3, false 7 //= 10
}

int main(void)
{
    for (int i = 0; i < 10; i++)     //? true 10, false 1 //= 11
        choose(i);                   //= 10
    return 0;                        //= 1
}
