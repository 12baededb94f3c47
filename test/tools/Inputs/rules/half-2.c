/* A library of one function. */
int half(int n);

int half(int n)
{
    if (n < 0)
        return 0; // never
    if (n == 77)
        return 9; // never either
    return n / 2;
}
