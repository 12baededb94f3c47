// no_profile_instrument_function and naked are honoured; include and exclude
// choose by source path.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=exclude=*attributes.c %cc %s -o prog && ./prog && not ls prof.out.*
// RUN: env EDGEPROF_OPTIONS=include=*/nothing.c %cc %s -o prog && ./prog && not ls prof.out.*
// RUN: env EDGEPROF_OPTIONS=include=*attributes.c %cc %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

__attribute__((no_profile_instrument_function)) static void hidden(void)
{
    sink++;      //= -
}

__attribute__((naked, noinline)) static void bare(void)
{
    __asm__("ret");
}

static void shown(void)
{
    sink++;      //= 1
}

int main(void)
{
    hidden();    //= 1
    bare();      //= 1
    shown();     //= 1
    return 0;    //= 1
}
