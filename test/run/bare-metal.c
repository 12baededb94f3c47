// A machine without an operating system, compiled with runtime=none: it counts, in interrupts
// too, and sends its counts by its serial line, where others write as well, as often as it
// likes.  Its memory has them, too.
// REQUIRES: machines, own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -c %S/Inputs/bare-metal.S -o start.o
// RUN: %cc %option:runtime=none -ffreestanding -fno-pie -mno-red-zone -mgeneral-regs-only -fno-stack-protector -fcf-protection=none -c %s -o image.o
// RUN: %plain_cc -nostdlib -static -Wl,-T,%S/Inputs/bare-metal.lds -Wl,--build-id=none image.o start.o -o image
// RUN: nm image | FileCheck %s --check-prefix=NAMES --implicit-check-not=' U ' --implicit-check-not=__edgeprof_module --implicit-check-not=__edgeprof_enter
// NAMES: __start_edgeprof_cnts
// RUN: sh -c 'timeout 100 qemu-system-x86_64 -M pc -m 32 -nodefaults -display none -no-reboot -serial file:log -device isa-debug-exit,iobase=0xf4 -kernel image; test $? = 33'
// RUN: %py -c "import re; open('named', 'w').write(re.search('waits [0-9]+', open('log').read()).group())"
// RUN: %prof_merge --image log --binary image -o two.prof 2>&1 | count 0
// RUN: %counts --all %s two.prof
// RUN: %prof_show functions --format json two.prof | FileCheck %s --check-prefix=RUNS
// RUNS: "runs":2,
//
// With plain increments, as one processor executes it, and as the kernel's code is addressed.
// RUN: %cc %option:runtime=none %option:threads=shared -mcmodel=kernel -ffreestanding -fno-pie -mno-red-zone -mgeneral-regs-only -fno-stack-protector -fcf-protection=none -c %s -o shared.o
// RUN: %plain_cc -nostdlib -static -Wl,-T,%S/Inputs/bare-metal.lds -Wl,--build-id=none shared.o start.o -o shared
// RUN: sh -c 'timeout 100 qemu-system-x86_64 -M pc -m 32 -nodefaults -display none -no-reboot -serial file:shared.log -device isa-debug-exit,iobase=0xf4 -kernel shared; test $? = 33'
// RUN: %py -c "import re; open('named', 'w').write(re.search('waits [0-9]+', open('shared.log').read()).group())"
// RUN: %prof_merge --image shared.log --binary shared -o shared.prof 2>&1 | count 0
// RUN: %counts --all %s shared.prof
//
// Its memory, when it has come to its end.
// RUN: %py %S/Inputs/memory.py image memory.log core
// RUN: %prof_merge --image core --binary image -o last.prof 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: 1 of 1 runs cut off
// RUN: %prof_show functions last.prof | FileCheck %s --check-prefix=MEMORY
// MEMORY: 1 {{.*}} once_more bare-metal.c
// RUN: rm core
#include <edgeprof/freestanding.h>

#define OWN static __attribute__((no_profile_instrument_function))

OWN void out(unsigned short port, unsigned char value)
{
    __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

OWN void put(void *to, const char *text)
{
    while (*text)
        out(*(unsigned short *)to, (unsigned char)*text++);
}

/* As a console's log is, where others write, too. */
OWN void put_among_others(void *to, const char *line)
{
    put(to, "[    0.25] ");
    put(to, line);
    put(to, "eth0: link edgeprof: up\r\n");
}

OWN void put_number(void *to, unsigned long long number)
{
    char text[24], *at = text + sizeof text;

    for (*--at = '\0'; number; number /= 10)
        *--at = (char)('0' + number % 10);
    put(to, at);
}

/* ---- interrupts ---------------------------------------------------------- */

struct frame;

struct gate {
    unsigned short low, segment, flags, middle;
    unsigned high, zero;
};

static struct gate gates[256];
static volatile int ticks;

__attribute__((interrupt)) static void tick(struct frame *frame __attribute__((unused)))
{
    ticks = ticks + 1; //= 20
    if (ticks == 20)   //= 20
        out(0x21, 0xff); //= 1
    out(0x20, 0x20); //= 20
}

static void start_ticks(void)
{
    static const unsigned char setup[][2] = {
        {0x20, 0x11}, {0xa0, 0x11}, {0x21, 0x20}, {0xa1, 0x28},
        {0x21, 4},    {0xa1, 2},    {0x21, 1},    {0xa1, 1},
        {0x21, 0xfe}, {0xa1, 0xff}, /* the timer alone */
        {0x43, 0x34}, {0x40, 0},    {0x40, 8}};
    unsigned long long at = (unsigned long long)tick; //= 1
    struct __attribute__((packed)) {
        unsigned short size;
        void *at;
    } place = {sizeof gates - 1, gates}; //= 1

    gates[32].low = (unsigned short)at;            //= 1
    gates[32].middle = (unsigned short)(at >> 16); //= 1
    gates[32].high = (unsigned)(at >> 32);         //= 1
    gates[32].segment = 8;                         //= 1
    gates[32].flags = 0x8e00;                      //= 1
    __asm__ volatile("lidt %0" : : "m"(place)); //= 1
    for (unsigned i = 0; i < sizeof setup / sizeof setup[0]; i++) //= 14
        out(setup[i][0], setup[i][1]); //= 13
    __asm__ volatile("sti"); //= 1
}

/* ---- work ---------------------------------------------------------------- */

static volatile int sink;

static int sum(const int *v, int n)
{
    int total = 0; //= 1001

    for (int i = 0; i < n; i++) { //= 9009
        if (v[i] < 0)             //= 8008
            continue;             //= 2002
        total += v[i];            //= 6006
    }
    return total; //= 1001
}

static void never(void)
{
    sink = 1; //= 0
}

/* What began before the counters were reset is not counted behind it. */
__attribute__((noinline)) static void once_more(const int *v, void *serial)
{
    sink += sum(v, 8);             //= 1
    edgeprof_dump(put, serial, 0); //= 1
}

int main(void)
{
    static const int v[] = {3, -1, 4, -1, 5, 9, 2, 6};
    unsigned short serial = 0x3f8; //= 1
    unsigned long long waits = 0;  //= 1

    edgeprof_dump(put, &serial, 0); //= 1
    for (int i = 0; i < 1000; i++)  //= 1001
        sink += sum(v, 8);          //= 1000
    start_ticks();                  //= 1
    while (ticks < 20)              //= [waits] + 1
        waits++;                    //= [waits]
    if (sink == 0)                  //= 1
        never();                    //= 0
    put(&serial, "waits ");         //= 1
    put_number(&serial, waits);     //= 1
    put(&serial, "\nno line feed "); //= 1
    edgeprof_dump(put_among_others, &serial, 0); //= 1
    edgeprof_reset();               //= 0
    once_more(v, &serial);          //= 0
    put(&serial, "\ndone\n");       //= 0
    out(0xf4, 0x10);                //= 0
    return 0;                       //= 0
}
