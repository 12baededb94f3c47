// A module's functions count in the unit that has it and in those that import it.
// UNSUPPORTED: clang-14, clang-15
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %module_made -c %S/Inputs/module.cc -o module.o
// RUN: %cxx -std=c++20 %module_used module.o %s -o prog && ./prog
// RUN: %counts --all %s && %counts --all %S/Inputs/module.cc
import counted;

int main()
{
    sum c;                            //= 1
    int all = 0;                      //= 1
    for (int i = 0; i < 10; i++) {    //= 11
        all += most(i, 2);            //= 10
        all += twice(i - 1);          //= 10
        all += far(i & 1);            //= 10
        c.add(i % 3);                 //= 10
    }
    return all == 0;                  //= 1
}
