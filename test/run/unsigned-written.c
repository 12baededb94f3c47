// Where the debug information has no types, a label that is a number has the sign that is written.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -g1 %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static void look(unsigned x, int y)
{
    switch (x) {         //? case 0 1, case 2147483648 2, case 4277009102 3, default 4 //= 10
    case 0x80000000:
        sink = 2;        //= 2
        break;           //= 2
    case 0:
        sink = 1;        //= 1
        break;           //= 1
    case 4277009102U:
        sink = 3;        //= 3
        break;           //= 3
    default:
        sink = 4;        //= 4
    }
    switch (y) {         //? case -2147483648 2, case -1 3, default 5 //= 10
    case -1:
        sink = 1;        //= 3
        break;           //= 3
    case -0x7fffffff - 1:
        sink = 2;        //= 2
        break;           //= 2
    default:
        sink = 4;        //= 5
    }
}

int main(void)
{
    static const unsigned xs[] = {0, 0x80000000, 0x80000000, 0xfeedface, 0xfeedface,
                                  0xfeedface, 1, 2, 3, 4};
    static const int ys[] = {-1, -1, -1, -0x7fffffff - 1, -0x7fffffff - 1, 0, 1, 2, 3, 4};
    for (int i = 0; i < 10; i++) //? true 10, false 1 //= 11
        look(xs[i], ys[i]);      //= 10
    return 0;            //= 1
}
