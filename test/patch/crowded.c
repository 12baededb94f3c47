// A function without room for a jump to its copy is counted if one nearby has room. Where a
// program is not position-independent, it is also counted if its address is nowhere in the file,
// whoever might hold it: as a number in code, or as a word that is aligned or not.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -no-pie -fno-pie %s -o prog
// RUN: %prof_patch -v -o counted prog 2>&1 | FileCheck %s
// CHECK-NOT: called is left alone
// CHECK-DAG: in_code is left alone: no room for a jump
// CHECK-DAG: in_word is left alone: no room for a jump
// CHECK-DAG: in_packed is left alone: no room for a jump
// CHECK-NOT: called is left alone
// RUN: EDGEPROF_FILE=run ./counted && %py %S/Inputs/calls.py %prof_show run main=1 called=10 before=10 roomy=10 behind=10
// RUN: %plain_cc %s -o pie && %prof_patch -v -o counted pie 2>&1 | FileCheck %s --check-prefix=PIE
// PIE-NOT: {{(called|before|roomy|behind) is left alone}}
// PIE: functions are counted
// RUN: EDGEPROF_FILE=other ./counted && %py %S/Inputs/calls.py %prof_show other main=1 called=10 before=10 roomy=10 behind=10
typedef int function(const int *at);
function called, in_code, in_word, in_packed, before, roomy, behind;

__asm__(".macro short name\n"
        ".type \\name, @function\n"
        "\\name: .cfi_startproc\n mov (%rdi), %eax\n ret\n .cfi_endproc\n"
        ".size \\name, . - \\name\n"
        ".endm\n"
        ".text\n"
        ".skip 256, 6\n"
        "short called\n"
        "short in_code\n"
        "short in_word\n"
        "short in_packed\n"
        "short last\n"
        ".skip 256, 6\n"
        "short before\n"
        ".type roomy, @function\n"
        "roomy: .cfi_startproc\n mov (%rdi), %eax\n add $8, %eax\n"
        " sub $3, %eax\n add $6, %eax\n sub $5, %eax\n sub $6, %eax\n ret\n"
        " .cfi_endproc\n"
        ".size roomy, . - roomy\n"
        "short behind\n"
        ".skip 256, 6\n");

struct __attribute__((packed)) {
    char before;
    function *it;
} packed = {0, in_packed};
function *volatile word = in_word;
function *volatile near[] = {before, roomy, behind};
function *volatile set_by_code;

int main(void)
{
    volatile int one = 1;
    int sum = 0;

    set_by_code = in_code;
    for (int i = 0; i < 10; i++)
        sum += called((const int *)&one) + set_by_code((const int *)&one) +
               word((const int *)&one) + packed.it((const int *)&one) +
               near[0]((const int *)&one) + near[1]((const int *)&one) +
               near[2]((const int *)&one);
    return sum - 70;
}
