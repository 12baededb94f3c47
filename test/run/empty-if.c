// An "if" whose body is a label, or nothing, decides nothing; its line is executed.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s
// RUN: rm prof.out.* && %cxx -x c++ %s -o prog && ./prog && %counts --all %s
volatile int sink;

static void labelled(int n)
{
    if (n == 0) {   //= 7
    out:
        ;
    }
    sink++;         //= 8
    if (n == 3      //= 8
        && sink == 1) //= 2
        goto out;   //= 1
}

static void empty(int n)
{
    if (n) {        //= 7
    } else {
    }
    sink--;         //= 7
}

static void declared(int n)
{
    if (n == 0) {   //= 7
        int *unused;
    out: {
    }
    }
    sink += 0;      //= 7
    if (n > 9)      //= 7
        goto out;   //= 0
}

int main(void)
{
    for (int i = 0; i < 7; i++) { //= 8
        labelled(i);              //= 7
        empty(i);                 //= 7
        declared(i);              //= 7
    }
    return 0;                     //= 1
}
