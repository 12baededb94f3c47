// The condition of a ?: that a macro has in its definition is as true as it is written there.
// GCC, which likes variables and constants last, exchanges what is chosen.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm -r prof.out.* && cp %s prog.cc && %cxx prog.cc -o prog && ./prog
// RUN: %counts --all prog.cc
// Lines that end by CR and LF are no others, nor are those that do not end by a backslash.
// RUN: rm -r prof.out.* && sed 's/$/\r/' %s > prog.c && %cc prog.c -o prog && ./prog
// RUN: %counts --all prog.c
#include <stddef.h>

#define HEAD(n) ((n) == 0 ? sizeof(int) : sizeof(int) + 8 * (size_t)(n))
#define SIZE(n, more) (HEAD(n) + (more))
#define OPTIONAL(f, n, d) ((n) < 3 ? (d) : f(n))
#define OR_ZERO(n, v) ((n) < 3 ? 0 : (v))
    #define PICK(n, a, b) \
        (n) < 3           \
            ? /* small */ \
              a           \
            : b // large
#define THROUGH(x) (x)
#define OUTER(n, v) THROUGH(OR_ZERO(n, THROUGH(v)))
#define WHOLE(x) THROUGH(OPTIONAL(f, x, 2))

static volatile int sink;
static volatile size_t size;

__attribute__((noinline)) static int f(int n)
{
    return n + sink % 2;           //= 41
}

static void one(int n)
{
    int x = n + 1;                 //= 10
    size = HEAD(n);                //? true 1, false 9 //= 10
    size = SIZE(n, 7);             //? true 1, false 9 //= 10
    sink = OPTIONAL(f, n, x);      //? true 3, false 7 //= 10
    sink = OR_ZERO(n, x);          //? true 3, false 7 //= 10
    sink = PICK(n, 5, x);          //? true 3, false 7 //= 10
    sink = PICK(n, x, 5);          //? true 3, false 7 //= 10
    sink = PICK(n, f(x), x);       //? true 3, false 7 //= 10
    sink = PICK(n, x, f(x));       //? true 3, false 7 //= 10
    sink = PICK(n, f(x + 1), f(x)); //? true 3, false 7 //= 10
    sink = OUTER(n, x);            //? true 3, false 7 //= 10
    sink = WHOLE(n);               //? true 3, false 7 //= 10
    sink = THROUGH(n < 3 ? 0 : x); //? true 3, false 7 //= 10
    sink = THROUGH(n < 3 ? x : f(x)); //? true 3, false 7 //= 10
}

int main(void)
{
    for (int i = 0; i < 10; i++)   //? true 10, false 1 //= 11
        one(i);                    //= 10
    return 0;                      //= 1
}
