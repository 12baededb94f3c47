// Valgrind runs what is counted: symbols of the notes are no code to it, whatever addresses they seem to have.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && valgrind -q --error-exitcode=9 ./prog
// RUN: %counts --all %s
volatile int sink;

#define TWICE(x) x x
#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(x))))))

#define FUNCTION(name)                                                        \
    __attribute__((noinline)) static void name(int n)                         \
    {                                                                         \
        MANY(if (sink == n) sink = n + 1;)                                    \
    }
FUNCTION(one)                      //= 3
FUNCTION(two)                      //= 3
FUNCTION(three)                    //= 3
FUNCTION(four)                     //= 3

int main(void)
{
    for (int i = 0; i < 3; i++) {  //= 4
        one(i);                    //= 3
        two(i);                    //= 3
        three(i);                  //= 3
        four(i);                   //= 3
    }
    return 0;                      //= 1
}
