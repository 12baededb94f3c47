// What is missing has the numbers of these lines in quickfix.test: nothing is to be
// put in between.

static int pick(int a, int b)
{
    if (a > 1 && b > 2)
        return 1;
    return 0;
}
static int unused(int n)
{
    n++;
    return n;
}

int main(int argc, char **argv)
{
    int (*p)(int) = argc > 99 ? unused : 0;
    return pick(argc, p == 0) + (argv == 0);
}
