// Each linker, and what may be done to a program: sections collected or folded, ld -r,
// position-independent or not, static, strip, debug information split off.  The nine
// programs are counted together.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc -ffunction-sections -fdata-sections -fPIC -DPART -c %s -o part.o
// RUN: %cc -ffunction-sections -fdata-sections -fPIC -c %s -o main.o
// RUN: %plain_cc -fuse-ld=bfd -Wl,--gc-sections main.o part.o -o p1 && strip p1
// RUN: ld -r main.o part.o -o both.o && %plain_cc -fuse-ld=bfd -no-pie both.o -o p2
// RUN: %plain_cc -fuse-ld=bfd -static-pie main.o part.o %rt_a -o p3
// RUN: %plain_cc -fuse-ld=gold -Wl,--gc-sections -Wl,--icf=all main.o part.o -o p4
// RUN: %plain_cc -fuse-ld=gold -shared part.o -o libpart.so
// RUN: %plain_cc -fuse-ld=gold main.o -L. -lpart -Wl,-rpath,. -o p5
// RUN: %plain_cc -fuse-ld=lld -Wl,--gc-sections -Wl,--icf=all main.o part.o -o p6
// RUN: objcopy --only-keep-debug p6 p6.debug && strip --strip-debug p6 && objcopy --add-gnu-debuglink=p6.debug p6
// RUN: %plain_cc -fuse-ld=lld -static main.o part.o %rt_a -o p7
// RUN: %plain_cc -fuse-ld=mold -Wl,--gc-sections -Wl,--icf=all main.o part.o -o p8
// RUN: %plain_cc -fuse-ld=mold -no-pie -s main.o part.o -o p9
// RUN: for p in p1 p2 p3 p4 p5 p6 p7 p8 p9; do ./$p || exit 1; done
// RUN: %counts --all %s
extern volatile int sink;
int scale(int n);
int twin(int n);

#ifdef PART
volatile int sink;

int scale(int n)
{
    if (n & 1)                     //= 900
        return n * 3;              //= 450
    return n;                      //= 450
}

int never_called(int n)
{
    return n + 1;                  //= 0
}

int twin(int n)
{
    while (n-- > 0)                //= 99
        sink++;                    //= 90
    return sink;                   //= 9
}
#else
/* The same code as twin(), but not the same counters. */
static __attribute__((noinline)) int other_twin(int n)
{
    while (n-- > 0)                //= 189
        sink++;                    //= 180
    return sink;                   //= 9
}

int main(void)
{
    for (int i = 0; i < 100; i++)  //= 909
        sink += scale(i);          //= 900
    return twin(10) + other_twin(20) == 0; //= 9
}
#endif
