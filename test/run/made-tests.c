// A condition is as true as it is written, with what a compiler makes a choice of, or
// counts up, in it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm -r prof.out.* && %cxx -x c++ %s -o prog && ./prog && %counts --all %s
struct fields {
    unsigned bit : 2;
    int number;
};

static volatile int sink;

__attribute__((noinline)) static int f(int i)
{
    return 1 - (i & 1) * 2;              //= 18
}

int main(void)
{
    struct fields t = {0, 0}, *p = &t;   //= 1
    for (int i = 0; i < 6; i++) {        //? true 6, false 1 //= 7
        if (f(i) != 1 - 2 * (i == 4))    //? true 4, false 2 //= 6
            sink = 1;                    //= 4
        if (f(i) ==                      //? true 3, false 3 //= 6
            (i == 3 ? 1 : 2) / 2)        //= 6
            sink = 1;                    //= 3
        sink = f(i) + 2 * (i == 4);      //= 6
        sink = 8 | (i == 1 ? 3 : i);     //? true 1, false 5 //= 6
        if (!(t.bit++))                  //? true 6, false 0 //= 6
            sink = 1;                    //= 6
        if (!t.bit++)                    //? true 0, false 6 //= 6
            sink = 1;                    //= 0
        if (!(p->bit++))                 //? true 0, false 6 //= 6
            sink = 1;                    //= 0
        if (!(p->bit += 1))              //? true 6, false 0 //= 6
            sink = 1;                    //= 6
        if (!(p->number++))              //? true 1, false 5 //= 6
            sink = 1;                    //= 1
    }
    return 0;                            //= 1
}
