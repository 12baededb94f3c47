// Variables outside functions: of a priority of their own, and of each thread; what the
// compiler asks before it initialises them is no line.
// RUN: rm -rf %t && mkdir %t && cd %t && %cxx %s -o prog -pthread && ./prog
// RUN: %counts %s
#include <thread>

static volatile int sink;

struct Counted {
    Counted() { sink = sink + 1; }  //= 4
    ~Counted() { sink = sink - 1; } //= 4
    int value;
};

static Counted early __attribute__((init_priority(150))); //= 1
static Counted usual;                                     //= 1
static thread_local Counted local;

static void use()
{
    sink = local.value; //= 2
    sink = local.value; //= 2
}

int main()
{
    std::thread other(use); //= 1
    other.join();           //= 1
    use();                  //= 1
    return 0;               //= 1
}                           //= -
