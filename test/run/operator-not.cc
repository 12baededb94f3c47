// A condition that a class's own operator! decides is true where that says so, as in the
// source, also where it stands behind an &&.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
struct node {
    int n;
    bool operator!() const { return !n; } //= 31
    operator bool() const { return n; } //= 21
    node next() const { return node{n - 1}; } //= 18
};

static volatile int sink;

static int walk(node at)
{
    int steps = 0;               //= 10
    while (at && !at.next()) {   //= 11
        at = at.next();          //= 1
        steps++;                 //= 1
    }
    if (!at)                     //? true 2, false 8 //= 10
        steps += 10;             //= 2
    if (at.n % 2 == 0 ||         //? true 6, false 4 //= 10
        !at)                     //= 4
        sink = 2;                //= 6
    if (at &&                    //= 10
        !at.next())              //= 8
        sink = 3;                //= 0
    return steps;                //= 10
}

int main()
{
    for (int i = 0; i < 10; i++) //= 11
        walk({i});               //= 10
}
