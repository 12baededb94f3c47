// An operand of a ?: that throws has no value: what asks for the other compiles and counts.  What
// is thrown stands where it is written, and what throws it at the `throw`.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
static int caught;

static int first(int x, int y)
{
    try {
        if (y < 10 && (x ? x < 5 : throw 1))         //? true 2, false 1; true 1, false 1; true 1, false 0 //= 3
            return 1;                                //= 1
    } catch (int) {                                  //= 1
        caught++;                                    //= 1
    }
    return 0;                                        //= 2
}

static int second(int x)
{
    try {
        while (x == 2 ? throw 2 : x)                 //? true 1, false 4; true 3, false 1 //= 5
            x--;                                     //= 3
    } catch (int) {                                  //= 1
        caught++;                                    //= 1
    }
    return x;                                        //= 2
}

static int third(int x, int y)
{
    try {
        throw x                                      //? true 1, false 2 //= 3
            || y == 1;                               //? true 1, false 1 //= 2
    } catch (bool which) {                           //= 3
        return which;                                //= 3
    }
}

int main()
{
    int sum = first(1, 1) + first(0, 1) + first(1, 20); //= 1
    sum += second(1) + second(4);                    //= 1
    sum += third(1, 0) + third(0, 1) + third(0, 0);  //= 1
    return sum + caught != 7;                        //= 1
}
