int half(int n)
{
    if (n < 0)
        return 0;
    return n / 2;
}
