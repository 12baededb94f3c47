// What a statement expression has for a value is decided by its own conditions, as true as they
// are written there, whatever is asked of it: it is no condition itself.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

#define POWER(n) ({ unsigned x_ = (n); x_ && !(x_ & (x_ - 1)); })
#define BOTH(a, b) ({ int s_ = (a); s_ && (b); })
#define WARN(c) ({ int r_ = !!(c); if (__builtin_expect(r_, 0)) sink++; r_; })

static int power(unsigned n)
{
    return POWER(n);                  //? true 9, false 1; true 4, false 5 //= 10
}

static int power_or(unsigned n)
{
    return POWER(n) || n == 3;        //? true 9, false 1; true 4, false 5; true 1, false 5 //= 10
}

static int no_power(unsigned n)
{
    return !POWER(n) && n != 3;       //? true 9, false 1; true 4, false 5; true 5, false 1 //= 10
}

static void ask(unsigned n)
{
    int r = POWER(n) || n == 3;       //? true 9, false 1; true 4, false 5; true 1, false 5 //= 10
    int s = ({                        //= 10
        unsigned x = n;               //= 10
        x                             //? true 9, false 1 //= 10
            && !(x & (x - 1));        //? true 4, false 5 //= 9
    });
    if (POWER(n) || n == 3)           //? true 9, false 1; true 4, false 5; true 1, false 5 //= 10
        sink = r + s;                 //= 5
    if (!POWER(n))                    //? true 9, false 1; true 4, false 5 //= 10
        sink = 1;                     //= 6
    if (n > 8 || BOTH(n, n > 5) || n == 1) //? true 1, false 9; true 8, false 1; true 3, false 5; true 1, false 5 //= 10
        sink = 1;                     //= 5
    if (({ int y = n > 2; y && n < 7; })) //? true 7, false 3; true 4, false 3 //= 10
        sink = 1;                     //= 4
    if (WARN(n > 7))                  //? true 2, false 8; true 2, false 8 //= 10
        sink = 1;                     //= 2
    while (BOTH(n > 6, n < 9))        //? true 6, false 7; true 3, false 3 //= 13
        n++;                          //= 3
}

int main(void)
{
    for (int n = 0; n < 10; n++) {    //? true 10, false 1 //= 11
        ask(n);                       //= 10
        sink = power(n) + power_or(n) + no_power(n); //= 10
    }
    return 0;                         //= 1
}
