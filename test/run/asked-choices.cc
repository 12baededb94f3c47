// A ?: that an if or a loop asks has a branch for each of its operands, also where something
// is destroyed behind it; clang may have one of its value.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;
static int alive, most;

struct held {
    int n;
    explicit held(int of)
    {
        n = of;                  //= 14
        alive++;                 //= 14
        if (alive > most)        //? true 1, false 13 //= 14
            most = alive;        //= 1
    }
    ~held() { alive--; }         //= 14
    operator bool() const { return n > 5; } //= 7
    int get() const { return n; } //= 7
};

static int f(int n)
{
    return n % 4;                //= 38
}

static bool p(int n)
{
    return n % 4 == 0;           //= 14
}

// Each for n from 0 to 9, and x its lowest bit.
static void asked(int n, int x)
{
    if (n < 3 ? x : f(n))        //? true 3, false 7; true 1, false 2; true 5, false 2 //= 10
        sink = 1;                //= 6
    if (n < 3 ? x : p(n))        //? true 3, false 7; true 1, false 2; true 2, false 5 //= 10
        sink = 1;                //= 3
    if (n < 3 ? p(n) && x : f(n) || x) //? true 3, false 7; true 1, false 2; true 0, false 1; true 5, false 2; true 0, false 2 //= 10
        sink = 1;                //= 5
    if (x && (n < 3 ? x > 0 : p(n))) //? true 5, false 5; true 1, false 4; true 1, false 0; true 0, false 4 //= 10
        sink = 1;                //= 1
    if (n < 3                    //? true 3, false 7 //= 10
        ? x                      //? true 1, false 2 //= 3
        : f(n))                  //? true 5, false 2 //= 7
        sink = 1;                //= 6
}

static void looped(int n, int x)
{
    int left = n;                //= 10
    while (n < 3 ? x : f(left))  //? true 4, false 17; true 1, false 3; true 10, false 7 //= 21
        left--, x = 0;           //= 11
}

static void destroyed(int n)
{
    if (n < 3                    //? true 3, false 7 //= 10
        ? n                      //? true 2, false 1 //= 3
        : held(n))               //? true 4, false 3 //= 7
        sink = alive;            //= 6
    if (n < 3 ? n > 1 : held(n).get() > 7) //? true 3, false 7; true 1, false 2; true 2, false 5 //= 10
        sink = alive;            //= 3
}

int main()
{
    for (int n = 0; n < 10; n++) { //? true 10, false 1 //= 11
        asked(n, n & 1);         //= 10
        looped(n, n & 1);        //= 10
        destroyed(n);            //= 10
    }                            //= -
    return alive != 0 || most != 1; //? true 0, false 1; true 0, false 1 //= 1
}
