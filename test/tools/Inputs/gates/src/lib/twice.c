int twice(int n)
{
    return n * 2;
}

int thrice(int n)
{
    return n * 3;
}
