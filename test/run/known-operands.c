// An operand beside a number is as true as it is, whatever `!` is around both, also where what they
// are is kept before it is asked.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -Wno-everything %s -o prog && ./prog
// RUN: %counts --all %s
static int kept, sink;

static void ask(int n)
{
    if ((kept = !((n > 1) && 5)))         //? true 8, false 2 //= 10
        sink++;                           //= 2
    if (!((n > 1) && 5))                  //? true 8, false 2 //= 10
        sink++;                           //= 2
    if ((sink, (kept = (!(((n > 3) >= n / 4) && 5))))) //? true 8, false 2 //= 10
        sink++;                           //= 2
    if ((kept = !((n > 2) || 0)))         //? true 7, false 3 //= 10
        sink++;                           //= 3
    if ((kept = !!((n > 1) && 5)))        //? true 8, false 2 //= 10
        sink++;                           //= 8
    if ((kept = ((n > 1) && 5)))          //? true 8, false 2 //= 10
        sink++;                           //= 8
    kept = !((n > 1) && 5);               //? true 8, false 2 //= 10
    while ((kept = !((n > 1) && 5)))      //? true 10, false 3 //= 13
        n++;                              //= 3
    sink += (kept = !((n > 2) && 5)) ? 4 : 3; //? true 7, false 3 //= 10
}

int main(void)
{
    for (int n = 0; n < 10; n++)          //? true 10, false 1 //= 11
        ask(n);                           //= 10
    return 0;                             //= 1
}
