// The condition behind a `do` is a branch, wherever it is written: Clang has its jump stand at the
// end of the body.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s
static int f(int n) { return n; } //= 11

int main(void)
{
    int n = 0;                    //= 1
    do {
        n += 5;                   //= 2
    } while (n == 5 || n == 15);  //? true 1, false 1; true 0, false 1 //= 2
    do {
        n += 5;                   //= 7
    } while (n < 100 &&           //? true 7, false 0 //= 7
             f(n) < 45);          //? true 6, false 1 //= 7
    do {
        n += 5;                   //= 1
    } while (                     //= 1
        !(n < 60)                 //? true 0, false 1 //= 1
        || f(n) < 50              //? true 0, false 1 //= 1
    );
    do
    {
        n += 5;                   //= 2
    }
    while (n < 60);               //? true 1, false 1 //= 2
    do n += 5;                    //= 1
    while (n > 65                 //? true 0, false 1 //= 1
           || f(n) > 65);         //? true 0, false 1 //= 1
    do {
        if (n++ == 65)            //? true 1, false 2 //= 3
            continue;             //= 1
        n += f(1);                //= 2
    } while (n < 69);             //? true 2, false 1 //= 3
    do {
        n++;                      //= 1
    } while (0);
    return 0;                     //= 1
}
