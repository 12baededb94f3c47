// A program's own functions of the C library's names are called by nobody but the program: not by the
// runtime, whatever that does.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fno-builtin -pthread %s -o prog && ./prog && %counts %s
// RUN: rm prof.out.* && env EDGEPROF_LABEL=a ./prog && %counts %s
#include <pthread.h>
#include <stddef.h>

static volatile int sink;

size_t strlen(const char *text)
{
    size_t n = 0;                   //= 2
    while (text[n])
        n++;
    return n;                       //= 2
}

size_t strnlen(const char *text, size_t most)
{
    return text ? most : 0;         //? true 2, false 0 //= 2
}

int strcmp(const char *a, const char *b)
{
    return *a - *b;                 //= 2
}

int strncmp(const char *a, const char *b, size_t n)
{
    return n ? *a - *b : 0;         //? true 2, false 0 //= 2
}

char *strchr(const char *text, int c)
{
    return (char *)text + c;        //= 2
}

char *strrchr(const char *text, int c)
{
    return (char *)text + c;        //= 2
}

char *strstr(const char *text, const char *part)
{
    return (char *)(part ? text : part); //= 2
}

unsigned long strtoul(const char *text, char **end, int base)
{
    return text[0] + !end + base;   //= 2
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    sink += n > 0 && from;          //= 2
    return to;                      //= 2
}

void *memmove(void *to, const void *from, size_t n)
{
    sink += n > 0 && from;          //= 2
    return to;                      //= 2
}

void *memset(void *at, int byte, size_t n)
{
    sink += byte + (int)n;          //= 2
    return at;                      //= 2
}

int memcmp(const void *a, const void *b, size_t n)
{
    return a == b && n;             //= 2
}

static void *work(void *argument)
{
    char text[9] = "a", other[9] = "b";        //= 2
    sink += strlen(text) + strnlen(text, 2);   //= 2
    sink += strcmp(text, other) + strncmp(text, other, 1); //= 2
    sink += *strchr(text, 0) + *strrchr(text, 1);          //= 2
    sink += *strstr(text, other) + strtoul(text, NULL, 1); //= 2
    memcpy(text, other, 1);                    //= 2
    memmove(text, other, 1);                   //= 2
    memset(text, 1, 1);                        //= 2
    sink += memcmp(text, other, 1);            //= 2
    return argument;                           //= 2
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL); //= 1
    work(NULL);                                //= 1
    pthread_join(thread, NULL);                //= 1
    return 0;                                  //= 1
}
