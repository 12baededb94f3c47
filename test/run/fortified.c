// The C library's fortified headers ask the compiler for sizes and constants: they check
// and warn in the counted program as they do in the plain one.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc -O2 -D_FORTIFY_SOURCE=2 -Wall -Wextra -c %s -o plain.o 2> expected
// RUN: %cc -O2 -D_FORTIFY_SOURCE=2 -Wall -Wextra -c %s -o counted.o 2> warnings
// RUN: cmp expected warnings
// RUN: nm -u plain.o | FileCheck %s && nm -u counted.o | FileCheck %s
// RUN: %plain_cc -O2 -D_FORTIFY_SOURCE=2 -DSAFE %s -o plain && ./plain short > expected
// RUN: %cc -O2 -D_FORTIFY_SOURCE=2 -DSAFE %s -o prog && ./prog short > output && cmp expected output
// RUN: %counts --all %s
// RUN: not --crash ./plain much-too-long-for-that 2> err && not --crash ./prog much-too-long-for-that 2> err
// CHECK: __memcpy_chk
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char name[12];

__attribute__((noinline)) static size_t keep(const char *text)
{
    size_t n = strlen(text);     //= 1
    strcpy(name, text);          //= 1
    memcpy(name + 1, text, n);   //= 1
    return n;                    //= 1
}

static inline size_t room(const void *object)
{
    return __builtin_object_size(object, 0);      //= 1
}

#ifndef SAFE
void wrong(void)
{
    char small[4];
    memset(small, 0, 8);
    strcpy(small, "far too long");
    puts(small);
}
#endif

int main(int argc, char **argv)
{
    char line[40];                                //= -
    char *heap = malloc(24);                      //= 1
    snprintf(line, sizeof line, "%s %zu", argv[argc - 1], keep(argv[1])); //= 1
    puts(line);                                   //= 1
    printf("%zu\n", __builtin_object_size(line + 8, 1)); //= 1
    printf("%d\n", room(heap) == 24 || room(heap) == (size_t)-1); //= 1
    free(heap);                                   //= 1
    return 0;                                     //= 1
}
