// Loops of every shape count exactly, whether in registers or in memory.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog
// RUN: ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.*
// RUN: %cc -O3 %option:loops=memory %s -o memory
// RUN: ./memory
// RUN: %counts --all %s
// RUN: rm prof.out.*
// RUN: %cc -O3 %s -o fast
// RUN: ./fast
// RUN: %counts --all %s
// RUN: rm prof.out.*
// RUN: %cc -O1 %option:threads=atomic %s -o atomic
// RUN: ./atomic
// RUN: %counts --all %s
// RUN: rm prof.out.*
// RUN: %cc -O3 %option:trips=yes %s -o trips
// RUN: ./trips
// RUN: %counts --all %s
#include <stdlib.h>

enum { N = 1000 };

static int table[N];
static char text[N];

__attribute__((noinline)) static int sum(const int *a, int n)
{
    int s = 0; //= 3
    for (int i = 0; i < n; i++) //= 1010
        s += a[i]; //= 1007
    return s;      //= 3
}

__attribute__((noinline)) static int some(const int *a, int n)
{
    int s = 0;             //= 1
    for (int i = 0; i < n; i++) //= 1001
        if (a[i] % 3 == 0) //= 1000
            s += a[i];     //= 334
        else if (a[i] & 1) //= 666
            s -= a[i];     //= 333
    return s;              //= 1
}

__attribute__((noinline)) static int find(const int *a, int n, int value)
{
    for (int i = 0; i < n; i++) { //= 2302
        if (a[i] == value) //= 2301
            return i;      //= 2
        if (a[i] < 0)      //= 2299
            goto negative; //= 0
    }
    return -1; //= 1
negative:
    return -2; //= 0
}

__attribute__((noinline)) static void clear(char *a, int rows, int columns)
{
    for (int i = 0; i < rows; i++)        //= 22
        for (int j = 0; j < columns; j++) //= 760
            a[i * columns + j] = 0;       //= 740
}

__attribute__((noinline)) static int spread(const int *a, int n)
{
    int score[4] = {0}; //= 1
    for (int i = 0; i < n; i++) //= 1001
        switch (a[i] & 7) { //= 1000
        case 0:
            score[0]++; //= 125
            break;      //= 125
        case 1:
            score[1] += 2; //= 125
            /* fall through */
        case 2:
            score[2]++; //= 250
            break;      //= 250
        default:
            if (a[i] > 500)    //= 625
                continue;      //= 313
            score[3] += score[0]; //= 312
        }
    return score[0] + score[1] + score[2] + score[3]; //= 1
}

/* The condition that does not change is taken out of the loop. */
__attribute__((noinline)) static int either(const int *a, int n, int which)
{
    int s = 0;       //= 2
    for (int i = 0; i < n; i++) //= 1502
        if (which)   //= 1500
            s ^= a[i]; //= 1000
        else
            s |= a[i]; //= 500
    return s;          //= 2
}

/* Left by a call that does not return. */
__attribute__((noinline)) static unsigned steps(unsigned n)
{
    unsigned count = 0;                  //= 1
    for (;;) {
        if (n == 1)                      //= 112
            return count;                //= 1
        if (n == 0)                      //= 111
            exit(1);                     //= 0
        n = n & 1 ? n * 3 + 1 : n >> 1;  //= 111
        count++;                         //= 111
    }
}

/* The inner loop runs seldom or not at all. */
__attribute__((noinline)) static int short_runs(const int *a, int n)
{
    int s = 0;                             //= 1
    for (int i = 0; i < n; i++)            //= 1001
        for (int j = a[i] & 1; j > 0; j--) //= 1500
            s += j;                        //= 500
    return s;                              //= 1
}

int main(void)
{
    for (int i = 0; i < N; i++) //= 1001
        table[i] = i;           //= 1000
    int s = sum(table, N) + sum(table, 7) + sum(table, 0); //= 1
    s += some(table, N);                                   //= 1
    s += find(table, N, 300) + find(table, N, N) + find(table, N, 999); //= 1
    clear(text, 20, 37);                                                //= 1
    clear(text, 0, 10);                                                 //= 1
    s += spread(table, N);                                              //= 1
    s += either(table, N, 1) + either(table, 500, 0);                   //= 1
    s += (int)steps(27);                                                //= 1
    s += short_runs(table, N); //= 1
    return s == 0; //= 1
}
