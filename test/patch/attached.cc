// -p: a process is counted from outside, exactly, from now on until then, and runs on as it
// did: frames that were there, threads in loops, in the kernel and in handlers, exceptions,
// new threads, a child.  Its code is then what it was.
// RUN: rm -rf %t && mkdir %t && cd %t && export XDG_CACHE_HOME=%t
// RUN: %plain_cxx %s -o prog -pthread && %py %S/Inputs/attached.py %prof_patch %prof_show ./prog
// RUN: %plain_cxx -no-pie -fno-pie %s -o exec -pthread && %py %S/Inputs/attached.py %prof_patch %prof_show ./exec short
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALONE __attribute__((noinline, noclone))

static std::atomic<long> leaves, throwers, switches, recursions;
static std::atomic<bool> stop, bad;

extern "C" {

ALONE int leaf(int n)
{
    int sum = 0;
    leaves++;
    for (int i = 0; i < n; i++)
        sum += i & 3 ? i : -i;
    return sum;
}

ALONE int thrower(int n)
{
    throwers++;
    if (n % 5 == 0)
        throw std::runtime_error("thrown");
    return leaf(n % 7);
}

ALONE int switching(int n)
{
    switches++;
    switch (n % 9) {
    case 0: return leaf(1);
    case 1: return 3;
    case 2: return leaf(2) + leaf(3);
    case 3: return 9;
    case 4: return n * 7;
    case 5: return n ^ 5;
    case 6: return leaf(n & 3);
    case 7: return n / 3;
    default: return 1;
    }
}

ALONE int recursive(int n)
{
    recursions++;
    return n > 0 ? (recursive(n - 1) ^ recursive(n - 2)) + 1 : 0;
}

ALONE void handler(int)
{
    if (leaf(3) != 3)
        bad = true;
}

ALONE long job(int turns)
{
    long sum = 0;
    for (int i = 0; i < turns; i++) {
        try {
            sum += thrower(i);
        } catch (const std::exception &) {
            sum += 2;
        }
        sum += switching(i) + recursive(i % 5);
    }
    return sum;
}

}

static const int turns = 90;
static long expected;
static std::atomic<int> begun;

static void *work(void *)
{
    begun++;
    do
        if (job(turns) != expected)
            bad = true;
    while (!stop);
    return nullptr;
}

// Calls nothing while it runs.
static void *spin(void *)
{
    unsigned long n = 0;
    begun++;
    while (!stop)
        n += n & 1 ? 3 : 1;
    return n ? nullptr : &stop;
}

static int ends[2];

static void *wait_long(void *)
{
    struct epoll_event event = {}, found;
    int epoll = epoll_create1(0);
    event.events = EPOLLIN;
    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    begun++;
    if (epoll_wait(epoll, &found, 1, -1) != 1)
        bad = true;
    close(epoll);
    return nullptr;
}

extern "C" char __executable_start, etext;

static unsigned long code(void)
{
    unsigned long sum = 0;
    for (const char *at = &__executable_start; at < &etext; at++)
        sum = sum * 31 + (unsigned char)*at;
    return sum;
}

static void say(void)
{
    printf("leaf=%ld thrower=%ld switching=%ld recursive=%ld\n", leaves.load(), throwers.load(),
           switches.load(), recursions.load());
}

static pthread_t threads[5];

static void begin(void)
{
    struct itimerval often = {{0, 700}, {0, 700}};
    void *(*const what[])(void *) = {work, work, spin, wait_long, work};
    stop = false;
    begun = 0;
    for (int i = 0; i < 5; i++)
        pthread_create(&threads[i], nullptr, what[i], nullptr);
    while (begun < 5)
        usleep(100);
    setitimer(ITIMER_REAL, &often, nullptr);
}

static void end(void)
{
    struct itimerval never = {};
    stop = true;
    setitimer(ITIMER_REAL, &never, nullptr);
    if (write(ends[1], "x", 1) != 1)
        bad = true;
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    char byte;
    if (read(ends[0], &byte, 1) != 1)
        bad = true;
}

// Stays until it is told; whether it is as it was then.
static pid_t child;
static int way[2], back[2];

static void make_child(unsigned long before)
{
    if (pipe(way) || pipe(back) || (child = fork()) < 0)
        abort();
    if (child == 0) {
        char byte;
        bool well = job(turns) == expected && write(back[1], "x", 1) == 1 &&
                    read(way[0], &byte, 1) == 1 && code() == before;
        _exit(well && job(turns) == expected ? 0 : 1);
    }
    char byte;
    if (read(back[0], &byte, 1) != 1)
        bad = true;
}

int main()
{
    char line[32];
    int status = 0;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    signal(SIGALRM, handler);
    if (pipe(ends))
        return 1;
    expected = job(turns);
    unsigned long before = code();
    puts("ready");
    while (fgets(line, sizeof line, stdin)) {
        leaves = throwers = switches = recursions = 0;
        if (!strcmp(line, "begin\n")) {
            begin();
            puts("begun");
        } else if (!strcmp(line, "end\n")) {
            end();
            puts(code() == before ? "same" : "other");
        } else if (!strcmp(line, "child\n")) {
            make_child(before);
            throwers += turns;
            puts("child");
        } else if (!strcmp(line, "let\n")) {
            if (write(way[1], "x", 1) != 1 || waitpid(child, &status, 0) != child)
                bad = true;
            puts(status ? "other" : "same");
        } else {
            stop = true;
            pthread_create(&threads[0], nullptr, work, nullptr);
            if (job(turns) != expected)
                bad = true;
            pthread_join(threads[0], nullptr);
            say();
        }
    }
    puts(bad ? "bad" : "good");
    return 0;
}
