// A ?: whose value GCC converts to another number is as true as it is written, whichever of its
// operands is a constant.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
#include <string.h>

__attribute__((noinline)) static long wide(int n)
{
    return n;                           //= 56
}

__attribute__((noinline)) static int narrow(int n)
{
    return n;                           //= 16
}

static int returned(int n, const char *t)
{
    return n ? 0 : strlen(t);           //? true 2, false 4 //= 6
}

static int values(int n)
{
    int k = 1;                          //= 6
    k += n ? 0 : wide(3);               //? true 2, false 4 //= 6
    k = n ? 0 : wide(3);                //? true 2, false 4 //= 6
    k = n ? wide(3) : k;                //? true 2, false 4 //= 6
    k = k + (n ? 0 : wide(3));          //? true 2, false 4 //= 6
    wide(n ? 0 : wide(3));              //? true 2, false 4 //= 6
    narrow(n ? 0 : wide(3));            //? true 2, false 4 //= 6
    k += (int)(n ? 0 : wide(4));        //? true 2, false 4 //= 6
    k += (char)(n ? k : wide(4));       //? true 2, false 4 //= 6
    long a[] = { n ? 0 : narrow(4), 3 }; //? true 2, false 4 //= 6
    k += a[(int)(n ? 0 : wide(0))];     //? true 2, false 4 //= 6
    double d = n ? 0 : wide(3);         //? true 2, false 4 //= 6
    d = n ? 0 : k;                      //? true 2, false 4 //= 6
    float e = n ? 0 : d;                //? true 2, false 4 //= 6
    short s = n ? n : wide(k);          //? true 2, false 4 //= 6
    return d + e + k + s;               //= 6
}

static int asked(int n)
{
    int k = 0;                          //= 6
    if (n ? 0                           //= 6
          : wide(3))                    //? true 4, false 0 //= 4
        k++;                            //= 4
    if (n > 2 ? 0                       //= 6
              : narrow(3))              //? true 4, false 0 //= 4
        k++;                            //= 4
    if (!n ? 1                          //= 6
           : narrow(3))                 //? true 2, false 0 //= 2
        k++;                            //= 6
    k += (n ? 1                         //= 6
            : wide(3)) ? 1              //? true 4, false 0 //= 4
        : narrow(2);                    //= 0
    return k;                           //= 6
}

/* A truth that becomes a number, behind a comma, too. */
static long truths(int a, int b, long c)
{
    long k = a ? b > 1                  //? true 3, false 3 //= 6
               : c;                     //= 3
    k += a                              //? true 3, false 3 //= 6
        ? (b++, b > 2)                  //= 3
        : c;                            //= 3
    if (a                               //? true 3, false 3 //= 6
            ? (b++, k++, b > 3)         //? true 1, false 2 //= 3
            : c)                        //? true 1, false 2 //= 3
        k++;                            //= 2
    if ((a                              //? true 3, false 3 //= 6
             ? (b--, b > 2)             //? true 1, false 2 //= 3
             : (long)c)                 //? true 1, false 2 //= 3
        || b > 8)                       //? true 0, false 4 //= 4
        k++;                            //= 2
    if (!a                              //? true 3, false 3 //= 6
            ? (b, c)                    //? true 1, false 2 //= 3
            : 1.5)
        k++;                            //= 4
    return k;                           //= 6
}

int main(void)
{
    for (int i = 0; i < 6; i++) {       //? true 6, false 1 //= 7
        truths(i & 1, i & 2, i & 4);    //= 6
        returned(i & 4, "x");           //= 6
        values(i & 4);                  //= 6
        asked(i & 4);                   //= 6
    }
}
