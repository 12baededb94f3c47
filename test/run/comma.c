// Of a comma expression that is tested the last operand is the condition, where it stands,
// with every compiler; and an operand of && has its own place beside one that is known.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -w %s -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
static int g, n;

static int next(void)
{
    return ++g;                                      //= 15
}

// Called with (1, 1), (0, 1) and (1, 0).
static int f(int p, int q)
{
    int c;
    while (c = next(), c != 5 * q && c < 9)          //? true 7, false 1; true 5, false 2 //= 8
        n++;                                         //= 5
    n = p;                                           //= 3
    while (next(),                                   //= 7
           n++ < 2)                                  //? true 4, false 3
        c++;                                         //= 4
    if ((n++, p) && q)                               //? true 2, false 1; true 1, false 1 //= 3
        n++;                                         //= 1
    if (q && (n++,                                   //? true 2, false 1 //= 3
              !p))                                   //? true 1, false 1 //= 2
        n++;                                         //= 1
    if ((g, ((0x1C92L | (n &= g))                    //= 3
             && p)))                                 //? true 2, false 1 //= 3
        n++;                                         //= 2
    if (!(n++, p))                                   //? true 1, false 2 //= 3
        n++;                                         //= 1
    for (c = 0; n++, c < 3; c++)                     //? true 9, false 3 //= 12
        n++;                                         //= 9
    return p ? 1 : 2;                                //= 3
}

int main(void)
{
    return f(1, 1) + f(0, 1) + f(1, 0) != 4;         //= 1
}

// CHECK:      comma.c:18:24: true 7, false 1
// CHECK-NEXT: comma.c:18:38: true 5, false 2
// CHECK-NEXT: comma.c:22:12: true 4, false 3
// CHECK-NEXT: comma.c:24:15: true 2, false 1
// CHECK-NEXT: comma.c:24:21: true 1, false 1
// CHECK-NEXT: comma.c:26:9: true 2, false 1
// CHECK-NEXT: comma.c:27:16: true 1, false 1
// CHECK:      comma.c:30:17: true 2, false 1
// CHECK-NEXT: comma.c:32:16: true 1, false 2
// CHECK-NEXT: comma.c:34:22: true 9, false 3
