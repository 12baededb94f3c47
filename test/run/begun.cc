// A statement has begun when its first operand has: how often a call in it came back
// does not matter, even if the call is on a line below.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static int leave(int n)
{
    if (n > 2)                //= 20
        throw n;              //= 8
    return n;                 //= 12
}

static int twice(int n)
{
    return n + n;             //= 3
}

static void assign(int n)
{
    sink =                    //= 5
        leave(n);             //= 5
}

static void pass(int n)
{
    twice(                    //= 5
        leave(n));            //= 5
}

static int give(int n)
{
    return                    //= 5
        leave(n)              //= 5
        + 1;                  //= 3
}

static void choose(int n)
{
    switch (                  //= 5
        leave(n)) {           //= 5
    case 0:
        sink = 1;             //= 1
        break;                //= 1
    default:
        sink = 2;             //= 2
    }
}

static void all(int n, int way)
{
    try {
        if (way == 0)         //= 20
            assign(n);        //= 5
        else if (way == 1)    //= 15
            pass(n);          //= 5
        else if (way == 2)    //= 10
            sink = give(n);   //= 5
        else
            choose(n);        //= 5
    } catch (int) {           //= 8
        sink = 3;             //= 8
    }
}

int main()
{
    for (int i = 0; i < 20; i++)   //= 21
        all(i % 5, i / 5);         //= 20
    return 0;                      //= 1
}
