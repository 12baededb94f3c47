// A `!` in a macro's definition is part of the condition: `true` is the way that this leads to.
// Of several operands it is what de Morgan makes of them, whichever of them a `!` is before.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm -r prof.out.* && cp %s prog.cc && %cxx prog.cc -o prog && ./prog
// RUN: %counts --all prog.cc
#define PICK(n, a, b) (!((n) < 3) ? f(a) : f(b))
#define SMALLER(a, b) ((a) < (b) ? f(a) : f(b))
#define REQUIRE(c) do { if (!(c)) bad++; } while (0)
#define ENSURE(c) REQUIRE(!(c))
#define NEED(c) if (!(c)) bad++
#define STOP_UNLESS(c) if (!(c)) break
#define STOP_IF(c) if (c) break
#define NEITHER(x, y) (!((x) > 6 || (y) > 0))
#define EITHER(x, y) (!((x) > 6) || !((y) > 0))
#define SELECT(x, y) (!((x) < 3) && !((y) > 0) ? f(x) : f(y))
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define EACH_BUT(i, n, but) for (int i = 0; !(i >= (n) || i == (but)); i++)
#define UNTIL(c) while (!(c))
#define UNTIL_BOTH(x, y) while (!((x) > 3 && (y) > 3))

static volatile int bad, sink;

__attribute__((noinline)) static int f(int n)
{
    __asm__ volatile("");                   //= 67
    return n;                               //= 67
}

static void choose(int x, int y)
{
    sink = PICK(x, 1, 2);                   //? true 7, false 3 //= 10
    sink = 1 + PICK(x, 1, 2);               //? true 7, false 3 //= 10
    if (x > SMALLER(x, 4) + 3 || y)         //? true 4, false 6; true 2, false 8; true 2, false 6 //= 10
        sink = 1;                           //= 4
    sink = SELECT(x, y);                    //? true 7, false 3; true 5, false 2 //= 10
}

static void require(int x, int y)
{
    REQUIRE(x < 3);                         //? true 7, false 3 //= 10
    REQUIRE(!y);                            //? true 4, false 6 //= 10
    ENSURE(x < 3);                          //? true 3, false 7 //= 10
    NEED(x < 3);                            //? true 7, false 3 //= 10
    if (NEITHER(x, y))                      //? true 7, false 3; true 5, false 2 //= 10
        sink = 1;                           //= 5
    if (EITHER(x, y) && x)                  //? true 7, false 3; true 1, false 2; true 7, false 1 //= 10
        sink = 1;                           //= 7
    if (!EITHER(x, y))                      //? true 3, false 7; true 2, false 1 //= 10
        sink = 1;                           //= 2
    int kept = NEITHER(x, y);               //? true 7, false 3; true 5, false 2 //= 10
    sink = kept;                            //= 10
}

static void loop(int x, int y)
{
    EACH(i, x)                              //? true 45, false 10 //= 55
        sink = y;                           //= 45
    EACH_BUT(i, x, 5)                       //? true 39, false 6; true 35, false 4 //= 45
        sink = y;                           //= 35
    for (int i = 0; i < SMALLER(x, 2); i++) //? true 3, false 24; true 17, false 10 //= 27
        sink = i;                           //= 17
    for (int i = 0;; i++) {                 //= 39
        STOP_UNLESS(i < x);                 //? true 7, false 42 //= 49
        STOP_IF(i == 6);                    //? true 3, false 39 //= 42
    }
    UNTIL(x > 8)                            //? true 45, false 10 //= 55
        x++;                                //= 45
    x = y;                                  //= 10
    UNTIL_BOTH(x, y)                        //? true 35, false 10; true 0, false 10 //= 45
        x++, y++;                           //= 35
    x = y = 0;                              //= 10
    do                                      //= -
        x++, y += 2;                        //= 40
    UNTIL_BOTH(x, y);                       //? true 30, false 10; true 0, false 10 //= 40
    do                                      //= -
        x--;                                //= 20
    UNTIL(x < 3);                           //? true 10, false 10 //= 20
}

static void nested(int n)
{
    for (int i = 0; i < n; i++)             //? true 45, false 10 //= 55
        for (int k = 0; k < i; k++)         //? true 120, false 45 //= 165
            sink = k;                       //= 120
    EACH(i, n)                              //? true 45, false 10 //= 55
        for (int k = 0; k < i; k++)         //? true 120, false 45 //= 165
            sink = k;                       //= 120
}

int main(void)
{
    for (int i = 0; i < 10; i++) {          //? true 10, false 1 //= 11
        choose(i, i % 3 > 1);               //= 10
        require(i, i % 5 > 2);              //= 10
        loop(i, i % 2);                     //= 10
        nested(i);                          //= 10
    }
    return 0;                               //= 1
}
