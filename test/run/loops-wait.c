// A loop that waits for somebody counts in memory, where a snapshot sees it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -O2 %s -static -o prog %rt_a
// RUN: ./prog
// RUN: %counts --all %s snapshot
#include <edgeprof/edgeprof.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile unsigned long turns;
static volatile int rung;

static void ring(int number)
{
    unsigned long seen = turns; //= 1
    int file = open("score", O_WRONLY | O_CREAT, 0666); //= 1
    rung = write(file, &seen, sizeof seen) == sizeof seen && //= 1
           edgeprof_snapshot("snapshot") == 0; //= 1
}

int main(void)
{
    signal(SIGALRM, ring); //= 1
    ualarm(100000, 0); //= 1
    while (!rung) //= [0] + 2
        turns++; //= [0] + 1
    return 0;    //= 0 + 1
}
