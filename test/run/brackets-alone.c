// Brackets on lines of their own, operands between them: `if` has a line, and what it asks. Of a ?:
// that has a number and a variable, each is an operand.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
static volatile int sink;

__attribute__((noinline)) static int asked(int n, int m)
{
    if (
        n == 2 || m == 3                //? true 1, false 9; true 2, false 7 //= 10
    )
        return 1;                       //= 3
    do {
        n++;                            //= 9
    } while (
        n == 5 || n == 7                //= 9
    );
    int r = (
        n == 2 || m == 3                //= 7
    ) ? 1 : 2;
    if (n > 20) {                       //? true 0, false 7 //= 7
        return 1;                       //= 0
    } else if (
        m == 2 || n == 3                //? true 1, false 6; true 0, false 6 //= 7
    ) {
        return 2;                       //= 1
    }
    return r;                           //= 6
}

/* clang-format off */
__attribute__((noinline)) static int chosen(int a, int b, int c, int d)
{
    if (!(a != 0 ? 1                    //? true 8, false 8 //= 16
            : b)                        //? true 4, false 4 //= 8
        && d)                           //? true 2, false 2 //= 4
        return c;                       //= 2
    if (d                               //? true 6, false 8
        || (a ? 0                       //? true 4, false 4 //= 8
              : b))                     //? true 2, false 2 //= 4
        return 1;                       //= 8
    return (a ? b                       //? true 4, false 2; true 2, false 2 //= 6
              : 1)
        && c ? 0                        //? true 2, false 2
             : d;
}
/* clang-format on */

int main(void)
{
    for (int i = 0; i < 10; i++)
        sink = asked(i, i & 3);         //= 10
    for (int i = 0; i < 16; i++)
        sink = chosen(i & 1, i & 2, i & 4, i & 8); //= 16
    return 0;
}
