// The declaration of a static variable counts as often as control comes to it, wherever it
// ends; its initialiser once.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
#include <string>
#include <vector>

static int once(int n)
{
    return n;                    //= 4
}

static std::vector<std::string> names()
{
    return {"a", "b"};           //= 1
}

static int look(int n)
{
    static const auto &list =    //= 10
        *new std::vector<std::string>(
            names());            //= 1
    static const std::vector<int> numbers{ //= 10
        once(1),                 //= 1
        once(2)                  //= 1
    };
    static int sum =             //= 10
        once(3) +                //= 1
        once(4);                 //= 1
    return int(list.size() + numbers.size()) + sum + n; //= 10
}

int main()
{
    int n = 0;                   //= 1
    for (int i = 0; i < 10; i++) //= 11
        n += look(i);            //= 10
    return n != 155;             //= 1
}
