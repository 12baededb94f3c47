// Of && and || whose other operand the compiler knows, what is left stands where it is
// written: its line, and its branch.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts %s
enum { OFF, ON };

static volatile int sink;

static int three(int n)
{
    return n % 3;                //= 10
}

static void decide(int n, int k)
{
    if (ON &&
        n > 2)                   //? true 7, false 3 //= 10
        sink = 1;                //= 7
    if (OFF ||
        k)                       //? true 6, false 4 //= 10
        sink = 2;                //= 6
    if ((OFF && n) ||
        (n < 5
         && k == 1))             //= 5
        sink = 3;                //= 2
    while ((OFF && k) ||
           n > 5) {              //? true 10, false 10 //= 20
        sink = 4;                //= 10
        n--;                     //= 10
    }
}

static int choose(int n, int k)
{
    int chosen =
        (OFF && n == 3) ||
        (!n                      //= 10
         && k == 1) ||           //= 1
        (n                       //= 10
         && k == 2);             //= 9
    return chosen;               //= 10
}

int main(void)
{
    for (int i = 0; i < 10; i++) { //= 11
        decide(i, three(i));     //= 10
        choose(i, i % 3);        //= 10
    }
    return 0;                    //= 1
}
