// Exceptions that end in std::terminate: out of a noexcept function, out of a
// destructor while another one unwinds, out of a thread, rethrown where there is
// none.  What was unwound is counted, and nothing after it.
// RUN: rm -rf %t && mkdir %t && cd %t && %cxx %s -o prog -pthread
// RUN: for way in noexcept destructor thread rethrow; do ./prog $way || exit 1; done
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog -pthread
// RUN: for way in noexcept destructor thread rethrow; do ./prog $way || exit 1; done
// RUN: %counts --all %s
#include <cstdlib>
#include <cstring>
#include <exception>
#include <pthread.h>

static volatile int sink;

struct Guard {
    ~Guard() { sink = sink + 1; }      //= 13
};

struct Throws {
    ~Throws() noexcept(false)
    {
        sink = sink + 1;               //= 2
        throw 2;                       //= 2
    }
};

__attribute__((noinline)) static void deep(int n)
{
    Guard guard;
    if (n == 0)                        //= 13
        throw 1;                       //= 3
    deep(n - 1);                       //= 10
    sink = sink + 1;                   //= 0
}

__attribute__((noinline)) static void never(int n) noexcept
{
    sink = sink + 1;                   //= 1
    deep(n);                           //= 1
    sink = sink + 1;                   //= 0
}

__attribute__((noinline)) static void unwinds(bool quiet)
{
    Throws throws;
    if (!quiet)                        //= 2
        deep(1);                       //= 1
    sink = sink + 1;                   //= 1
}

static void destructor()
{
    try {
        unwinds(true);                 //= 1
        sink = sink + 1;               //= 0
    } catch (int) {                    //= 1
        sink = sink + 1;               //= 1
    }
    try {
        unwinds(false);                //= 1
        sink = sink + 1;               //= 0
    } catch (int) {                    //= 0
        sink = sink + 1;               //= 0
    }
}

static void *in_thread(void *data)
{
    try {
        deep(5);                       //= 1
        sink = sink + 1;               //= 0
    } catch (int) {                    //= 1
        throw 'c';                     //= 1
    }
    return data;                       //= 0
}

static void rethrow()
{
    sink = sink + 1;                   //= 1
    throw;                             //= 1
}

static void at_end()
{
    sink = sink + 1;                   //= 4
    exit(0);                           //= 4
}

int main(int, char **argv)
{
    pthread_t thread;

    std::set_terminate(at_end);        //= 4
    if (!strcmp(argv[1], "noexcept"))  //= 4
        never(4);                      //= 1
    else if (!strcmp(argv[1], "destructor")) //= 3
        destructor();                  //= 1
    else if (!strcmp(argv[1], "rethrow")) //= 2
        rethrow();                     //= 1
    else if (!pthread_create(&thread, nullptr, in_thread, nullptr)) //= 1
        pthread_join(thread, nullptr); //= 0 + 1
    return 1;                          //= 0 + 1
}
