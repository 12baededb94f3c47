// A line of operands of a ?: counts what was chosen there, also where one is a variable, which GCC has
// no place for.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts %s
static volatile double sum;

static double size(int n, int k)
{
    return n * k; //= 17
}

static double fixed(int n, double known)
{
    double always = n < 100 ?                   //? true 6, false 0 //= 6
        known : size(n, 1);                     //= 6
    double mostly = (n > 0) ?                   //? true 5, false 1 //= 6
        known : size(n, 2);                     //= 5
    double below = n > 1
                       ? size(n, 3) : known;    //= 4
    double never = n > 100 ?                    //? true 0, false 6 //= 6
        known : size(n, 4);                     //= 6
    return always + mostly + below + never;     //= 6
}

int main(void)
{
    for (int i = 0; i < 6; i++)                 //? true 6, false 1 //= 7
        sum += fixed(i, size(i, 0));            //= 6
    return 0; //= 1
}
