// A program for pages.py: what the pages mark, each at least once.
#include <cstdlib>

template <class T> static T half(T x)
{
    if (x < 0)
        x = -x;
    return x > 3 ? x / 2 : x;
}

static int never(int n)
{
    n++;
    return n;
}

static int pick(int n)
{
    switch (n) {
    case 0:
        return 10;
    case 1:
        return 11;
    case 2:
        return 12;
    case 3:
        return 13;
    case 4:
        return 14;
    case 5:
        return 15;
    case 6:
        return 16;
    }
    return -1;
}

int main(int argc, char **argv)
{
    int s = (int)half(2.5);
    for (int i = -100000; i <= 0; i++)
        s += half(i);
    for (int i = 0; i < 3; i++)
        s += pick(i);
    if (argc > 2)
        s = never(s);
    return s == 0 && argv == nullptr ? EXIT_FAILURE : EXIT_SUCCESS;
}
