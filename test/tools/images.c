// What a program without a runtime leaves: lines in a log, or the bytes of its counters.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %option:runtime=none -ffreestanding -nostdlib -static -fno-stack-protector %s -o prog
// RUN: ./prog > log && %prof_merge --image log --binary prog -o one.prof 2>&1 | count 0
// RUN: %counts --all %s one.prof
// RUN: %prof_show functions one.prof 2>&1 | FileCheck %s --implicit-check-not='cut off'
// CHECK: 1 {{.*}} _start images.c
// RUN: %prof_merge --image - --binary prog -o two.prof one.prof < log && %prof_show functions two.prof | FileCheck %s --check-prefix=TWO
// TWO: 2 {{.*}} _start images.c
//
// Nothing else is in it, and it stops what needs a runtime.
// RUN: nm prog | FileCheck %s --check-prefix=NAMES --implicit-check-not=module --implicit-check-not=__edgeprof_enter --implicit-check-not=' U '
// NAMES: __start_edgeprof_cnts
// RUN: not %cc %option:runtime=none %option:threads=private -c %s 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: edgeprof: threads=private: needs a runtime; with runtime=none say threads=atomic or threads=shared
// RUN: %cc %option:runtime=none %option:threads=shared -S -o - %s | FileCheck %s --check-prefix=SHARED --implicit-check-not='lock '
// SHARED: incq __edgeprof_c_{{[0-9a-f]+}}+0(%rip)
// RUN: %cc %option:runtime=none -S -o - %s | FileCheck %s --check-prefix=ATOMIC --implicit-check-not=%%gs
// ATOMIC: lock incq __edgeprof_c_{{[0-9a-f]+}}+0(%rip)
// RUN: %{cc:clang} --target=x86_64-elf -fplugin=%plugin -mllvm -edgeprof=runtime=none -I%source/include -ffreestanding -c %s -o elf.o
// RUN: not %{cc:clang} --target=x86_64-elf -I%source/include -ffreestanding -c %s 2>&1 | FileCheck %s --check-prefix=SYSTEM
// SYSTEM: target x86_64-unknown-unknown-elf is not supported, expected x86_64 Linux
// RUN: not %plain_cc -DWITH_RUNTIME -c %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: edgeprof/edgeprof.h is for programs that have a runtime
//
// Compiled without the plugin, and by other linkers, that drop what nobody uses.
// RUN: %plain_cc -ffreestanding -nostdlib -static -fno-stack-protector -Wl,--gc-sections %s -o plain && ./plain | count 0
// RUN: %cc %option:runtime=none -ffreestanding -nostdlib -static -fno-stack-protector -ffunction-sections -Wl,--gc-sections -fuse-ld=lld %s -o lld && ./lld > lld.log
// RUN: %prof_merge --image lld.log --binary lld -o lld.prof && %counts --all %s lld.prof
// RUN: %cc -O2 -flto %option:runtime=none -ffreestanding -nostdlib -static -fno-stack-protector %s -o lto && ./lto > lto.log
// RUN: %prof_merge --image lto.log --binary lto -o lto.prof && %counts --all %s lto.prof
// RUN: %{cc:clang} -O2 -flto -fuse-ld=lld -I%source/include -fplugin=%plugin -mllvm -edgeprof=runtime=none -ffreestanding -nostdlib -static %s -o lto && ./lto > lto.log
// RUN: %prof_merge --image lto.log --binary lto -o lto.prof && %counts --all %s lto.prof
//
// Damage is named and skipped; alone it is no profile, and with --strict an error.
// RUN: %py -c "b = open('log', 'rb').read(); i = b.index(b'edgeprof:') + 40; open('damaged', 'wb').write(b'boot\n' + b[:i] + b'[ 3.1] usb' + b[i:]); open('half', 'wb').write(b[:-10]); open('both', 'wb').write(b[:60] + b'\n' + b)"
// RUN: sh -c '%prof_merge --image damaged --binary prog -o x; test $? = 3' 2>&1 | FileCheck %s --check-prefix=DAMAGED --match-full-lines
// DAMAGED:      prof-merge: warning: damaged:2: counts that did not come whole: damaged is line 2
// DAMAGED-NEXT: prof-merge: warning: damaged: no counts in it that came whole; skipped
// DAMAGED:      prof-merge: error: no usable profile
// RUN: sh -c '%prof_merge --strict --image half --binary prog -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=HALF --match-full-lines
// HALF: prof-merge: error: half: no counts in it that came whole
// RUN: %prof_merge --image both --binary prog -o both.prof && %counts --all %s both.prof
//
// Of another build, of nothing, and of what nobody named.
// RUN: %cc %option:runtime=none -DMORE -ffreestanding -nostdlib -static -fno-stack-protector %s -o other
// RUN: sh -c '%prof_merge --strict --image log --binary other -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=OTHER --match-full-lines
// OTHER:      prof-merge: warning: log:1: counts of no build that --binary names
// OTHER-NEXT: prof-merge: error: log: no counts of a program that --binary names
// RUN: sh -c '%prof_merge --strict --image log -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=UNNAMED --match-full-lines
// UNNAMED: prof-merge: error: log: name the program that it is of with --binary
// RUN: sh -c '%prof_merge --strict --image %s --binary prog -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no counts in it: neither lines of edgeprof_dump, nor a core file, nor as many bytes as the section edgeprof_cnts of what --binary names
// RUN: sh -c '%prof_merge --strict --image none --binary prog -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=MISSING --match-full-lines
// MISSING: prof-merge: error: none: No such file or directory
// RUN: sh -c '%prof_merge --strict --image prog --binary prog -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=ELF --match-full-lines
// ELF: prof-merge: error: prog: memory without a program that --binary names and that was compiled with runtime=none
//
// The bytes of the section, as a debugger takes them off.
// RUN: gdb -batch -ex "break put" -ex "run > sent" -ex "dump binary memory bytes &__start_edgeprof_cnts &__stop_edgeprof_cnts" -ex delete -ex continue prog > gdb.log
// RUN: %py %S/Inputs/sent.py sent bytes
// RUN: %prof_merge --image bytes --binary prog -o bytes.prof 2>&1 | FileCheck %s --check-prefix=BYTES --match-full-lines
// BYTES: prof-merge: 1 of 1 runs cut off
// RUN: %counts --all %s bytes.prof
// RUN: cp prog copy && objcopy --remove-section .note.gnu.build-id copy
// RUN: sh -c '%prof_merge --strict --image bytes --binary prog --binary copy -o x; test $? = 1' 2>&1 | FileCheck %s --check-prefix=TWICE --match-full-lines
// TWICE: prof-merge: error: bytes: prog has as many counters as copy: name the one that it is of alone
//
// As a module of the kernel is linked: to no address yet.
// RUN: %cc %option:runtime=none -ffreestanding -fno-pie -fno-stack-protector -c %s -o module.o
// RUN: echo license > modinfo && ld -r --force-group-allocation -T %source/include/edgeprof/kernel-module.lds module.o -o module.ko
// RUN: objcopy --add-section .modinfo=modinfo module.ko && ld module.ko -o linked && ./linked > linked.log
// RUN: %prof_merge --image linked.log --binary module.ko -o module.prof 2>&1 | count 0
// RUN: %counts --all %s module.prof
// RUN: ld -r module.o -o pieces.ko && objcopy --add-section .modinfo=modinfo pieces.ko
// RUN: not %prof_merge --image linked.log --binary pieces.ko -o x 2>&1 | FileCheck %s --check-prefix=PIECES --match-full-lines
// PIECES: prof-merge: error: pieces.ko: its counters are in pieces: link the module with edgeprof's kernel-module.lds
#ifdef WITH_RUNTIME
#include <edgeprof/edgeprof.h>
#endif
#include <edgeprof/freestanding.h>

#define OWN static __attribute__((no_profile_instrument_function, noinline))

OWN long call(long number, long a, const void *b, long c)
{
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
}

OWN void put(void *to, const char *line)
{
    long size = 0;

    while (line[size])
        size++;
    call(1, *(int *)to, line, size);
}

OWN void last(void)
{
    call(60, 0, 0, 0);
}

static int half(int n)
{
    if (n < 0)    //= 5
        return 0; //= 0
    return n / 2; //= 5
}

#ifdef MORE
int more(int n)
{
    return n;
}
#endif

__attribute__((force_align_arg_pointer)) void _start(void)
{
    int to = 1; //= 1

    for (int i = 0; i < 5; i++) //= 6
        half(i);                //= 5
    edgeprof_dump(put, &to, 0); //= 1
    last();                     //= 0 + 1
}
