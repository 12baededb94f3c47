// A group may be negated as often as it is: its operands decide the same.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %prof_show mcdc prof.out.* | FileCheck %s
// CHECK-COUNT-5: 3 of 3 conditions shown, 3 by unique cause
// CHECK-NOT: not
__attribute__((noinline)) static bool same(bool x)
{
    return x;
}

static int chosen(bool a, bool b, bool c)
{
    switch (a || (!(!(same(b) || same(c))))) {
    case 1:
        return 1;
    default:
        return 0;
    }
}

static int value(bool a, bool b, bool c)
{
    int r = a || !(!(b || c));
    int s = a && !!(!(b || c));
    return r + s;
}

static int asked(bool a, bool b, bool c)
{
    int n = 0;
    if (a || !!(b || c))
        n++;
    if (a && !(b || c))
        n++;
    return n;
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        bool a = i & 1, b = i & 2, c = i & 4;
        sum += chosen(a, b, c) + value(a, b, c) + asked(a, b, c);
    }
    return sum == 0;
}
