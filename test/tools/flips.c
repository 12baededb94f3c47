// One wrong byte, anywhere in a profile, raw or not, or in a program: a message
// or a report, never a crash, and never much memory.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc -O2 prog.c -o prog
// RUN: ./prog && mv prof.out.* run && sh -c './prog kill; true' && mv prof.out.* raw
// RUN: %py %source/test/tools/Inputs/flips.py %prof_show
#include <signal.h>

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < 3; i++)
        if (argc > 1 && i == 2)
            raise(SIGKILL);
    return 0;
}
