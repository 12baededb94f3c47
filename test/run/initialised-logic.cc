// What a variable is initialised with, and returned, has a count for each operand of && and
// || and a branch, one token a line, at every level.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

// Every combination of three.
static void numbers(int x, int y, int z)
{
    bool                         //= 8
        r                        //= 8
        =
        x                        //? true 4, false 4 //= 8
        &&
        !                        //= 4
        (
        y                        //? true 2, false 2 //= 4
        ||
        z                        //? true 1, false 1 //= 2
        )
        ;
    bool                         //= 8
        s                        //= 8
        =
        !                        //= 8
        x                        //? true 4, false 4 //= 8
        ||
        (                        //= 4
        y                        //? true 2, false 2 //= 4
        ||
        z                        //? true 1, false 1 //= 2
        )
        ;
    bool t = !(x || y)           //? true 4, false 4; true 2, false 2 //= 8
        && z;                    //? true 1, false 1 //= 2
    sink = r + s + t;            //= 8
}

static void truths(bool x, bool y, bool z)
{
    bool r = x                   //? true 4, false 4 //= 8
        && !(y                   //? true 2, false 2 //= 4
        || z);                   //? true 1, false 1 //= 2
    int s = (x || y)             //? true 4, false 4; true 2, false 2 //= 8
        && (y || z);             //? true 4, false 2; true 1, false 1 //= 6
    sink = r + s;                //= 8
}

static void asked(bool x, bool y)
{
    bool both = x && y;          //? true 4, false 4; true 2, false 2 //= 8
    if (both)                    //? true 2, false 6 //= 8
        sink = 1;                //= 2
    while (both)                 //? true 2, false 8 //= 10
        both = false;            //= 2
}

template <class T> bool returned(T x, T y, T z)
{
    bool both = x                //? true 4, false 4 //= 8
        && y;                    //? true 2, false 2 //= 4
    return both                  //? true 2, false 6 //= 8
        ||
        !                        //= 6
        (
        y                        //? true 2, false 4 //= 6
        ||
        z                        //? true 2, false 2 //= 4
        )
        ;
}

int main()
{
    for (int i = 0; i < 8; i++) { //? true 8, false 1 //= 9
        numbers(i & 4, i & 2, i & 1); //= 8
        truths(i & 4, i & 2, i & 1); //= 8
        asked(i & 4, i & 2);     //= 8
        sink = returned(i & 4, i & 2, i & 1); //= 8
    }                            //= -
    return 0;                    //= 1
}
