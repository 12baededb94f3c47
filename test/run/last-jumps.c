// The last jump of a function, of a loop, of a switch is a line like any other; but for
// two, at every level: `return;` behind variables of the function's own, and a "break"
// that is all of its case.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static void ends(int n)
{
    sink = n;              //= 7
    return;                //= 7
}

static void empty(void)
{
    return;                //= 7
}

static void own(int n)
{
    int m = n;             //= 7
    sink = m;              //= 7
    return;                //= -
}

static void several(int n)
{
    int m = n;             //= 7
    if (n)                 //= 7
        return;            //= 6
    sink = m;              //= 1
    return;                //= 1
}

static void loop(int n)
{
    for (; n == 0;)        //= 7
        break;             //= 1
    do {
        sink = n;          //= 7
        continue;          //= 7
    } while (0);
}

static void cases(int n)
{
    switch (n) {           //= 7
    case 1: break;         //= -
    case 2: sink++; break; //= 1
    default: break;        //= 5
    }
    switch (n) {           //= 7
    case 1:
        break;             //= -
    case 2:
    default:
        break;             //= 6
    }
    switch (n) {           //= 7
        int m;
    case 1:
        break;             //= -
    case 2: m = 3;         //= 1
        sink = m;          //= 1
        break;             //= 1
    default: {
        sink = 2;          //= 5
    }
    }
}

int main(void)
{
    for (int i = 0; i < 7; i++) { //= 8
        ends(i);           //= 7
        empty();           //= 7
        own(i);            //= 7
        several(i);        //= 7
        loop(i);           //= 7
        cases(i);          //= 7
    }
    return 0;              //= 1
}
