// A constant's initial value is where the constant is, not where it is used.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog
// RUN: ./prog
// RUN: %counts --all %s
static struct {
    long a, b;
} pair = {1, 2};
static long *const second = &pair.b; //= -

static long negate(void)
{
    *second = -*second; //= 1
    return *second; //= 1
}

int main(void)
{
    return negate() != -2; //= 1
}
