// What follows from other counts has no counter: the entries of functions that are inlined one behind the other, and where their branches meet.
// UNSUPPORTED: O0
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog && %counts --all %s
// RUN: %cc -S %s -o tree.s && env EDGEPROF_OPTIONS=place=all %cc -S %s -o all.s
// RUN: awk '/^[a-z]*:/ {f = $1} f == "sum:" && /incq/ {n++} END {exit n != 6}' tree.s
// RUN: awk '/^[a-z]*:/ {f = $1} f == "sum:" && /incq/ {n++} END {exit n <= 9}' all.s
volatile int sink;

static int step(int n)
{
    if (n < 0)           //= 500
        sink = n;        //= 300
    return n + 1;        //= 500
}

__attribute__((noinline)) int sum(int a, int b)
{
    int n = step(a);     //= 100
    n += step(b);        //= 100
    n += step(a - b);    //= 100
    n += step(b - a);    //= 100
    n += step(a + b);    //= 100
    return n;            //= 100
}

int main()
{
    for (int i = 0; i < 100; i++)   //= 101
        sink = sum(i - 50, 49 - i); //= 100
    return 0;                       //= 1
}
