// A program's own malloc, free, ffs, printf ... are functions like any other: they are
// called as often as the source calls them, whatever the compiler knows of the library's.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -O3 -D_FORTIFY_SOURCE=2 %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char memory[1 << 16];
static size_t used;

void *malloc(size_t size)
{
    char *block = memory + used;   //= 31 + 100
    used += (size + 15) & ~15UL;   //= 31 + 100
    return block;                  //= 31 + 100
}

void free(void *block)
{
    if (block)                     //= 20 + 100
        memory[0]++;               //= 20 + 100
}

void *calloc(size_t n, size_t size)
{
    void *block = malloc(n * size);  //= 10 + 10
    memset(block, 0, n * size);      //= 10 + 10
    return block;                    //= 10 + 10
}

int ffs(int n)
{
    int i = 0;                     //= 10
    while (n && !(n & 1 << i++))   //= 20
        ;
    return i;                      //= 10
}

int abs(int n)
{
    return n < 0 ? -n : n;         //= 10
}

static int lines;

int puts(const char *text)
{
    lines += text[0] == 'x';       //= 10
    return 1;                      //= 10
}

static int pairs(void)
{
    char *block = malloc(8);       //= 10
    free(block);                   //= 10
    block = calloc(8, 1);          //= 10
    free(block);                   //= 10
    block = malloc(4);             //= 10
    return block != NULL;          //= 10
}

int main(void)
{
    int sum = 0;                   //= 1
    for (int i = 0; i < 10; i++) { //= 11
        sum += pairs();            //= 10
        sum += ffs(2) + abs(-1);   //= 10
        puts("x");                 //= 10
    }
    return sum != 40 || lines != 10; //= 1
}
