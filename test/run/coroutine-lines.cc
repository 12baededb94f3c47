// The lines of a coroutine are those of its source: neither its head nor its end, nor
// what the compiler adds to the first co_yield or co_return.
// UNSUPPORTED: clang-14
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %coroutines %s -o prog && ./prog
// RUN: %counts --all %s
#include <coroutine>

static int sink;

struct numbers {
    struct promise_type {
        int value;
        numbers get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)}; //= 30
        }
        std::suspend_always initial_suspend() noexcept { return {}; }          //= 30
        std::suspend_always final_suspend() noexcept { return {}; }            //= 17
        std::suspend_always yield_value(int n)
        {
            value = n; //= 39
            return {}; //= 39
        }
        void return_void() {}
        void unhandled_exception() { throw; } //= 1
    };
    std::coroutine_handle<promise_type> handle;
};

struct element {
    element() { sink++; }  //= 33
    ~element() { sink--; } //= 36
};

static numbers never(int c) //= -
{                           //= -
    if (c)                  //= 3
        co_return;          //= 0
    sink++;                 //= 3
    co_yield 1;             //= 3
    sink += c;              //= 3
}                           //= -

static numbers some(int c) //= -
{                          //= -
    co_yield c;            //= 6
    if (c > 1) {           //= 3
        sink++;            //= 1
        co_return;         //= 1
    }
    while (c < 2) {        //= 3
        if (c == 1)        //= 3
            co_return;     //= 2
        c++;               //= 1
        co_yield c;        //= 1
        if (sink > 1000)   //= 1
            break;         //= 0
    }
    sink++;                //= 0
}                          //= -

static numbers ends(int c) //= -
{                          //= -
    sink++;                //= 3
    co_yield c;            //= 3
    co_return;             //= 3
}                          //= -

static numbers throws(int c) //= -
{                            //= -
    sink++;                  //= 6
    try {                    //= -
        if (c == 2)          //= 6
            throw c;         //= 2
        co_yield c;          //= 4
        sink++;              //= 2
    } catch (int) {          //= 2
        sink++;              //= 2
    }
    co_yield 7;              //= 4
    if (c == 1)              //= 3
        throw 1;             //= 1
    sink++;                  //= 2
}                            //= -

static numbers arrays(int c) //= -
{                            //= -
    element a, b[3];         //= 6
    co_yield c;              //= 6
    element *p = new element[2]; //= 3
    sink++;                  //= 3
    delete[] p;              //= 3
}                            //= -

static numbers one(int c) { for (;;) co_yield c; } //= 9

static numbers copies(element e, int n) //= -
{                                       //= -
    for (int i = 0; i < n; i++)         //= 6
        co_yield i;                     //= 3
}                                       //= -

static void run(numbers n, int most)
{
    try {
        while (most-- > 0 && !n.handle.done()) //= 86
            n.handle.resume();                 //= 57
    } catch (int) { //= 1
        sink++; //= 1
    }
    n.handle.destroy(); //= 30
}

int main()
{
    for (int i = 0; i < 3; i++) { //= 4
        run(never(0), 9);         //= 3
        run(some(i), 9);          //= 3
        run(some(i), 1);          //= 3
        run(ends(i), 9);          //= 3
        run(throws(i), 9);        //= 3
        run(throws(i), 1);        //= 3
        run(arrays(i), 9);        //= 3
        run(arrays(i), 1);        //= 3
        run(one(i), 3);           //= 3
        run(copies({}, i), 9);    //= 3
    }
    return sink < 0;              //= 1
}
