// -masm=intel is also how GCC writes the operands of our asm.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -O2 -masm=intel %s -o prog
// RUN: ./prog
// RUN: %counts --all %s
__attribute__((noinline)) static unsigned bits(unsigned n)
{
    unsigned count = 0; //= 2
    while (n) {         //= 35
        count += n & 1; //= 33
        n >>= 1;        //= 33
    }
    return count; //= 2
}

__attribute__((noinline)) static void clear(char *a)
{
    for (int i = 0; i < 100; i++) //= 101
        a[i] = 0;                 //= 100
}

__attribute__((noinline)) static void climb(volatile int *n)
{
    for (int i = 0; i < 100; i++) //= 101
        ++*n;                     //= 100
}

int main(void)
{
    char a[100];
    volatile int n = 0;           //= 1
    clear(a);                     //= 1
    climb(&n);                    //= 1
    return bits(~0u) + bits(1) == 33 ? a[0] : 1; //= 1
}
