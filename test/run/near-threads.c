// A library that is loaded when its threads run already counts in place, atomically:
// increments that are addressed by a register are found and rewritten as the others are.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -DLIBRARY -fPIC -shared %s -o libnear.so
// RUN: %plain_cc %s -o prog -ldl -pthread && ./prog
// RUN: %counts --all %s
#ifdef LIBRARY
/* Leaves the counters' address rbp and r12, which is encoded as no other: GCC takes that. */
#define OTHERS "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r13", "r14", "r15"
/* Code that looks like increments of words which are not the section's, and is left. */
#define ISLAND \
    0x65, 0x48, 0xff, 0x05, 0, 0, 0, 0,                     /* by %rip */   \
    0x65, 0x48, 0xff, 0x81, 0x78, 0x56, 0x34, 0x12,         /* too far */   \
    0x65, 0x48, 0xff, 0x81, 0x09, 0x10, 0, 0,               /* odd */       \
    0x65, 0x49, 0xff, 0x84, 0x8c, 0x08, 0x10, 0, 0,         /* indexed */   \
    0x65, 0x48, 0x01
#define TEXT(...)  TEXT_(__VA_ARGS__)
#define TEXT_(...) #__VA_ARGS__
asm(".text\n.hidden island\nisland:\n\t.byte " TEXT(ISLAND) "\n");
extern const unsigned char island[] __attribute__((visibility("hidden")));

int island_survives(void)
{
    static const unsigned char was[] = {ISLAND};
    for (volatile unsigned i = 0; i < sizeof was; i++) //= 37
        if (island[i] != was[i])          //= 36
            return 0;                     //= 0
    return 1;                             //= 1
}

void add(volatile int *sum)
{
    for (volatile int i = 0; i < 3000000; i++) { //= 12000004
        asm volatile("" ::: OTHERS);      //= 12000000
        ++*sum;                           //= 12000000
    }
}

void add_more(volatile int *sum)
{
    for (int i = 0; i < 3000000; i++)     //= 12000004
        ++*sum;                           //= 12000000
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t loaded;
static void (*add)(volatile int *);
static void (*add_more)(volatile int *);
static int (*island_survives)(void);

static void *run(void *unused)
{
    volatile int sum = 0;

    pthread_barrier_wait(&loaded);
    add(&sum);
    add_more(&sum);
    return unused;
}

int main(void)
{
    pthread_t thread[4];
    void *library;

    pthread_barrier_init(&loaded, 0, 5);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], 0, run, 0);
    library = dlopen("./libnear.so", RTLD_NOW);
    if (!library)
        abort();
    *(void **)&add = dlsym(library, "add");
    *(void **)&add_more = dlsym(library, "add_more");
    pthread_barrier_wait(&loaded);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], 0);
    *(void **)&island_survives = dlsym(library, "island_survives");
    return !island_survives();
}
#endif
