/* SPDX-License-Identifier: MIT */
#include "code/copy_kernel.h"

/* clang-format off */
static const uint8_t watched[] = {
    0x8d, 0x88, 0x19, 0xff, 0xff, 0xff, /* exit_group: lea -231(%rax), %ecx */
    0xe3, 35,                           /*     jrcxz to the runtime's way */
    0x8d, 0x88, 0xbe, 0xfe, 0xff, 0xff, /* execveat */
    0xe3, 27,
    0x8d, 0x48, 0xc5,                   /* execve */
    0xe3, 22,
    0x8d, 0x88, 0x4d, 0xfe, 0xff, 0xff, /* clone3 */
    0xe3, 26,                           /*     jrcxz to the child's way */
    0x8d, 0x48, 0xc8,                   /* clone */
    0xe3, 21,
    0x8d, 0x48, 0xc7,                   /* fork */
    0xe3, 16,
    0x0f, 0x05,                         /* syscall */
    0xeb, 44,                           /* jmp to the end */
    0x48, 0x8d, 0x0d, 37, 0, 0, 0,      /* the runtime's: lea end, %rcx */
    0xe9, 0, 0, 0, 0,                   /* jmp */
    0x48, 0x8d, 0x0d, 25, 0, 0, 0,      /* the child's: lea end, %rcx */
    0xe9, 0, 0, 0, 0,                   /* jmp, and perhaps back to here: */
    0x0f, 0x05,                         /* syscall */
    0x89, 0xc1,                         /* mov %eax, %ecx */
    0xe3, 2,                            /* jrcxz over the next */
    0xeb, 12,                           /* jmp to the end */
    0x48, 0x8d, 0x0d, 5, 0, 0, 0,       /* lea end, %rcx */
    0xe9, 0, 0, 0, 0                    /* jmp */
};
/* clang-format on */
enum { TO_END = 51, TO_BEGIN = 63, TO_CHILD = 83 };

int ep_copy_is_kernel(const struct ep_code *code, const struct ep_insn *insn)
{
    const uint8_t *bytes;

    if (!(insn->traits & EP_INSN_KERNEL) || !code->to_child)
        return 0;
    bytes = ep_image_at(code->image, insn->address, insn->length);
    return bytes[0] == 0x0f && bytes[1] == 0x05;
}

static int fix(struct ep_copies *out, uint32_t at, uint64_t target)
{
    if (EP_GROW(out->fixes, out->n_fixes, out->fixes_capacity))
        return EP_ENOMEM;
    out->fixes[out->n_fixes++] =
        (struct ep_copy_fix){at, at + 4, target, EP_FIX_ADDRESS};
    return EP_OK;
}

int ep_copy_kernel(const struct ep_code *code, struct ep_copies *out)
{
    uint32_t at = (uint32_t)out->bytes.size;
    int status = fix(out, at + TO_END, code->to_end);

    ep_buf_add(&out->bytes, watched, sizeof watched);
    if (!status)
        status = fix(out, at + TO_BEGIN, code->to_begin);
    return status ? status : fix(out, at + TO_CHILD, code->to_child);
}
