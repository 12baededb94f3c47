// A library that needs nothing, not even libc.  Loaded as usual it is counted by
// the program's runtime; in a name space of its own it finds none, and runs on
// uncounted, in threads whose counters are elsewhere.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -DLIBRARY -fPIC -shared -nostdlib %s -o usual.so && cp usual.so apart.so
// RUN: %cc %s -o prog -pthread && ./prog && %counts %s
// RUN: for ld in gold lld mold; do %cc -DLIBRARY -fPIC -shared -nostdlib -fuse-ld=$ld %s -o apart.so && ./prog || exit 1; done
// RUN: rm prof.out.* && %plain_cc %s -o plain -pthread && ./plain && %counts %s
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

#ifdef LIBRARY
int sum(const int *a, int n);

static volatile int calls;

int sum(const int *a, int n)
{
    int s = 0;
    calls++;                        //= 8
    for (int i = 0; i < n; i++)     //= 808
        s += a[i] ^ s;              //= 800
    return s;                       //= 8
}
#else
static int (*sum[2])(const int *, int);
static int words[100];

static void *work(void *unused)
{
    for (int i = 0; i < 4; i++)
        if (sum[0](words, 100) != sum[1](words, 100))
            return words;
    return unused;
}

static void *load(void *library)
{
    return library ? dlsym(library, "sum") : 0;
}

int main(void)
{
    pthread_t thread;
    void *failed = words;

    for (int i = 0; i < 100; i++)
        words[i] = i * i;
    *(void **)&sum[0] = load(dlopen("./usual.so", RTLD_NOW));
    *(void **)&sum[1] = load(dlmopen(LM_ID_NEWLM, "./apart.so", RTLD_NOW));
    if (!sum[0] || !sum[1] || work(0))
        return 1;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &failed);
    return failed != 0;
}
#endif
