// GCC's nested functions, and a goto out of one.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

__attribute__((noinline)) static void each(int n, void (*visit)(int))
{
    for (int i = 0; i < n; i++) //= 20
        visit(i);            //= 19
    sink++;                  //= 1
}

static int find(int n, int want)
{
    __label__ found;
    int sum = 0;             //= 2

    void visit(int i)
    {
        while (1) {          //= 19
            sum += i;        //= 19
            break;           //= 19
        }
        if (i == want)       //= 19
            goto found;      //= 1
    }

    each(n, visit);          //= 2
    sink++;                  //= 1
    return sum;              //= 1
found:
    sink += 2;               //= 1
    return -sum;             //= 1
}

int main(void)
{
    int a = find(10, 100);   //= 1
    int b = find(20, 8);     //= 1
    return a != 45 || b != -36; //= 1
}
