// What a ?: chooses from numbers is asked in C++: clang has a branch of
// that, which is as true as it, whatever is asked behind.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

// Each for n from 0 to 3; m and k are its bits.
static int asked(int n, int m, int k)
{
    int r = 0;                          //= 4
    r += (n > 1 ? m : k)                //? true 2, false 2; true 1, false 3 //= 4
         || n == 1;                     //? true 1, false 2 //= 3
    r += (n > 1 ? m : k)                //? true 2, false 2; true 1, false 3 //= 4
         && n == 1;                     //? true 0, false 1 //= 1
    r += !((n > 1 ? 7 : m)              //? true 2, false 2; true 3, false 1 //= 4
           || n == 1);                  //? true 0, false 1 //= 1
    r += !((n > 1 ? 7 : m)              //? true 2, false 2; true 3, false 1 //= 4
           && n == 1);                  //? true 1, false 2 //= 3
    if (!(n > 1 ? m : 0))               //? true 2, false 2; true 3, false 1 //= 4
        r++;                            //= 3
    if (n == 3 || !(n > 1 ? 1 : m))     //? true 1, false 3; true 1, false 2; true 1, false 2 //= 4
        r++;                            //= 2
    r += (!(n > 1 ? m : k) ? k && m : m) //? true 2, false 2; true 3, false 1; true 1, false 3; true 1, false 2; true 0, false 1 //= 4
         || n == 2;                     //? true 1, false 2 //= 3
    if (!((n > 1 ? m : k) ? n : m))     //? true 2, false 2; true 1, false 3; true 2, false 2 //= 4
        r++;                            //= 2
    return r;                           //= 4
}

int main()
{
    for (int n = 0; n < 4; n++)         //? true 4, false 1 //= 5
        sink = asked(n, n & 1, n >> 1); //= 4
    return 0;                           //= 1
}
