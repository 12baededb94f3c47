/* SPDX-License-Identifier: MIT
 *
 * A program whose variables have values that are known.
 *
 *     values [N]      it ends by signal N
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct point {
    int x, y;
};

static volatile int sum;

__attribute__((noinline)) int visit(int i, const char *name, struct point *at)
{
    int rest = i % 4;

    sum += rest + (int)strlen(name); /* REST */
    at->y++;
    return sum;
}

__attribute__((noinline)) void many(int i)
{
    sum += i;
}

static void *thread(void *unused)
{
    struct point at = {7, 0};

    visit(3, "thread", &at);
    return unused;
}

int main(int argc, char **argv)
{
    struct point at = {1, 0};
    char line[32] = "";
    pthread_t other;

    if (fgets(line, sizeof line, stdin))
        printf("read %s", line);
    for (int i = 0; i < 100; i++)
        visit(i, i < 10 ? "few" : "most", &at);
    for (int i = 0; i < 1500; i++)
        many(i);
    pthread_create(&other, NULL, thread, NULL);
    pthread_join(other, NULL);
    printf("%s, %s\n", getenv("EDGEPROF_AT") ? "seen" : "unseen",
           getenv("SHELL") ? getenv("SHELL") : "no shell");
    fflush(stdout);
    if (argc > 1)
        raise(atoi(argv[1]));
    return 6;
}
