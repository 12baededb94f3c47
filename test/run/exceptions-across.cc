// Exceptions thrown across shared libraries, through frames that are not counted,
// out of constructors, out of callbacks of the C library, rethrown, and in threads.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cxx -DPLAIN -fPIC -shared %s -o libplain.so
// RUN: %cxx -DLIBRARY -fPIC -shared %s -o libcounted.so
// RUN: %cxx %s -o prog -L. -lcounted -lplain -Wl,-rpath,. -pthread && ./prog
// RUN: %counts --all %s
#include <exception>
#include <pthread.h>
#include <stdlib.h>

struct Odd : std::exception {
    virtual const char *what() const noexcept;
};
struct Even : std::exception {
    virtual const char *what() const noexcept;
};
void plain_call(void (*call)(int), int n);
void library_throw(int n);
int library_catch(void (*call)(int), int n);

struct Guard {
    volatile int *sink;
    ~Guard();
};

#ifdef PLAIN
void plain_call(void (*call)(int), int n)
{
    call(n);
}
#elif defined LIBRARY
static volatile int sink;

const char *Odd::what() const noexcept
{
    return "odd";                      //= 0
}

const char *Even::what() const noexcept
{
    return "even";                     //= 0
}

void library_throw(int n)
{
    if (n % 2)                         //= 60
        throw Odd();                   //= 30
    sink = sink + 1;                   //= 30
}

int library_catch(void (*call)(int), int n)
{
    try {
        plain_call(call, n);           //= 60
        return 0;                      //= 30
    } catch (const Even &) {           //= 0
        return 2;                      //= 0
    } catch (const std::exception &) { //= 30
        sink = sink + 1;               //= 30
        throw;                         //= 30
    }
}
#else
static volatile int sink;

Guard::~Guard()
{
    *sink = *sink + 1;                 //= 60
}

static void middle(int n)
{
    Guard guard{&sink};                //= 60
    library_throw(n);                  //= 60
    sink = sink + 1;                   //= 30
}

static void loop()
{
    for (int i = 0; i < 20; i++) {     //= 63
        try {
            library_catch(middle, i);  //= 60
            sink = sink + 1;           //= 30
        } catch (const Odd &) {        //= 30
            sink = sink + 1;           //= 30
        }
    }
}

struct Part {
    explicit Part(int n)
    {
        if (n > 2)                     //= 6
            throw n;                   //= 3
        sink = sink + 1;               //= 3
    }
    ~Part() { sink = sink + 1; }       //= 3
};

struct Whole {
    Part first, second;
    explicit Whole(int n)
        : first(n), second(n + 1)      //= 4
    {
        sink = sink + 1;               //= 1
    }
};

static int compare(const void *, const void *)
{
    sink = sink + 1;                   //= 1
    throw 1.5;                         //= 1
}

static void callback()
{
    int values[2] = {2, 1};                        //= 1
    try {
        qsort(values, 2, sizeof *values, compare); //= 1
        sink = sink + 1;               //= 0
    } catch (double) {                 //= 1
        sink = sink + 1;               //= 1
    }
}

static void at_terminate()
{
    sink = sink + 1;                   //= 1
    exit(0);                           //= 1
}

static void never_caught() noexcept
{
    library_catch(middle, 2);          //= 0
    throw 1;                           //= 0
}

static void *in_thread(void *unused)
{
    loop();                            //= 2
    return unused;                     //= 2
}

int main()
{
    pthread_t thread;

    loop();                            //= 1
    for (int i = 0; i < 2; i++) {      //= 3
        pthread_create(&thread, nullptr, in_thread, nullptr); //= 2
        pthread_join(thread, nullptr); //= 2
    }
    for (int i = 1; i < 5; i++) {      //= 5
        try {
            Whole whole(i);            //= 4
            sink = sink + 1;           //= 1
        } catch (int) {                //= 3
            sink = sink + 1;           //= 3
        }
    }
    callback();                        //= 1
    std::set_terminate(at_terminate);  //= 1
    if (sink < 0)                      //= 1
        never_caught();                //= 0
    throw "nobody catches this";       //= 1
}
#endif
