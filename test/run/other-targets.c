// Code for another machine than x86-64 Linux is refused in one line, and no object is left.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c
// RUN: not %cc -m32 -c prog.c -o prog.o > 32 2>&1 && FileCheck %s --check-prefix=I386 < 32
// I386: {{^(cc1: )?}}error: edgeprof: target i386-{{.*}} is not supported, expected x86_64 Linux{{$}}
// RUN: not %cc -mx32 -c prog.c -o prog.o > x32 2>&1 && FileCheck %s --check-prefix=X32 < x32
// X32: {{^(cc1: )?}}error: edgeprof: target x86_64-{{.*}}x32 is not supported, expected x86_64 Linux{{$}}
// RUN: not ls prog.o
int main(void)
{
    return 0;
}
