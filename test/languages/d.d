// D, by GCC's front end: destructors and exceptions.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gdc -g %level -fplugin=%plugin %s -o prog
// RUN: ./prog
// RUN: %counts %s
// RUN: %prof_show files | FileCheck %s --implicit-check-not=no_file
// CHECK: d.d
struct Guard //= -
{
    int* n;
    ~this() { *n += 1; } //= 5
}

int sum(int[] a)
{
    int s = 0;     //= 5
    foreach (x; a) //= 16
    {
        if (x < 0)                           //= 13
            throw new Exception("negative"); //= 2
        s += x;                              //= 11
    }
    return s; //= 3
}

int main()
{
    int closed, caught; //= 1
    foreach (i; 0 .. 5) //= 6
    {
        auto g = Guard(&closed); //= 5
        try
            sum([1, i - 2, 3]); //= 5
        catch (Exception e)
            caught++; //= 2
    }
    return closed == 5 && caught == 2 ? 0 : 1; //= 1
}
