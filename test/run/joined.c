// What is computed of a ?: or && over several lines stands where that begins; x ?: y is one
// condition, at x.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
// iso646.h's macros are these signs.
// RUN: rm -r prof.out.* && sed 's/&&/and/; s/||/or/; s/!\([a-z(]\)/not \1/' %s > joined.c
// RUN: %cc -include iso646.h joined.c -o prog && ./prog && %counts joined.c
#include <stdlib.h>
#include <string.h>

static volatile int sink;
static int table[10];
struct pair { int x, y; };

__attribute__((noinline)) static int f(int i)
{
    return i - 1;                       //= 224
}

static int subscript(int i)
{
    return table[i                      //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2)];                        //= 1
}

static struct pair pair(int i)
{
    return (struct pair){ i             //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2), f(i)                    //? true 5, false 1 //= 6
        && i };                         //? true 4, false 1 //= 5
}

static int sides(int i)
{
    int k = 0, *q = table;              //= 6
    k += (i & 1)                        //? true 3, false 3 //= 6
        ? f(i)                          //= 3
        : 3;
    k += f(i)                           //? true 5, false 1 //= 6
        && f(k)                         //? true 5, false 0 //= 5
        && i;                           //? true 4, false 1 //= 5
    k -= sink                           //? true 0, false 6 //= 6
        || f(i)                         //? true 5, false 1 //= 6
        || i;                           //? true 1, false 0 //= 1
    k *= i                              //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2);                         //= 1
    table[i & 3] |= i                   //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2);                         //= 1
    table[i                             //? true 5, false 1 //= 6
          ? f(1)                        //= 5
          : f(2)] = i > 2               //? true 3, false 3 //= 6
        ? f(3)                          //= 3
        : f(4);                         //= 3
    table[1] += table[i                 //? true 5, false 1 //= 6
                      ? f(1)            //= 5
                      : f(2)];          //= 1
    *(i ? q                             //? true 5, false 1 //= 6
        : &table[f(2)]) += f(i)         //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : 2;
    (*q)++, *q = f(i)                   //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2), q++;                    //= 6
    struct pair r = pair(i), *t = &r;   //= 6
    t->x |= f(i)                        //? true 5, false 1 //= 6
        && f(1), t->y = !(f(i)          //? true 0, false 5; true 5, false 1 //= 6
                          && i);        //? true 4, false 1 //= 5
    k += (i                             //? true 5, false 1 //= 6
          ? f(1)                        //= 5
          : f(2)) + (f(i)               //? true 5, false 1 //= 6
                     || f(1));          //? true 0, false 1 //= 1
    k = sink = table[2] = i             //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2);                         //= 1
    k += sink += i                      //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2);                         //= 1
    return k;                           //= 6
}

static int loops(int i)
{
    int n = 0;                          //= 6
    for (int k = i                      //? true 5, false 1 //= 6
             ? f(2)                     //= 5
             : f(3); k < (i             //? true 16, false 6; true 20, false 2 //= 22
                          ? f(5)        //= 20
                          : f(4)); k += i //? true 15, false 1 //= 16
             ? 1
             : f(3))                    //= 1
        n += f(k)                       //? true 11, false 5 //= 16
            && i;                       //? true 10, false 1 //= 11
    sink = 3;                           //= 6
    while (sink -= f(i)                 //? true 12, false 6; true 15, false 3 //= 18
               ? 1
               : f(2))                  //= 3
        ;
    switch (i                           //? case 1 2, default 4; true 5, false 1 //= 6
        ? f(i)                          //= 5
        : f(2)) {                       //= 1
    case 1:
        return i                        //? true 1, false 1 //= 2
            ? f(1)                      //= 1
            : f(2);                     //= 1
    }
    return n;                           //= 4
}

static int chosen(int n, const char *t, char c, double d)
{
    int k = n                           //? true 2, false 4 //= 6
        ?: abs(f(n))                    //? true 4, false 0 //= 4
        ?: 3;
    k += c                              //? true 4, false 2 //= 6
        ?: abs(k);                      //= 2
    k += d                              //? true 3, false 3 //= 6
        ?: abs(k);                      //= 3
    k += (n & 2)                        //? true 0, false 6 //= 6
        ?: abs(k);                      //= 6
    k += !n                             //? true 4, false 2 //= 6
        ?: abs(k);                      //= 2
    k += (unsigned)n                    //? true 2, false 4 //= 6
        ?: abs(k);                      //= 4
    const char *u = t                   //? true 2, false 4 //= 6
        ?: getenv("x")                  //? true 0, false 4 //= 4
        ?: "none";
    if (n                               //? true 2, false 4; true 6, false 0 //= 6
        ?: f(k))                        //= 4
        k++;                            //= 6
    return n                            //? true 2, false 4 //= 6
        ?: f(*u)                        //? true 4, false 0 //= 4
        ?: abs(k);                      //= 0
}

static long one_line(int n, const char *t)
{
    int k = n ?: strlen(t);             //? true 2, false 4 //= 6
    k = n ?: k ?: strlen(t);            //? true 2, false 4; true 2, false 2 //= 6
    if (n ?: f(k)) k++;                 //? true 2, false 4; true 4, false 2 //= 6
    return k ?: (long)n;                //? true 6, false 0 //= 6
}

int main(void)
{
    for (int i = 0; i < 6; i++) {       //? true 6, false 1 //= 7
        subscript(i);                   //= 6
        sides(i);                       //= 6
        loops(i);                       //= 6
        chosen(i & 4, i & 2 ? "" : NULL, i & 3, i & 1); //= 6
        one_line(i & 4, i & 2 ? "" : "x"); //= 6
    }
}
