// A bit-field that a ?: chooses, whose truth GCC asks of the word that has it, and places nowhere.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct fields {
    unsigned set : 1, bit : 1;
    int number;
};

static volatile int sink;

__attribute__((noinline)) static int wide(int a)
{
    return a; //= 117
}

static void choose(int a, const struct fields *b)
{
    sink += (!((a == 1) ? 0   //? true 21, false 43 //= 64
                   : b->bit)) //? true 21, false 22 //= 43
                ? wide(2)     //= 43
                : 1;
    sink = (a == 1 ? 0        //? true 21, false 43 //= 64
                : b->bit)     //? true 21, false 22 //= 43
               ? wide(2)      //= 21
               : 1;
    sink = !(a == 1 ? b->bit : 0) //? true 21, false 43; true 11, false 10 //= 64
               ? wide(2)      //= 53
               : 1;
    if (!((a == 1) ? 0        //? true 21, false 43 //= 64
              : (b->bit)))    //? true 21, false 22 //= 43
        sink = 1;             //= 43
    if ((a == 1) ? 0          //? true 21, false 43 //= 64
            : (b->bit))       //? true 21, false 22 //= 43
        sink = 1;             //= 21
    if (a == 1 ?              //? true 21, false 43 //= 64
            b->bit            //? true 11, false 10 //= 21
            : sink > 5)       //? true 0, false 43 //= 43
        sink = 1;             //= 11
    if (a == 1 &&             //? true 21, false 43 //= 64
        (a ? b->bit : 0))     //? true 21, false 0; true 11, false 10 //= 21
        sink = 1;             //= 11
    if (a == 1 && b->bit)     //? true 21, false 43; true 11, false 10 //= 64
        sink = 1;             //= 11
}

int main(void)
{
    struct fields b = {0, 0, 0};     //= 1
    for (int i = 0; i < 64; i++) {   //? true 64, false 1 //= 65
        b.bit = i & 1;               //= 64
        choose(i % 3 == 1, &b);      //= 64
    }
    return 0;                        //= 1
}
