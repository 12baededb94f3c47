// A statement begins where its first word is, whatever of it has code: a number or an object that
// is compared with what is on the next line, a variable that is made by a call there.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
#include <string>

enum status { FINE, BROKEN };

struct place {
    int at;
};

static int sink;

static bool operator==(place a, place b) { return a.at == b.at; } //= 6

__attribute__((noinline)) static status load(int n)
{
    if (n == 5)                  //? true 1, false 5 //= 6
        throw n;                 //= 1
    return n > 2 ? BROKEN : FINE; //= 5
}

__attribute__((noinline)) static std::string word(int n)
{
    if (n == 4)                  //? true 1, false 5 //= 6
        throw n;                 //= 1
    return "word";               //= 5
}

static void conditions(int n, place end)
{
    if (end                      //? true 1, false 5 //= 6
        == (place{3}))
        sink++;                  //= 1
    if (FINE                     //? true 2, false 3 //= 6
        != load(n))
        sink++;                  //= 2
    while (6                     //? true 0, false 5 //= 5
           == n)
        sink++;                  //= 0
}

static void variables(int n)
{
    std::string made             //= 6
        = word(n);
    std::string copied =         //= 5
        made;
    std::string several(         //= 5
        n,
        'x');
    for (std::string::iterator it //= 5
         = copied.begin();
         it < copied.end();      //? true 20, false 5 //= 25
         ++it)
        sink += several.size();  //= 20
    int number                   //= 5
        = sink;
    int left, right              //= 5
        = number;
    left = right;                //= 5
    sink += left;                //= 5
}

int main()
{
    for (int n = 0; n < 6; n++) { //? true 6, false 1 //= 7
        try {
            conditions(n, {n});  //= 6
        } catch (int) {          //= 1
            sink++;              //= 1
        }
        try {
            variables(n);        //= 6
        } catch (int) {          //= 1
            sink++;              //= 1
        }
    }
}
