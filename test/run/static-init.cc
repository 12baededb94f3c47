// Static initialisers, guards of local statics, destructors after main.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches | FileCheck %s
// CHECK: static-init.cc:[[#]]{{.*}}
static volatile int sink;

struct Counter {
    int n;
    explicit Counter(int start) : n(start) //= 3
    {
        sink = sink + n;            //= 3
    }
    ~Counter()
    {
        sink = sink - n;            //= 3
    }
};

static Counter global(7);           //= 1

static int next()
{
    static Counter local(3);        //= 5
    return ++local.n;               //= 5
}

static int initial = next();        //= 1

int main()
{
    Counter own(initial);           //= 1
    for (int i = 0; i < 4; i++)     //= 5
        sink = sink + next();       //= 4
    return own.n != 4;              //= 1
}
