// The path through exceptions, and through a thread that throws: who catches goes on.
// RUN: rm -rf %t && mkdir %t && cd %t && %cxx %option:trace=ring %s -o prog -pthread
// RUN: not --crash ./prog
// RUN: %prof_show trace --format json | %py %S/Inputs/path.py %s | FileCheck %s
// CHECK: {{^}}thread main@0 30 31 attempt(int)@1 21 down(int)@2 12 14 down(int)@3 12 13
// CHECK-SAME: Guard::~Guard(){{@. 5}} Guard::~Guard(){{@. 5}} 23 24 32{{$}}
// CHECK-NEXT: {{^}}thread attempt(int)@0 21 down(int)@1 12 13 Guard::~Guard()@2 5 23 24{{$}}
#include <csignal>
#include <thread>

static volatile int sink; // line 0

struct Guard {
    ~Guard()
    {
        sink = 1;
    }
};

__attribute__((noinline)) static void down(int n)
{
    Guard guard;
    if (n == 0)
        throw 5;
    down(n - 1);
    sink = 2;
}

static void attempt(int n)
{
    try {
        down(n);
        sink = 3;
    } catch (int thrown) {
        sink = thrown;
    }
}

int main()
{
    std::thread(attempt, 0).join();
    attempt(1);
    raise(SIGKILL);
}
