// Headers of -isystem are others': a function of one is not counted, however the compiler was told.
// RUN: rm -rf %t && mkdir -p %t/third/x %t/build && cd %t && cp %s prog.c
// RUN: echo 'static int third(int n) { return n; }' > third/x/third.h && cp third/x/third.h .
// RUN: %cc -isystem third prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; %cc -isystemthird/ prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; %cc -isystem %t/third prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; %cc -I third -isystem third prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; %cc -idirafter third prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; env C_INCLUDE_PATH=a:third %cc prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; echo -isystem third > words && %cc @words prog.c -o prog && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; cd build && %cc -isystem ../third ../prog.c -o ../prog && cd .. && ./prog && %prof_show lines > got && not grep h:$ got
// RUN: rm prof.out.*; cd build && %cc -isystem %t/third ../prog.c -o ../prog && cd .. && ./prog && %prof_show lines > got && not grep h:$ got
// What is found elsewhere is the program's: in a directory below, or beside the source.
// RUN: rm prof.out.*; %cc -I third prog.c -o prog && ./prog && %prof_show lines | grep h:$
// RUN: rm prof.out.*; %cc -isystem . -I third prog.c -o prog && ./prog && %prof_show lines | grep h:$
// RUN: rm prof.out.*; %cc -isystem . -DBESIDE prog.c -o prog && ./prog && %prof_show lines | grep h:$
// RUN: rm prof.out.*; %cc -isystem %t -DBESIDE prog.c -o prog && ./prog && %prof_show lines | grep h:$
// RUN: rm prof.out.*; %cc %option:system-headers=yes -isystem third prog.c -o prog && ./prog && %prof_show lines | grep h:$
#ifdef BESIDE
#include "third.h"
#else
#include <x/third.h>
#endif

int main(void)
{
    return third(0);
}
