// With -fnon-call-exceptions control may leave a function at a statement that is no call.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -fnon-call-exceptions %s -o prog && ./prog && %counts --all %s
#include <signal.h>

struct held {
    int *count;
    ~held() { ++*count; }       //= 6
};

static void trap(int)
{
    throw 1;                    //= 1
}

static int read(const volatile int *at, int *count)
{
    held h = {count};           //= 6
    int n = *at;                //= 6
    return n + 1;               //= 5
}

int main()
{
    int one = 1, count = 0, sum = 0;    //= 1
    signal(SIGSEGV, trap);              //= 1
    for (int i = 0; i < 5; i++)         //= 6
        sum += read(&one, &count);      //= 5
    try {
        sum += read(nullptr, &count);   //= 1
    } catch (int) {                     //= 1
        sum++;                          //= 1
    }
    return sum == 11 && count == 6 ? 0 : 1; //= 1
}
