// A variable that is what the function returns has no life that ends in the code; the
// return of it, the only way out of its scope, is no line at any level under Clang.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct pair {
    unsigned a, b;
};

static int sink;

__attribute__((noinline)) static struct pair pick(int n)
{
    struct pair other = {4294967293U, 7};             //= 2

    for (int i = 0; i != n; i++) {                    //= 2
        for (sink = 2; sink >= 0; sink -= 1) {        //= 1
            struct pair one = {4294967295U, 1};       //= 1
            return one;                               //= -
        }
    }
    return other;                                     //= 1
}

int main(void)
{
    return pick(3).b + pick(0).b == 8 ? 0 : 1;        //= 1
}
