// The value of an && that outlives what is destroyed behind it decides nothing: its operands
// have, however many objects there are.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// Clang has no branch of the second operand.
// UNSUPPORTED: clang
#include <string>

static volatile int sink;

static bool odd(const std::string &s)
{
    return s.size() & 1; //= 14
}

int main()
{
    for (int i = 0; i < 6; i++) {                         //? true 6, false 1 //= 7
        if (sink && !odd(std::string(i / 2 + 1, 'x')))    //? true 5, false 1; true 2, false 3 //= 6
            sink = 2;                                     //= 2
        if (!odd(std::string(i, 'x')) || i > 2)           //? true 3, false 3; true 2, false 1 //= 6
            sink = 1;                                     //= 5
    }
    while (sink < 4 && odd(std::string("x") + "yz"))      //? true 3, false 1; true 3, false 0 //= 4
        sink = sink + 1;                                  //= 3
    return 0;                                             //= 1
}
