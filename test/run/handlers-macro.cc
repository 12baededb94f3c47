// A handler out of a macro is on the macro's line, and on none of a handler that is written
// before it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
#define FAILS(code)       \
    do {                  \
        bool failed = 0;  \
        try {             \
            code;         \
        } catch (...) {   \
            failed = 1;   \
        }                 \
        if (!failed)      \
            sink = 3;     \
    } while (0)
#define HANDLER catch (int)
#define HANDLER_OF(type) catch (type)

static volatile int sink;

static void raise(int n)
{
    if (n)                       //= 16
        throw n;                 //= 14
}

static void written()
{
    try {
        raise(0);                //= 1
    }
    catch (...)                  //= 0
    {
        sink = 1;                //= 0
    }
}

static void out_of_macro()
{
    FAILS(raise(1));             //= 5
}

static void begun_in_macro()
{
    try {
        raise(1);                //= 4
    }
    HANDLER                      //= 4
    {
        sink = 2;                //= 4
    }
    try {
        raise(1);                //= 4
    } HANDLER_OF(const char *) { //= 0
        sink = 2;                //= 0
    } HANDLER_OF(int) {          //= 4
        sink = 3;                //= 4
    }
}

int main()
{
    written();                   //= 1
    raise(0);                    //= 1
    for (int i = 0; i < 5; i++)  //= 6
        out_of_macro();          //= 5
    for (int i = 0; i < 4; i++)  //= 5
        begun_in_macro();        //= 4
    try {
        raise(1);                //= 1
    } catch (int) {              //= 1
        sink = 4;                //= 1
    }
}
