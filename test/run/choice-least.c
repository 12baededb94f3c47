// GCC makes the smaller of two of such a ?:, which is no branch, and stands where it begins; but
// where it is asked, there is one.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static void choose(int x)
{
    sink = x < 3    //= 2
               ? x
               : 3;
    if (x > 5       //= 2
            ? x     //= 1
            : 5)    //= 1
        sink = 2;   //= 2
}

int main(void)
{
    choose(9);      //= 1
    choose(1);      //= 1
    return 0;       //= 1
}
