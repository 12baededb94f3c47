// A library that needs nothing, not even libc.  Loaded as usual it is counted by
// the program's runtime; in a name space of its own it finds none, and runs on
// uncounted, in threads whose counters are elsewhere: its start (core/emit/start)
// makes each increment, of whatever form, one of its own section.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -DLIBRARY -fPIC -shared -nostdlib %s -o usual.so && cp usual.so apart.so
// RUN: %cc %s -o prog -pthread && ./prog && %counts %s
// RUN: for ld in gold lld mold; do %cc -DLIBRARY -fPIC -shared -nostdlib -fuse-ld=$ld %s -o apart.so && ./prog || exit 1; done
// RUN: rm prof.out.* && %plain_cc %s -o plain -pthread && ./plain && %counts %s
// The forms that optimised code has; at -O0 there is but the first.
// RUN: objdump -d usual.so > code && grep -q 'incq *%%gs:0x[0-9a-f]*(%%rip)' code
// RUN: test %level = -O0 || grep -q 'incq *%%gs:0x[0-9a-f]*(%%r[^i]' code
// RUN: test %level = -O0 || grep -q 'addq* *%%r[^,]*,%%gs:' code
// RUN: test %level = -O0 || grep -q 'addq *[$]0x64,%%gs:' code
// RUN: test %level = -O0 || grep -q 'addq *[$]0x3e8,%%gs:' code
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

#ifdef LIBRARY
int sum(int *a, int n);

static volatile int calls;

static int in_memory(volatile int *a, int n)
{
    for (int i = 0; i < n; i++)     //= 808
        ++*a;                       //= 800
    return *a;                      //= 8
}

static void in_registers(int *a, const int *b)
{
    for (int i = 0; i < 100; i++)   //= 808
        a[i] = b[i] & 1023;         //= 800
    for (int i = 0; i < 1000; i++)  //= 8008
        a[i % 100] ^= b[i % 100] & i; //= 8000
}

/* Code that looks like increments of words which are not the section's. */
#define ISLAND \
    0x65, 0x48, 0xff, 0x05, 0, 0, 0, 0,                     /* by %rip */   \
    0x65, 0x48, 0xff, 0x81, 0x78, 0x56, 0x34, 0x12,         /* too far */   \
    0x65, 0x48, 0xff, 0x81, 0x09, 0x10, 0, 0,               /* odd */       \
    0x65, 0x49, 0xff, 0x84, 0x8c, 0x08, 0x10, 0, 0,         /* indexed */   \
    0x65, 0x48, 0x83, 0x05, 0, 0, 0, 0, 1,                  /* add a byte */ \
    0x65, 0x48, 0x01
#define TEXT(...)  TEXT_(__VA_ARGS__)
#define TEXT_(...) #__VA_ARGS__
asm(".text\n.hidden island\nisland:\n\t.byte " TEXT(ISLAND) "\n");
extern const unsigned char island[] __attribute__((visibility("hidden")));

static int islands_survive(void)
{
    static const unsigned char was[] = {ISLAND};
    for (volatile unsigned i = 0; i < sizeof was; i++) //= 368
        if (island[i] != was[i])    //= 360
            return 0;               //= 0
    return 1;                       //= 8
}

int sum(int *a, int n)
{
    static int b[100];
    int s = in_memory(a, n);        //= 8
    calls++;                        //= 8
    in_registers(b, a);             //= 8
    for (int i = 0; i < n; i++)     //= 808
        s += b[i] ^ s;              //= 800
    return islands_survive() ? s : -calls; //= 8
}
#else
static int (*sum[2])(int *, int);

static void *work(void *unused)
{
    int words[2][100];

    for (int i = 0; i < 100; i++)
        words[0][i] = words[1][i] = i * i;
    for (int i = 0; i < 4; i++)
        if (sum[0](words[0], 100) != sum[1](words[1], 100))
            return sum;
    return unused;
}

static void *load(void *library)
{
    return library ? dlsym(library, "sum") : 0;
}

int main(void)
{
    pthread_t thread;
    void *failed = sum;

    *(void **)&sum[0] = load(dlopen("./usual.so", RTLD_NOW));
    *(void **)&sum[1] = load(dlmopen(LM_ID_NEWLM, "./apart.so", RTLD_NOW));
    if (!sum[0] || !sum[1] || work(0))
        return 1;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &failed);
    return failed != 0;
}
#endif
