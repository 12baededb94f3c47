// A ?: is as true as its condition, also where GCC makes what is computed with it part of it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts %s
static volatile long sum;

static unsigned long times(int n)
{
    return ((0 > n - 2) ? 0 : n - 2) * sizeof(long);    //? true 2, false 3 //= 5
}

static long shifted(int n, int m)
{
    return (n > m ? 4 : m - 2) << 3;                    //? true 2, false 3 //= 5
}

static long converted(int n)
{
    return (n < 1) ? n : (n * 2);                       //? true 1, false 4 //= 5
}

static unsigned long folded(long n)
{
    return n >= 2 ? (unsigned long)n : -(unsigned long)n; //? true 1, false 4 //= 5
}

static long last(int n)
{
    return 7 - (n == 3 ? n + 1 : 5);                    //? true 1, false 4 //= 5
}

int main(void)
{
    for (int i = 0; i < 5; i++) //? true 5, false 1 //= 6
        sum += times(i) + shifted(i, 2) + converted(i) + last(i) + folded(i - 2); //= 5
    return 0; //= 1
}
