// An operand that GCC has several times in what it makes is asked once.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct counted {
    int n;
    unsigned bits : 3;
    _Complex double z;
};

static int change(int n, struct counted *a, struct counted *b)
{
    (n < 2 ? a : b)->bits += 1;             //? true 1, false 2 //= 3
    (n < 2 ? a : b)->n++;                   //? true 1, false 2 //= 3
    (n < 2 ? a : b)->z *= 2;                //? true 1, false 2 //= 3
    a->z = (n > 1                           //? true 2, false 1 //= 3
            && b                            //? true 2, false 0 //= 2
            ? a : b)->z * b->z;             //= 3
    int rows[n < 2 ? a->n : 2][n];          //? true 1, false 2 //= 3
    rows[0][0] = n;                         //= 3
    return (int)sizeof rows + rows[0][0];   //= 3
}

int main(void)
{
    struct counted a = {1, 2, 3}, b = a;    //= 1
    int s = 0;                              //= 1
    for (int i = 1; i < 4; i++)             //? true 3, false 1 //= 4
        s += change(i, &a, &b);             //= 3
    return s == 0;                          //= 1
}
