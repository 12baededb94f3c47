// Where no counts can be kept, the program behaves as if it were not profiled.
// RUN: rm -rf %t && mkdir -p %t/full %t/root %t/ro && cd %t
// RUN: %cc %s -o prog && ./prog > want && %counts --all %s
// EDGEPROF=off: no file at all.
// RUN: mkdir off && cd off && env EDGEPROF=off ../prog > ../got && cmp ../got ../want && count 0 < /dev/null && not ls prof.out.*
// A directory that cannot be written to, on a read-only file system.
// RUN: mount -t tmpfs -o ro none %t/ro && cd %t/ro && %t/prog > %t/got 2> %t/err; s=$?; cd %t; umount %t/ro; exit $s
// RUN: cmp %t/got %t/want && count 0 < %t/err
// A full disk: noticed at start, not by a SIGBUS later.
// RUN: mount -t tmpfs -o size=16k none %t/full && cd %t/full && (dd if=/dev/zero of=fill 2> /dev/null || true); %t/prog > %t/got 2> %t/err; s=$?; cd %t; umount %t/full; exit $s
// RUN: cmp %t/got %t/want && count 0 < %t/err
// A closed stderr.
// RUN: mkdir closed && cd closed && ../prog 2>&- > ../got && cmp ../got ../want
// A chroot without the runtime.
// RUN: %cc %s -o root/prog -static && chroot root /prog > got 2> err && cmp got want && count 0 < err
#include <errno.h>
#include <stdio.h>

int main(void)
{
    printf("errno %d\n", errno);          //= 1
    for (volatile int i = 0; i < 10; i++) //= 11
        printf("%d\n", i);                //= 10
    return 0;                             //= 1
}
