// A handler is a line at its "catch": as often as it was entered, wherever the brace
// before it stands, however the try block was left.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
#include <stdexcept>
#include <string>

static volatile int sink;

struct small {
    int n;
};

static void raise(int n)
{
    switch (n) {                             //= 32
    case 1:
        throw small{n};                      //= 4
    case 2:
        throw n;                             //= 3
    case 3:
        throw std::string(size_t(n), 'x');   //= 4
    case 4:
        throw std::runtime_error("");        //= 3
    default:
        sink = n;                            //= 18
    }
}

static void joined(int n)
{
    try {
        raise(n);                            //= 7
    } catch (const small &s) {               //= 1
        sink = s.n;                          //= 1
    } catch (int) {                          //= 1
        if (n == 2)                          //= 1
            sink = 2;                        //= 1
    } catch (std::string s) {                //= 1
        sink = int(s.size());                //= 1
    } catch (...) {                          //= 1
        sink = 4;                            //= 1
    }
    sink = 5;                                //= 7
}

static void apart(int n)
{
    try
    {
        raise(n);                            //= 7
        sink = 1;                            //= 3
    }                                        //= -
    catch (const std::exception &)           //= 1
    {
        sink = 2;                            //= 1
    }                                        //= -
    catch (...)                              //= 3
    {
        { sink = 3; }                        //= 3
    }                                        //= -
}

static int leaves(int n)
{
    for (int i = 0; i < 2; i++) {            //= 13
        try {
            raise(n + i);                    //= 11
        } catch (int catches) {              //= 1
            if (catches == i)                //= 1
                sink = 1;                    //= 0
            continue;
        } catch (const small &) {            //= 2
            return 1;                        //= 2
        } catch (...) {                      //= 3
            break;
        }
        sink = 2;                            //= 5
    }
    return 0;                                //= 5
}

static void again(int n)
{
    try {
        try {
            raise(0 * n);
        } catch (int) {                      //= 0
            throw;                           //= 0
        }
        throw n;                             //= 7
    } catch (int m) {                        //= 7
        sink = m;                            //= 7
    }
}

int main()
{
    for (int i = 0; i < 7; i++) {            //= 8
        joined(i);                           //= 7
        apart(i);                            //= 7
        leaves(i);                           //= 7
        again(i);                            //= 7
    }
    return 0;                                //= 1
}
