// A truth that becomes a floating-point number is chosen by nobody.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cxx -x c++ %s -o prog && ./prog
// RUN: %counts --all %s
static volatile double two = 2;

static double less(double x, double y)
{
    return x < y;                 //= 3
}

int main(void)
{
    double x = 0, all[3];         //= 1
    for (int i = 1; i < 4; i++) { //? true 3, false 1 //= 4
        x = i < two;              //= 3
        x += less(i, two);        //= 3
        all[i - 1] = i == two;    //= 3
        x += i > two              //? true 1, false 2 //= 3
             && i;                //? true 1, false 0 //= 1
        if (i < two)              //? true 1, false 2 //= 3
            x = !(i > two);       //= 1
    }
    return (int)(x + all[1]) != 2; //= 1
}
