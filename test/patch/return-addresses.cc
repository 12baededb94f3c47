// Who walks frames by tables of its own, as OCaml's collector, looks up in them where calls
// return to.  If the file holds that, in words that are relocated or not, the calls are made
// where they were; exceptions out of them land right; all is counted.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cxx %s -o prog
// RUN: ./prog > want && %prof_patch -v -o counted prog 2> said && EDGEPROF_FILE=run ./counted > got
// RUN: cmp want got && FileCheck %s < said
// CHECK-NOT: {{(walk|catches|lookup) is left alone}}
// CHECK-DAG: crowded is left alone: no room for a jump
// CHECK-DAG: functions are counted
// RUN: %py %S/Inputs/calls.py %prof_show run walk=100 catches=100 'lookup=1600'
// RUN: %py %S/Inputs/sites.py %prof_show run walk:lookup=1000
// RUN: %plain_cxx -no-pie -fno-pie %s -o exec
// RUN: %prof_patch -v -o fixed exec 2> said && EDGEPROF_FILE=other ./fixed > got
// RUN: cmp want got && FileCheck %s < said
// RUN: %py %S/Inputs/calls.py %prof_show other walk=100 catches=100 'lookup=1600'
// RUN: %py %S/Inputs/sites.py %prof_show other walk:lookup=1000
// RUN: %prof_patch --once -o once prog && EDGEPROF_FILE=third ./once > got && cmp want got
// RUN: %py %S/Inputs/calls.py %prof_show third walk=1 catches=1 lookup=1
#include <cstdio>
#include <cstdlib>

extern "C" {
extern const char *const table[];
extern const char *const table_end[];
long walk(long value);
long catches(long value);
long crowded(long value);

/* How manieth of the table's calls it is. */
__attribute__((noinline)) long lookup(long value)
{
    const void *from = __builtin_return_address(0);

    for (const char *const *at = table; at < table_end; at++)
        if (*at == from)
            return value + (at - table);
    std::printf("called from elsewhere\n");
    std::exit(1);
}

__attribute__((noinline)) long throws(long value)
{
    if (value % 4 == 0)
        throw value;
    return value;
}
}

// Calls with room for a jump behind them, with little room, and by a register.
__asm__(".text\n.globl walk\n.type walk, @function\n"
        "walk: .cfi_startproc\n push %rbx\n .cfi_def_cfa_offset 16\n .cfi_offset %rbx, -16\n"
        " push %rbp\n .cfi_def_cfa_offset 24\n .cfi_offset %rbp, -24\n"
        " push %rdi\n .cfi_def_cfa_offset 32\n mov $10, %ebx\n xor %ebp, %ebp\n"
        "1: lea (%rbx,%rbp), %rdi\n test $1, %bl\n jz 2f\n"
        " call lookup\nwalk_1: add %rax, %rbp\n add $3, %rbp\n jmp 3f\n"
        "2: test $2, %bl\n jz 5f\n call lookup\nwalk_2: jmp 4f\n"
        "5: call lookup\nwalk_4: jmp 4f\n"
        "4: lea lookup(%rip), %rdx\n lea 1(%rax), %rdi\n call *%rdx\nwalk_3: add %rax, %rbp\n"
        "3: dec %rbx\n jnz 1b\n"
        " lea (%rbp,%rbp), %rax\n pop %rdi\n .cfi_def_cfa_offset 24\n pop %rbp\n"
        " .cfi_def_cfa_offset 16\n pop %rbx\n .cfi_def_cfa_offset 8\n ret\n"
        " .cfi_endproc\n.size walk, . - walk\n");

// No room for any jump behind the call.
__asm__(".globl crowded\n.type crowded, @function\n"
        "crowded: .cfi_startproc\n mov %rdi, %rax\n test %rdi, %rdi\n js crowded_1\n"
        " call lookup\ncrowded_1: ret\n"
        " .cfi_endproc\n.size crowded, . - crowded\n"
        ".type next, @function\nnext: .cfi_startproc\n ret\n .cfi_endproc\n.size next, . - next\n");

// Catches all that the call throws; then the value is what was thrown.
__asm__(".globl catches\n.type catches, @function\n"
        "catches: .cfi_startproc\n .cfi_personality 0x9b, DW.ref.own_personality\n"
        " .cfi_lsda 0x1b, catches_table\n push %rbx\n .cfi_def_cfa_offset 16\n"
        " .cfi_offset %rbx, -16\n mov %rdi, %rbx\n"
        "catches_from: call throws\ncatches_1: lea 5(%rax,%rbx), %rax\n"
        "1: pop %rbx\n .cfi_remember_state\n .cfi_def_cfa_offset 8\n ret\n"
        "catches_pad: .cfi_restore_state\n mov %rax, %rdi\n call __cxa_begin_catch@PLT\n"
        " mov (%rax), %rbx\n call __cxa_end_catch@PLT\n lea 1(%rbx), %rax\n jmp 1b\n"
        "catches_end: .cfi_endproc\n.size catches, . - catches\n"
        ".section .gcc_except_table, \"a\", @progbits\n.balign 4\n"
        "catches_table: .byte 0xff, 0x9b\n .uleb128 catches_types - 1f\n"
        "1: .byte 1\n .uleb128 3f - 2f\n"
        "2: .uleb128 catches_from - catches, catches_1 - catches_from\n"
        " .uleb128 catches_pad - catches, 1\n"
        " .uleb128 catches_1 - catches, catches_end - catches_1, 0, 0\n"
        "3: .byte 1, 0\n .balign 4\n .long 0\ncatches_types:\n"
        ".section .data.rel.ro, \"aw\"\n.balign 8\n"
        "DW.ref.own_personality: .quad __gxx_personality_v0\n"
        ".globl table, table_end\n"
        "table: .quad walk_1, walk_2, walk_3, walk_4, crowded_1, catches_1\ntable_end:\n.text\n");

int main()
{
    long sum = 0;

    for (long i = 0; i < 100; i++)
        sum += walk(i) + catches(i) + crowded(i) + crowded(-i - 1);
    std::printf("%ld\n", sum);
    return 0;
}
