// Each instruction with its count: of a loop, a condition, and what never ran; `loop`,
// `jrcxz` and flags that stay alive across blocks.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: %prof_patch -o counted prog && EDGEPROF_FILE=run ./counted
// RUN: %prof_show instructions --function known run | FileCheck %s
// CHECK: known:
// CHECK-NEXT: {{^}}           3  {{ *[0-9a-f]+}}:  mov %rdi, %rcx
// CHECK-NEXT: {{^}}           3  {{ *[0-9a-f]+}}:  xor %eax, %eax
// CHECK-NEXT: {{^}}           3  {{ *[0-9a-f]+}}:  jrcxz
// CHECK-NEXT: {{^}}          15  {{ *[0-9a-f]+}}:  add $0x03, %rax
// CHECK-NEXT: {{^}}          15  {{ *[0-9a-f]+}}:  loop
// CHECK-NEXT: {{^}}           3  {{ *[0-9a-f]+}}:  cmp
// CHECK-NEXT: {{^}}           3  {{ *[0-9a-f]+}}:  jz
// CHECK-NEXT: {{^}}           2  {{ *[0-9a-f]+}}:  jnle
// CHECK-NEXT: {{^}}           1  {{ *[0-9a-f]+}}:  inc
// CHECK-NEXT: {{^}}           1  {{ *[0-9a-f]+}}:  jmp
// CHECK-NEXT: {{^}}           1  {{ *[0-9a-f]+}}:  dec
// CHECK-NEXT: {{^}}           3  {{ *[0-9a-f]+}}:  ret
// RUN: %prof_show instructions --format json run > out.json
// RUN: %py -c 'import json; d = json.load(open("out.json")); o, = d["objects"]; f = {x["name"]: x for x in o["functions"]}; assert d["format"] == "edgeprof-instructions" and o["object"].endswith("/prog") and f["known"]["calls"] == 3 and [i["count"] for i in f["known"]["instructions"]] == [3, 3, 3, 15, 15, 3, 3, 2, 1, 1, 1, 3] and f["never"]["calls"] == 0'
// RUN: /usr/bin/python3 -c 'import json, jsonschema; jsonschema.Draft202012Validator(json.load(open("%source/docs/reports.schema.json"))).validate(json.load(open("out.json")))'
// RUN: %prof_show opcodes --function known run | FileCheck %s --check-prefix=KINDS --match-full-lines
// KINDS:      {{ *}}executions  instructions  opcode
// KINDS-NEXT: {{ *}}15             1  add
// KINDS-NEXT: {{ *}}15             1  loop
// KINDS-NEXT: {{ *}}3             1  cmp
// KINDS-NEXT: {{ *}}3             1  jrcxz
// KINDS-NEXT: {{ *}}3             1  jz
// KINDS-NEXT: {{ *}}3             1  mov
// KINDS-NEXT: {{ *}}3             1  ret
// KINDS-NEXT: {{ *}}3             1  xor
// KINDS-NEXT: {{ *}}2             1  jnle
// KINDS-NEXT: {{ *}}1             1  dec
// KINDS-NEXT: {{ *}}1             1  inc
// KINDS-NEXT: {{ *}}1             1  jmp
// KINDS-NOT: {{.}}
// RUN: %prof_show opcodes --format json run > kinds.json
// RUN: /usr/bin/python3 -c 'import json, jsonschema; jsonschema.Draft202012Validator(json.load(open("%source/docs/reports.schema.json"))).validate(json.load(open("kinds.json")))'
// RUN: %py -c 'import json; d = json.load(open("out.json")); k = {x["opcode"]: x for x in json.load(open("kinds.json"))["opcodes"]}; all = [i for o in d["objects"] for f in o["functions"] for i in f["instructions"]]; assert sum(x["executions"] for x in k.values()) == sum(i["count"] for i in all) and sum(x["instructions"] for x in k.values()) == len(all), k'
// As a page, where a jump is a link to its target.
// RUN: %prof_show instructions --format html --function known --function never run > page.html && FileCheck %s --check-prefix=PAGE < page.html && %py %S/Inputs/page.py page.html
// PAGE-DAG: <td><a href="#f[[KNOWN:[0-9]+]]"><code>known</code></a></td>
// PAGE-DAG: <tr class="miss">{{.*}}<code>never</code>
// PAGE: <h2 id="f[[KNOWN]]"><code>known</code></h2>
// PAGE: <tr id="f[[KNOWN]]-[[LOOP:[0-9a-f]+]]"><td class="n h{{[1-9]}}">15</td><td class="n">[[LOOP]]</td><td class="code">add $0x03, %rax</td></tr>
// PAGE-NEXT: {{.*}}loop <a href="#f[[KNOWN]]-[[LOOP]]">0x[[LOOP]]</a></td></tr>
// RUN: not %prof_show opcodes --format html run 2>&1 | FileCheck %s --check-prefix=NOPAGE
// NOPAGE: opcodes: not in the format html
// RUN: %prof_merge -o sum run && rm counted && %prof_show instructions --function known sum | FileCheck %s
// RUN: not %prof_show instructions --function nothing sum 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no machine code of such functions
#include <stdlib.h>

long known(long n);
// The flags of `cmp` are read in two blocks.
__asm__(".text\n"
        ".globl known\n"
        ".type known,@function\n"
        "known:\n"
        "\tmov %rdi, %rcx\n"
        "\txor %eax, %eax\n"
        "\tjrcxz 2f\n"
        "1:\tadd $3, %rax\n"
        "\tloop 1b\n"
        "2:\tcmp $21, %rax\n"
        "\tje 4f\n"
        "\tjg 3f\n"
        "\tinc %rax\n"
        "\tjmp 4f\n"
        "3:\tdec %rax\n"
        "4:\tret\n"
        ".size known, .-known\n");

__attribute__((noinline)) void never(void)
{
    abort();
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 5)
        never();
    return known(0) == 1 && known(7) == 21 && known(8) == 23 ? 0 : 1;
}
