// prof-run -p of a process that nobody compiled for it: what it executes in a window, as
// prof-patch counts it, and gates as ever.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && export XDG_CACHE_HOME=%t && %plain_cc %s -o prog
// RUN: ./prog > number && %prof_run -p $(cat number) --window 1s -o run --fail-under-functions 1
// RUN: %prof_show functions --format json run > out.json
// RUN: %py -c 'import json; f = {x["name"]: x["calls"] for x in json.load(open("out.json"))["functions"]}; assert f["often"] > 0 and f["rarely"] * 10 in range(f["often"] - 10, f["often"] + 11), f'
// It runs on until it is told.
// RUN: kill $(cat number)
#include <stdio.h>
#include <unistd.h>

__attribute__((noinline, noclone)) int rarely(int n)
{
    return n ^ 3;
}

__attribute__((noinline, noclone)) int often(int n)
{
    static volatile int sum;
    return sum = sum * 3 + (n % 10 == 0 ? rarely(n) : n);
}

int main(void)
{
    pid_t child = fork();
    if (child) {
        printf("%d\n", child);
        return 0;
    }
    fclose(stdout);
    fclose(stderr);
    alarm(60);
    for (int n = 0;; n = (n + 1) % 1000)
        often(n);
}
