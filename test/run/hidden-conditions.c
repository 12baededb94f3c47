// Of the conditions that a macro hides each is as true as it is written there, whatever is asked
// behind the macro.  Behind a `!` they are what the compiler asks, by de Morgan.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// They stand at the macro's name, whatever place the compiler gives what the macro is given.
// RUN: %prof_show branches prof.out.* | FileCheck %s
// CHECK: :21:9: true 7, false 3
// CHECK-NEXT: :21:9: true 3, false 4
// CHECK-NEXT: :21:24: true 3, false 4
// CHECK: :29:9: true 4, false 6
// CHECK-NEXT: :29:15: true 1, false 3
// CHECK-NEXT: :29:15: true 1, false 2
#define IN(x, l, h) ((x) >= (l) && (x) <= (h))
#define OUT(x, l, h) ((x) < (l) || (x) > (h))

static volatile int sink;

static void ask(int x, int y)
{
    if (IN(x, 3, 5) || y)          //? true 7, false 3; true 3, false 4; true 3, false 4 //= 10
        sink = 1;                  //= 6
    if (OUT(x, 3, 7) && y)         //? true 3, false 7; true 2, false 5; true 2, false 3 //= 10
        sink = 2;                  //= 2
    if (y && OUT(x, 3, 7))         //? true 4, false 6; true 1, false 3; true 1, false 2 //= 10
        sink = 3;                  //= 2
    if (y && IN(x, 3, 7))          //? true 4, false 6; true 3, false 1; true 2, false 1 //= 10
        sink = 4;                  //= 2
    if (y && !IN(x, 3, 7))         //? true 4, false 6; true 1, false 3; true 1, false 2 //= 10
        sink = 5;                  //= 2
    while (OUT(x, 3, 7) && x < 12) //? true 6, false 17; true 9, false 8; true 13, false 2 //= 23
        x++;                       //= 13
}

int main(void)
{
    for (int i = 0; i < 10; i++)   //? true 10, false 1 //= 11
        ask(i, i % 3 == 0);        //= 10
    return 0;                      //= 1
}
