// Branches have the place, the names and the truth of the source, with every compiler and at every level.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdbool.h>

#define NOT(x) (!(x))
#define EMPTY(p) (!(p)->n)

struct list {
    int n;
    bool flag : 1;
};

volatile int sink;

static int same(int n)
{
    return n;                                        //= 29
}

// f(i) for i from 0 to 8: a is 0, 1, 2 in turn, b is 0 three times, then 1, then 2.
static void conditions(int a, int b, struct list *p)
{
    if (a)                                           //? true 6, false 3 //= 9
        sink = 1;                                    //= 6
    if (!a)                                          //? true 3, false 6 //= 9
        sink = 1;                                    //= 3
    if (!(a > 0 && b == 1))                          //? true 6, false 3; true 2, false 4 //= 9
        sink = 1;                                    //= 7
    if (!(!a || !(b)) && a < 2)                      //? true 3, false 6; true 2, false 4; true 2, false 2 //= 9
        sink = 1;                                    //= 2
    if (0 < a || p->flag)                            //? true 6, false 3; true 2, false 1 //= 9
        sink = 1;                                    //= 8
    if ((a + b) > 3 || (b && !same(a)))              //? true 1, false 8; true 5, false 3; true 2, false 3 //= 9
        sink = 1;                                    //= 3
    if (NOT(a) || EMPTY(p))                          //? true 3, false 6; true 0, false 6 //= 9
        sink = 1;                                    //= 3
    if (EMPTY(p))                                    //? true 3, false 6 //= 9
        sink = 1;                                    //= 3
    sink = a > 1 ? 7 : same(b);                      //? true 3, false 6 //= 9
    sink = a > 1 ? same(b) : 7;                      //? true 3, false 6 //= 9
    sink = !a ? b : same(1);                         //? true 3, false 6 //= 9
    if (a ? b == 1 : !b)                             //? true 6, false 3; true 2, false 4; true 1, false 2 //= 9
        sink = 1;                                    //= 3
    switch (b) {                                     //? case 1 3, default 6 //= 9
    case 1:                                          //= -
        sink = 1;                                    //= 3
    }
    if (a                                            //? true 6, false 3 //= 9
        && (b                                        //? true 4, false 2 //= 6
            || p->flag))                             //? true 1, false 1 //= 2
        sink = 1;                                    //= 5
}

static void loops(int a, int b)
{
    int n = 0;                                       //= 9
    while (a && !(n >= b))                           //? true 12, false 3; true 6, false 6 //= 15
        n++;                                         //= 6
    for (int i = 0; i < a && NOT(b == 2); i++)       //? true 8, false 7; true 6, false 2 //= 15
        sink = i;                                    //= 6
    do                                               //= -
        n++;                                         //= 11
    while (n < 2 && (a == 2 || !(b || a)));          //? true 5, false 6; true 1, false 4; true 2, false 2; true 1, false 1 //= 11
}

static void switches(int a)
{
    switch (same(a)) {                               //? case -3...-1 3, case 0, 1 2, case 5 1, default 3 //= 9
    case 0: case 1:                                  //= -
        sink = 0;                                    //= 2
        break;                                       //= 2
    case -3: case -2: case -1:                       //= -
        sink = 1;                                    //= 3
        break;                                       //= 3
    case 5:                                          //= -
        sink = 2;                                    //= 1
        /* fall through */
    default:                                         //= -
        sink = 3;                                    //= 4
    }
}

static void computed(int a)
{
    static void *const to[] = {&&one, &&two, &&three};
    goto *to[a];                                     //? line 93 3, line 95 3, line 97 3 //= 9
one:
    sink = 1;                                        //= 3
two:
    sink = 2;                                        //= 6
three:
    sink = 3;                                        //= 9
}

int main(void)
{
    for (int i = 0; i < 9; i++) {                    //? true 9, false 1 //= 10
        struct list list = {i % 3, i % 2 == 0};      //= 9
        conditions(i % 3, i / 3, &list);             //= 9
        loops(i % 3, i / 3);                         //= 9
        switches(i - 3);                             //= 9
        computed(i % 3);                             //= 9
    }
    return 0;                                        //= 1
}
// CHECK:      branches.c:[[#]]:5: switch
// CHECK-NEXT: {{^}}           3  case 1
// CHECK-NEXT: {{^}}           6  default
// CHECK:      branches.c:[[#]]:5: switch
// CHECK-NEXT: {{^}}           3  case -3...-1
// CHECK-NEXT: {{^}}           2  case 0, 1
// CHECK-NEXT: {{^}}           1  case 5
// CHECK-NEXT: {{^}}           3  default
// CHECK-NEXT: branches.c:[[#]]:5: goto
