// Several ways to one end from which nobody comes back: each is counted by itself, so
// that what stands between them need not be.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog && %counts --all %s
#include <setjmp.h>

static jmp_buf out;
static volatile int sink;
static volatile int turn;

struct items {
    int *data;
    int size;
};

__attribute__((noinline, noreturn)) static void fail(int why)
{
    sink += why;                        //= 67
    longjmp(out, 1);                    //= 67
}

static inline int size(const struct items *items)
{
    if (items->data)                    //= 90
        return items->size;             //= 60
    return 0;                           //= 30
}

__attribute__((noinline)) static int at(const struct items *items, int i)
{
    if (i < 0)                          //= 100
        fail(1);                        //= 10
    if (i >= size(items))               //= 90
        fail(2);                        //= 50
    if (i == 7 || items->data[i] < 0)   //= 40
        fail(3);                        //= 7
    return items->data[i];              //= 33
}

int main(void)
{
    int data[6] = {0, 1, 2, -3, 4, 5};                      //= 1
    struct items some = {data, 6};                          //= 1
    struct items none = {0, 0};                             //= 1

    for (turn = 0; turn < 100; turn++) {                    //= 101
        if (setjmp(out))                                    //= 167
            continue;                                       //= 67
        sink += at(turn % 3 ? &some : &none, turn % 10 - 1); //= 100
    }
    return 0;                                               //= 1
}
