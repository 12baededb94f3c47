// Code that a computed goto leads to, behind a return: of which Clang makes the block of
// all computed gotos, which begins with a phi, in the midst of the function.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog && env EDGEPROF_FILE=prof.out ./prog
// RUN: %counts %s prof.out
volatile int sum;
int next(const unsigned char **p)
{
    return *(*p)++; //= 6
}
int run(const unsigned char *p)
{
    static const void *const to[] = {&&stop, &&one, &&loop, &&two};
    int n = 0; //= 1

    goto *to[next(&p)]; //= 1
one:
    sum += 1; //= 2
    goto *to[next(&p)]; //= 2
stop:
    return n; //= 1
loop:
    for (int i = 0; i < 3; i++) { //= 4
        sum += i; //= 3
    }
    goto *to[next(&p)]; //= 1
two: {
    int old = sum; //= 2
    sum += 2; //= 2
    if (old > 100) //= 2
        sum = 0; //= 0
    n++; //= 2
    goto *to[next(&p)]; //= 2
}
}
int main(void)
{
    return run((const unsigned char *)"\1\2\3\3\1") != 2; //= 1
}
