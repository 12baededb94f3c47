// What va_arg asks, whether an argument was passed in a register, is no branch.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdarg.h>

struct pair {
    long first;
    double second;
};

#define NEXT(type) va_arg(rest, type)

static double sum(const char *types, ...)
{
    va_list rest;
    double sum = 0;                        //= 2

    va_start(rest, types);                 //= 2
    for (; *types; types++) {              //? true 11, false 2 //= 13
        if (*types == 'i') {               //? true 7, false 4 //= 11
            sum += va_arg(rest, int);      //= 7
        } else if (*types == 'd') {        //? true 3, false 1 //= 4
            sum += NEXT(double);           //= 3
        } else {
            struct pair pair = va_arg(rest, struct pair); //= 1

            sum += pair.first + pair.second; //= 1
        }
    }
    va_end(rest);                          //= 2
    return sum;                            //= 2
}

int main(void)
{
    struct pair pair = {1, 2};             //= 1
    double all = sum("iddidp", 1, 1.0, 2.0, 2, 3.0, pair); //= 1

    return all + sum("iiiii", 1, 2, 3, 4, 5) != 27; //= 1
}
