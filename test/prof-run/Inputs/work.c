/* SPDX-License-Identifier: MIT
 *
 * work.c - a program that counts what it is told.
 * Usage: work TIMES [MILLISECONDS [STATUS]]   turns of a loop; a pause; an exit status
 *        work TIMES kill SIGNAL               a signal for its end
 *        work TIMES steps                     a line; then each byte is sent back
 *        work TIMES left MILLISECONDS         another process does so, on its own
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int done;

int main(int argc, char **argv)
{
    int times = atoi(argv[1]);
    const char *how = argc > 2 ? argv[2] : "0";
    int more = argc > 3 ? atoi(argv[3]) : 0;

    if (strcmp(how, "left") == 0) {
        if (fork() > 0)
            return 0;
        setsid();
    }
    for (int i = 0; i < times; i++)
        done++; /* LOOP */
    if (strcmp(how, "kill") == 0)
        kill(getpid(), more);
    if (strcmp(how, "left") == 0) {
        usleep((useconds_t)more * 1000);
        for (int i = 0; i < times; i++)
            done++; /* LATER */
        return 0;
    }
    if (strcmp(how, "steps") == 0) {
        char byte = '\n';

        do
            more += write(1, &byte, 1) < 0; /* STEP */
        while (read(0, &byte, 1) == 1);
        return more;
    }
    usleep((useconds_t)atoi(how) * 1000);
    return more;
}
