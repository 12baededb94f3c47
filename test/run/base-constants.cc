// As base-casts.cc, where what is chosen is a constant: GCC asks at once which it was.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
struct base {
    int b;
};
struct other {
    int o;
};
struct derived : other, base {
    int d;
};

static derived one;
volatile int sink;

static int take(base *p)
{
    return p != nullptr;         //= 30
}

static base *given(int x)
{
    return                       //= 10
        x ? &one : nullptr;      //? true 7, false 3 //= 10
}

static void chosen(int x)
{
    derived own;
    base *a =                    //= 10
        x ? &one : nullptr;      //? true 7, false 3 //= 10
    base *b =                    //= 10
        x ? nullptr : &own;      //? true 7, false 3 //= 10
    base *c = x > 1 ? &one : &own; //? true 4, false 6 //= 10
    sink = take(                 //= 10
        x                        //? true 7, false 3 //= 10
            ? &one               //= 7
            : nullptr);          //= -
    sink = take(b) + take(c);    //= 10
    sink = a == c;               //= 10
}

int main()
{
    for (int i = 0; i < 10; i++) { //? true 10, false 1 //= 11
        sink = given(i & 3) != nullptr; //= 10
        chosen(i & 3);           //= 10
    }                            //= -
    return 0;                    //= 1
}
