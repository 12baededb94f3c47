int half(int n);
int twice(int n);

static int unused(int n)
{
    if (n)
        return 3;
    return 4;
}

int main(int argc, char **argv)
{
    int n = argc;

    if (n > 5)
        n = unused(n);
    for (int i = 0; i < 3; i++)
        n = half(n) + (i == 1 ? 1 : 2);
    switch (n) {
    case 100:
        return 9;
    case 3:
        n = 4;
        break;
    default:
        n = twice(n);
    }
    return n == 77 && argv == 0;
}
