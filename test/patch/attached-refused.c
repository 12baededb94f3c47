// -p: what cannot be counted is refused by name, and lives on.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && export XDG_CACHE_HOME=%t
// RUN: %py %S/Inputs/refused-processes.py %prof_patch
// RUN: %cc %s -o counted && not %prof_patch -p $(./counted) 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: is counted already: run it as it is
// RUN: %plain_cc -static %s -o alone && not %prof_patch -p $(./alone) 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: alone: a static program, which is not counted while it runs; start it counted
// RUN: %plain_cc %s -o removed && not %prof_patch -p $(./removed x) 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: its program's file has been removed or replaced
// A run that cannot be written harms nobody, and is said before the window; a link's file is.
// RUN: %plain_cc %s -o lives && ./lives > number && not %prof_patch -p $(cat number) --window 60 -o nowhere/run 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: nowhere/run: No such file or directory
// RUN: touch file && ln -s file link && %prof_patch -p $(cat number) --window 1 -o link && %prof_show functions file && test -L link && not test -L file
// RUN: not %prof_patch -p 12x 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: 12x: not the number of a process
// RUN: not %prof_patch -p 1 true 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS: -p takes no program
// RUN: not %prof_patch --window 1 true 2>&1 | FileCheck %s --check-prefix=WINDOW
// WINDOW: --window goes with -p
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Prints the number of a child that stays for a minute.
int main(int argc, char **argv)
{
    pid_t child = fork();
    if (child == 0) {
        fclose(stdout);
        fclose(stderr);
        alarm(60);
        pause();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "x") == 0)
        unlink(argv[0]);
    printf("%d\n", child);
    return 0;
}
