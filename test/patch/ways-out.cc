// Exceptions through copies, with cleanups and filters; threads; a handler's siglongjmp;
// fork; a cancelled thread, which is unwound: the program says what it says without, and
// every call is counted; those of the child in a file of its own.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cxx %s -o prog -pthread
// RUN: ./prog > want && %prof_patch -o counted prog && EDGEPROF_FILE=run ./counted > got
// RUN: cmp want got
// RUN: %py %S/Inputs/calls.py %prof_show run 'thrower(int)=9' 'middle(int)=9' 'spec(int)=8' 'work(long)=4' 'main=1' 'wait(void*)=1' 'handler(int)=1'
// RUN: %prof_patch --once -o once prog && EDGEPROF_FILE=at-all ./once > got && cmp want got
// RUN: %plain_cxx -no-pie -fno-pie %s -o exec -pthread && %prof_patch -o fixed exec && EDGEPROF_FILE=other ./fixed > got
// RUN: cmp want got
// RUN: %py %S/Inputs/calls.py %prof_show other 'thrower(int)=9' 'middle(int)=9' 'spec(int)=8' 'work(long)=4' 'main=1' 'wait(void*)=1' 'handler(int)=1'
// The start of a static program has its frames registered, or an index leads to them.
// RUN: %plain_cxx -static %s -o alone -pthread && %prof_patch -o alone-counted alone && EDGEPROF_FILE=third ./alone-counted > got
// RUN: cmp want got
// RUN: %py %S/Inputs/calls.py %prof_show third 'thrower(int)=9' 'middle(int)=9' 'spec(int)=8' 'work(long)=4' 'main=1' 'wait(void*)=1' 'handler(int)=1'
// RUN: %plain_cxx -static-pie -fPIE %s -o apart -pthread && %prof_patch -o apart-counted apart && EDGEPROF_FILE=fourth ./apart-counted > got
// RUN: cmp want got
// RUN: %py %S/Inputs/calls.py %prof_show fourth 'thrower(int)=9' 'middle(int)=9' 'spec(int)=8' 'work(long)=4' 'main=1' 'wait(void*)=1' 'handler(int)=1'
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

struct Scope {
    explicit Scope(const char *name) : name(name) {}
    ~Scope() { printf("~%s\n", name); }
    const char *name;
};

NOINLINE int thrower(int k)
{
    Scope scope("thrower");
    switch (k) {
    case 0: throw 1;
    case 1: throw std::runtime_error("an error");
    case 2: throw std::string("a string");
    case 3: throw 'c';
    case 4: throw 2.5;
    case 5: return 7;
    default: return k;
    }
}

NOINLINE int middle(int k)
{
    Scope scope("middle");
    return thrower(k) + 1;
}

NOINLINE int spec(int k)
{
    try {
        return middle(k);
    } catch (const std::exception &error) {
        printf("on its way: %s\n", error.what());
        throw;
    }
}

NOINLINE long work(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += i % 7 == 3 ? i : 1;
    return sum;
}

static sigjmp_buf back;

NOINLINE void handler(int)
{
    siglongjmp(back, 1);
}

NOINLINE void *wait(void *)
{
    Scope scope("cancelled");
    for (;;)
        sleep(1);
}

static void exceptions()
{
    for (int k = 0; k < 8; k++)
        try {
            printf("%d\n", spec(k));
        } catch (int i) {
            printf("int %d\n", i);
        } catch (const std::string &text) {
            printf("string %s\n", text.c_str());
        } catch (const std::runtime_error &error) {
            printf("runtime_error %s\n", error.what());
        } catch (...) {
            puts("something else");
        }
}

static void threads()
{
    std::vector<std::thread> all;
    long result[4];
    for (int i = 0; i < 4; i++)
        all.emplace_back([i, &result] {
            try {
                result[i] = work(100000);
                if (i == 2)
                    throw i;
            } catch (int) {
                result[i]++;
            }
        });
    for (auto &thread : all)
        thread.join();
    printf("%ld %ld %ld %ld\n", result[0], result[1], result[2], result[3]);
}

int main()
{
    exceptions();
    threads();
    signal(SIGSEGV, handler);
    if (!sigsetjmp(back, 1))
        raise(SIGSEGV);
    fflush(stdout);
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        work(1000);
        _exit(3);
    }
    waitpid(child, &status, 0);
    printf("child %d, %d\n", WEXITSTATUS(status), middle(6));
    pthread_t thread;
    pthread_create(&thread, nullptr, wait, nullptr);
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    puts("joined");
    return 0;
}
