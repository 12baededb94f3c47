static inline int twice(int a, int b)
{
    if (a == 0       //= 4
        && b == 0)   //= 2
        return 1;    //= 1
    return 2 * a;    //= 3
}
