// What is assigned in brackets without being asked itself, `for (x = c ? a : b`, is no part of
// the condition.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts %s
static volatile int sum;

static int is_odd(int n)
{
    return n & 1; //= 28
}

static int chosen(int n)
{
    int x, y, z = 0;
    for (x
         = is_odd(n)          //? true 3, false 4 //= 7
               ? n + 2
               : n,
         z++;
         x < 0; x++)          //? true 0, false 7
        sum++;                //= 0
    if ((y
         = is_odd(n)          //? true 3, false 4 //= 7
           && n > 1)          //? true 2, false 1 //= 3
        && z)                 //? true 2, false 0
        sum += y;             //= 2
    if ((y
         = is_odd(n)          //= 7
               + n) > 3)
        sum += y;             //= 4
    return y + (x = is_odd(n) ? n : z); //? true 3, false 4 //= 7
}

int main(void)
{
    for (int i = 0; i < 7; i++) //? true 7, false 1 //= 8
        sum += chosen(i) & 1;   //= 7
    return 0; //= 1
}
