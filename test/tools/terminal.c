// On a terminal, and there alone: colours, and how far long work is.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc prog.c -o prog
// RUN: env EDGEPROF_FILE=one.prof ./prog && env EDGEPROF_FILE=two.prof ./prog x
// RUN: cp one.prof prof.out
// RUN: %py -B %source/test/tools/Inputs/terminal.py %prof_merge %prof_show
int main(int argc, char **argv)
{
    argc += 0;
    if (argc > 1)
        return argv == 0;
    return 0;
}
