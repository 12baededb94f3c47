// Calls that the optimiser would drop or merge are counted as the source makes
// them: const and pure functions, an empty one, a store to a dead argument.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -O3 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -Os %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

__attribute__((const, noinline)) static int square(int n)
{
    return n * n;                //= 30
}

__attribute__((pure, noinline)) int plus(int n)
{
    return n + 1;                //= 10
}

__attribute__((noinline)) static void nothing(void)
{
}

__attribute__((noinline)) static void dead(int *where)
{
    *where = 1;                  //= 10
}

static int clear(char *at, int n)
{
    for (int i = 0; i < n; i++)  //= 510
        at[i] = 0;               //= 500
    return n;                    //= 10
}

int main(void)
{
    char room[50];
    for (int i = 0; i < 10; i++) {       //= 11
        int unused;
        square(3);                       //= 10
        sink = square(3) + square(3);    //= 10
        sink = plus(i & 1);              //= 10
        nothing();                       //= 10
        dead(&unused);                   //= 10
        clear(room, 50);                 //= 10
    }
    return 0;                            //= 1
}
