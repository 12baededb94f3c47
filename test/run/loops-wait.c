// A loop that waits for somebody counts in memory, where a snapshot sees it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -O2 %s -static -o prog %rt_a
// RUN: ./prog
// RUN: %counts %s snapshot
#include <edgeprof/edgeprof.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile unsigned long turns;
static volatile int rung;

static void ring(int number)
{
    (void)number;
    unsigned long seen = turns;
    int file = open("score", O_WRONLY | O_CREAT, 0666);
    rung = write(file, &seen, sizeof seen) == sizeof seen &&
           edgeprof_snapshot("snapshot") == 0;
}

int main(void)
{
    signal(SIGALRM, ring);
    ualarm(100000, 0);
    while (!rung)
        turns++; //= [0] + 1
    return 0;
}
