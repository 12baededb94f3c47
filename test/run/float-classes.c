// Of what the compiler makes of fpclassify, isinf and the like, the source decides nothing; what
// it asks of their answer it does.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog -lm && ./prog
// RUN: %counts --all %s
#include <math.h>

#define INFINITE(x) (isinf(x) ? 1 : 2)

static volatile int sink;

static void classify(double x)
{
    sink = fpclassify(x);                //= 9
    sink = __builtin_isinf_sign(x);      //= 9
    if (fpclassify(x) == FP_ZERO)        //? true 2, false 7 //= 9
        sink = 1;                        //= 2
    if (isinf(x))                        //? true 2, false 7 //= 9
        sink = 2;                        //= 2
    if (isinf(x) > 0)                    //? true 1, false 8 //= 9
        sink = 3;                        //= 1
    if (isnan(x) || !isnormal(x))        //? true 1, false 8; true 5, false 3 //= 9
        sink = 4;                        //= 6
    switch (fpclassify(x)) {             //? case 0 1, case 1 2, default 6 //= 9
    case FP_NAN:
        sink = 5;                        //= 1
        break;                           //= 1
    case FP_INFINITE:
        sink = 6;                        //= 2
        break;                           //= 2
    default:
        sink = 7;                        //= 6
    }
}

static int chosen(double x)
{
    volatile int yes = 1, no = 2;        //= 9
    int n = isinf(x) ? yes + 1 : no + 2; //? true 2, false 7 //= 9
    while (isinf(x) < 0 && n++ < 4)      //? true 3, false 8; true 2, false 1 //= 11
        sink = n;                        //= 2
    return n;                            //= 9
}

int main(void)
{
    volatile double zero = 0;            //= 1
    double values[] = {0, -0.0, 1, -1, 1 / zero, -1 / zero, zero / zero, 1e-310, 5}; //= 1
    for (int i = 0; i < 9; i++) {        //? true 9, false 1 //= 10
        classify(values[i]);             //= 9
        sink = chosen(values[i]);        //= 9
    }
    return 0;                            //= 1
}
