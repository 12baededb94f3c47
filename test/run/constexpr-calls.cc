// Calls of constexpr functions in a template are made, at every level: what a variable is initialised
// with is not folded before the optimiser has it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
template <typename T> constexpr int bits()
{
    return sizeof(T) * 8; //= 40
}

template <typename T, typename F> static void shift(T &x, F)
{
    T mask = x & bits<F>();                            //= 10
    unsigned long ones = x ^ (1ul << bits<T>() / 2);   //= 10
    T part = static_cast<T>((x & bits<F>())            //= 10
                            >> bits<F>() / 16);        //= 10
    x = (x & mask) ^ ones ^ part;                      //= 10
}

int main()
{
    static volatile long sum;
    for (int i = 0; i < 10; i++) { //? true 10, false 1 //= 11
        unsigned long x = i;       //= 10
        shift(x, 1.0);             //= 10
        sum += x;                  //= 10
    }
    return 0; //= 1
}
