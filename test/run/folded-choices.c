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

struct bits {
    unsigned low : 1, high : 1;
};

static long wide(int n)
{
    return n;                           //= 19
}

static int converted(const char *text, int n)
{
    return ((n > 4)                     //? true 5, false 5 //= 10
            ? !!(text)                  //? true 3, false 2 //= 5
            : 0) ? 0 : wide(1);         //= 7
}

/* Choices in choices, of parts of them, and of what a comma has before it. */
static int nested(const char *text, const struct bits *bits, int n)
{
    int m = n;                          //= 10
    sink = n > 1                        //? true 8, false 2 //= 10
        && (n == 3 ? 0                  //? true 1, false 7 //= 8
            : (++m, m-- > 5));          //? true 5, false 2 //= 7
    sink = ((text                       //? true 4, false 6 //= 10
             && bits->low)              //? true 2, false 2 //= 4
            ? (bits->high               //? true 1, false 1 //= 2
               ? *++text : 0)           //? true 0, false 1 //= 1
            : 0) || n == 9;             //? true 1, false 9 //= 10
    sink += bits->high                  //? true 4, false 6 //= 10
        ? wide(1)                       //= 4
        : n >> 2 & 1                    //? true 2, false 4 //= 6
        ? wide(2)                       //= 2
        : wide(0);                      //= 4
    return ((n > 1                      //? true 8, false 2 //= 10
             && bits->low)              //? true 4, false 4 //= 8
            ? (bits->high               //? true 2, false 2 //= 4
               ? m                      //? true 2, false 0 //= 2
               : n == 5)                //? true 1, false 1 //= 2
            : n > 0.5)                  //? true 5, false 1 //= 6
        ? 0
        : wide(1);                      //= 2
}

int main(void)
{
    for (int i = 0; i < 10; i++)        //? true 10, false 1 //= 11
        choose(i);                      //= 10
    for (int i = 0; i < 10; i++) {      //? true 10, false 1 //= 11
        struct bits bits = { i & 1u, i >> 1 & 1u }; //= 10
        nested(i & 4 ? "a" : 0, &bits, i); //? true 4, false 6 //= 10
        converted(i & 4 ? "a" : 0, i);  //? true 4, false 6 //= 10
    }
    return 0;                           //= 1
}
