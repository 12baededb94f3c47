/* A library of one function. */
int half(int n);

int half(int n)
{
    if (n < 0)
        return 0; // never
    return n / 2;
}
