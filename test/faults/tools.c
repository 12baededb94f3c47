/* SPDX-License-Identifier: MIT */
/* A condition that holds once and one that never does, a decision with ways, a
 * function that is never called. */
static int half(int n)
{
    if (n & 1)
        return -1;
    return n / 2;
}

static int unused(int n)
{
    return n > 3 ? n : 7; // LCOV_EXCL_BR_LINE
}

/* other.c, which is not counted, takes its place. */
__attribute__((weak)) int uncounted(void)
{
    return 1;
}

int main(int argc, char **argv)
{
    int sum = argc;

    (void)argv;
    for (int i = 0; i < 4; i++) {
        sum += half(i);
        if ((i & 1 || i & 2) && i < 3) /* two ways to one condition */
            sum++;
    }
    return sum == 100 ? unused(sum) : 0;
}
