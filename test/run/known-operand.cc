// The same of what a template's instances know: each gives its own lines and branches,
// what it leaves out is on no other operand's line.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
static volatile int sink;
static const int one = 1;

template <int axis> static bool choose(int test, const void *right, int k)
{
    bool chosen =
        (axis == 2 &&
         test == 3) ||           //= 10
        (!right                  //= 28
         && k == 1) ||           //= 14
        (right                   //= 25
         && k == 2);             //= 14
    return chosen;               //= 30
}

template <bool known> static void decide(int n)
{
    if (known &&
        n > 2)                   //? true 7, false 3 //= 10
        sink = 1;                //= 7
    while (!known ||
           n > 5) {              //? true 10, false 10 //= 20
        if (n-- < 1)             //= 65
            break;               //= 10
        sink = 2;                //= 55
    }
}

int main()
{
    for (int i = 0; i < 10; i++) { //= 11
        const void *right = i % 2 ? (const void *)&one : nullptr; //= 10
        choose<2>(i % 5, right, i % 3); //= 10
        choose<1>(i % 5, right, i % 3); //= 10
        choose<0>(i % 5, right, i % 3); //= 10
        decide<true>(i);         //= 10
        decide<false>(i);        //= 10
    }
}
