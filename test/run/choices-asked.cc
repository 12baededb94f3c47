// What a ?: chooses from pointers or fractions is asked in C++ by a branch of its own, which stands
// where its condition does, and so is what is compared with 0: as true as the source has it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

// Each for n from 0 to 3; m and k are its bits.
static int asked(int n, const char *p, char *q, double d, int m, int k)
{
    int r = 0;                          //= 4
    r += (n > 1 ? p : q)                //? true 2, false 2; true 3, false 1 //= 4
         || n == 1;                     //? true 0, false 1 //= 1
    r += !((n > 1 ? p : q)              //? true 2, false 2; true 3, false 1 //= 4
           && n == 1);                  //? true 1, false 2 //= 3
    r += !((n > 1 ? d : 0.5)            //? true 2, false 2; true 3, false 1 //= 4
           || n == 1);                  //? true 0, false 1 //= 1
    if (!(n > 1 ? d : 0.5) || n == 1)   //? true 2, false 2; true 1, false 3; true 1, false 2 //= 4
        r++;                            //= 2
    if ((n > 1 ? m : k) == 0)           //? true 2, false 2; true 3, false 1 //= 4
        r++;                            //= 3
    return r;                           //= 4
}

int main()
{
    char x[] = "x";                     //= 1
    for (int n = 0; n < 4; n++)         //? true 4, false 1 //= 5
        sink = asked(n, x,              //= 4
                     n ? x : nullptr, n & 1, n & 1, n >> 1); //? true 3, false 1 //= 4
    return 0;                           //= 1
}
