// A loop that the plain build unrolls whole, because the divisions of its turns
// are constants then, is unrolled here as well.
// REQUIRES: clang
// RUN: %plain_cc -O2 -S %s -o - | FileCheck %s
// RUN: %cc -O2 -S %s -o - | FileCheck %s
// CHECK-LABEL: {{^}}is_free:
// CHECK-NOT: {{mul|div}}
// CHECK: .size is_free
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
char grid[81];

__attribute__((noinline)) int is_free(int top, int left, char digit)
{
    for (int i = 0; i < 9; i++)                                    //= 56
        if (grid[(top + i / 3) * 9 + left + i % 3] == digit)       //= 51
            return 0;                                              //= 1
    return 1;                                                      //= 5
}

int main(void)
{
    int free = 0;                                                  //= 1
    grid[9 + 2] = 1;                                               //= 1
    for (int top = 0; top < 9; top += 3)                           //= 4
        free += is_free(top, 0, 1) + is_free(top, 3, 1);           //= 3
    return free - 5;                                               //= 1
}
