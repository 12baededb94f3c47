// A variable that is what the function returns, in registers: clang has no code for the
// return of it when lives of other variables end there, so it is no line at any level;
// any other return is.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct one { unsigned char a; };
struct three { unsigned char a[3]; };
struct eight { unsigned a, b; };
struct twelve { unsigned a, b, c; };
struct mixed { double a; unsigned b; };
struct floats { float a, b, c; };
struct bits { unsigned a : 20, b : 14; unsigned long c; };
union both { unsigned long a; float b; };

static int sink = 3;

__attribute__((noinline)) static struct one give_one(int n)
{
    int *other = &sink;                               //= 2
    struct one it = {7};                              //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct three give_three(int n)
{
    int *other = &sink;                               //= 2
    struct three it = {{7, 8, 9}};                    //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct eight give_eight(int n)
{
    int *other = &sink;                               //= 2
    struct eight it = {7, 8};                         //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct twelve give_twelve(int n)
{
    int *other = &sink;                               //= 2
    struct twelve it = {7, 8, 9};                     //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct mixed give_mixed(int n)
{
    int *other = &sink;                               //= 4
    struct mixed it = {7, 8};                         //= 4

    if (n)                                            //= 4
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct floats give_floats(int n)
{
    int *other = &sink;                               //= 2
    struct floats it = {7, 8, 9};                     //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct bits give_bits(int n)
{
    int *other = &sink;                               //= 2
    struct bits it = {7, 8, 9};                       //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static union both give_both(int n)
{
    int *other = &sink;                               //= 2
    union both it = {7};                              //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= -
}

__attribute__((noinline)) static struct eight copied(const struct eight *from, int n)
{
    int *other = &sink;                               //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return *from;                                     //= 2
}

__attribute__((noinline)) static struct twelve copied_by_way(const struct twelve *from, int n)
{
    int *other = &sink;                               //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return *from;                                     //= 2
}

__attribute__((noinline)) static struct mixed passed_on(int n)
{
    int *other = &sink;                               //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return give_mixed(0);                             //= 2
}

__attribute__((noinline)) static struct twelve chosen(int n)
{
    struct twelve first = {1, 2, 3}, second = {4, 5, 6}; //= 2

    if (n)                                            //= 2
        return first;                                 //= 1
    return second;                                    //= 1
}

__attribute__((noinline)) static unsigned number(int n)
{
    int *other = &sink;                               //= 2
    unsigned it = 7;                                  //= 2

    if (n)                                            //= 2
        *other += n;                                  //= 1
    return it;                                        //= 2
}

__attribute__((noinline)) static unsigned member(int n)
{
    struct eight it = {7, 8};                         //= 2

    if (n)                                            //= 2
        it.b += (unsigned)n;                          //= 1
    return it.b;                                      //= 2
}

int main(void)
{
    struct eight e = {1, 2};                          //= 1
    struct twelve t = {1, 2, 3};                      //= 1
    unsigned sum = 0;                                 //= 1

    for (int n = 0; n < 2; n++) {                     //= 3
        sum += give_one(n).a + give_three(n).a[2];    //= 2
        sum += give_eight(n).b + give_twelve(n).c;    //= 2
        sum += give_mixed(n).b;                       //= 2
        sum += (unsigned)give_floats(n).c;            //= 2
        sum += give_bits(n).b;                        //= 2
        sum += (unsigned)give_both(n).a;              //= 2
        sum += copied(&e, n).b + number(n);           //= 2
        sum += member(n);                             //= 2
        sum += copied_by_way(&t, n).c + passed_on(n).b; //= 2
        sum += chosen(n).c;                           //= 2
    }
    return sum != 2 * (7 + 9 + 8 + 9 + 8 + 9 + 8 + 7 + 2 + 7 + 8 + 3 + 8) + 1 + 9; //= 1
}
