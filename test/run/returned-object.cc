// The braces that end scopes are no lines, whatever is done there: what is returned is a
// variable that is destroyed if something else is returned, or thrown; what follows is
// destroyed; neither is a branch.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
#include <string>

static std::string word(int n)
{                                        //= -
    std::string s;                       //= 6
    std::string t = "t";                 //= 6
    for (int i = 0; i < n; i++) {        //= 19
        if (i == 2) {                    //= 13
            i++;                         //= 3
            s += t;                      //= 3
        }                                //= -
        s += 'x';                        //= 13
    }                                    //= -
    if (n > 4)                           //= 6
        // CHECK: returned-object.cc:[[#@LINE-1]]:[[#]]: true 1, false 5
        throw n;                         //= 1
    return s;                            //= 5
}                                        //= -

static std::string pick(int n)
{
    std::string r;                       //= 6
    if (n > 1)                           //= 6
        // CHECK: returned-object.cc:[[#@LINE-1]]:[[#]]: true 4, false 2
        return r;                        //= 4
    r = "a";                             //= 2
    return r;                            //= 2
    // CHECK-NOT: returned-object.cc:[[#@LINE+1]]:
}                                        //= -

int main()
{
    size_t n = 0;                        //= 1
    for (int i = 0; i < 6; i++) {        //= 7
        try {
            n += pick(i).size();         //= 6
            n += word(i).size();         //= 6
        } catch (int) {                  //= 1
            n += 100;                    //= 1
        }                                //= -
    }                                    //= -
    return n == 113 ? 0 : int(n);        //= 1
}                                        //= -
