// What a constructor does with members that its list does not name is not on the line where
// the list ends.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 %s -o prog && ./prog
// RUN: %counts %s
#include <string>

static volatile int sink;

struct Listed {
    int first;
    std::string name = "made without the list";
    bool last;
    std::string other;
    Listed(int x, int y)
        : first(x > 2 ? 1 : 2),        //= 6
          last(x > y &&                //= 6
               y > 0)                  //= 4
    {
        sink = sink + 1;               //= 6
    }
};

struct Braces {
    std::string name = "likewise";
    bool last;
    explicit Braces(int x)
        : last{x > 1 &&                //= 6
               x < 4} {                //= 4
        if (last)                      //= 6
            sink = sink + 1;           //= 2
    }
};

int main()
{
    for (int i = 0; i < 6; i++) {      //= 7
        Listed listed(i, 3 - i);       //= 6
        Braces braces(i);              //= 6
        sink = sink + braces.last;     //= 6
    }
    return 0;                          //= 1
}
