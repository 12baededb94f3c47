/* SPDX-License-Identifier: MIT */
#include "code/copy_once.h"

#include <edgeprof/increment_x86_64.h>

#include <string.h>

enum { WORD = 8, JUMP = 5 };

/* ---- where ---------------------------------------------------------------- */

/* Bytes of INSN's copy. */
static uint32_t copy_length(const struct ep_insn *insn)
{
    if (insn->traits & EP_INSN_KEPT)
        return JUMP;
    switch (insn->kind) {
    case EP_INSN_BRANCH:
        return 6;
    case EP_INSN_NEAR_BRANCH:
        return insn->length + 7u;
    case EP_INSN_JUMP:
    case EP_INSN_CALL:
        return 5;
    default:
        return insn->length;
    }
}

static uint32_t block_length(const struct ep_code_function *function,
                             const struct ep_code_block *block)
{
    uint32_t size = 0;

    for (uint32_t k = block->first; k <= block->last; k++)
        size += copy_length(&function->insns[k]);
    return size;
}

static int is_left(const struct ep_insn *insn)
{
    return insn->kind == EP_INSN_CALL || insn->kind == EP_INSN_CALL_AWAY ||
           (insn->traits & EP_INSN_KERNEL);
}

/* The first instruction, if BLOCK begins at AT, that a jump fits over, or
 * EP_NONE. */
static uint32_t find_insn(const struct ep_code_function *function,
                          const struct ep_code_block *block, uint32_t at,
                          uint32_t size)
{
    uint32_t end = at + size;

    for (uint32_t k = block->first; k <= block->last && end - at >= JUMP; k++) {
        if (at % WORD <= WORD - JUMP)
            return k;
        if (is_left(&function->insns[k]))
            break;
        at += copy_length(&function->insns[k]);
    }
    return EP_NONE;
}

static int falls(const struct ep_insn *insn)
{
    return !(insn->traits & EP_INSN_KEPT) && insn->kind != EP_INSN_JUMP &&
           insn->kind != EP_INSN_JUMP_AWAY && insn->kind != EP_INSN_RETURN &&
           insn->kind != EP_INSN_STOP;
}

struct ep_probe_plan ep_probe_plan(const struct ep_code_function *function,
                                   const struct ep_code_block *block,
                                   uint32_t at)
{
    struct ep_probe_plan plan = {.insn = block->first};
    uint32_t size = block_length(function, block);

    if (size < JUMP) {
        uint32_t lacking = JUMP - size;

        plan.before = at % WORD <= WORD - JUMP ? 0 : WORD - at % WORD;
        if (falls(&function->insns[block->last]))
            plan.within = lacking;
        else
            plan.behind = lacking;
        return plan;
    }
    for (;; plan.before++) {
        plan.insn = find_insn(function, block, at + plan.before, size);
        if (plan.insn != EP_NONE)
            return plan;
    }
}

void ep_probe_fill(struct ep_copies *out, uint32_t size, int executed)
{
    static const uint8_t nops[][WORD] = {
        {0x90},
        {0x66, 0x90},
        {0x0f, 0x1f, 0x00},
        {0x0f, 0x1f, 0x40, 0x00},
        {0x0f, 0x1f, 0x44, 0x00, 0x00},
        {0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00},
        {0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00},
    };
    static const uint8_t stops[WORD] = {0xcc, 0xcc, 0xcc, 0xcc,
                                        0xcc, 0xcc, 0xcc, 0xcc};

    if (size > 0)
        ep_buf_add(&out->bytes, executed ? nops[size - 1] : stops, size);
}

int ep_probe_may_lengthen(const struct ep_code *code,
                          const struct ep_insn *insn, uint32_t size)
{
    /* Prefixes of the kind; LOCK; REP, of which ENDBR is one; EVEX. */
    static const uint8_t not_before[] = {0x26, 0x2e, 0x36, 0x3e, 0x64,
                                         0x65, 0xf0, 0xf3, 0x62};
    enum { MOST = 15 };
    const uint8_t *bytes = ep_image_at(code->image, insn->address, 1);

    if ((insn->traits & (EP_INSN_KEPT | EP_INSN_KERNEL)) ||
        copy_length(insn) + size > MOST)
        return 0;
    return insn->kind == EP_INSN_BRANCH ||
           (insn->kind == EP_INSN_PLAIN && bytes &&
            !memchr(not_before, bytes[0], sizeof not_before));
}

void ep_probe_lengthen(struct ep_copies *out, const struct ep_insn *insn,
                       uint32_t size)
{
    /* Means nothing in 64-bit code, but that a branch is hardly ever taken. */
    enum { CS = 0x2e };
    char *at;
    size_t rest = out->bytes.size - insn->copy;

    for (uint32_t i = 0; i < size; i++)
        ep_buf_add(&out->bytes, "", 1);
    if (out->bytes.failed)
        return;
    at = out->bytes.data + insn->copy;
    memmove(at + size, at, rest);
    memset(at, CS, size);
    for (size_t i = out->n_fixes; i-- > 0 && out->fixes[i].at > insn->copy;) {
        out->fixes[i].at += size;
        out->fixes[i].end += size;
    }
}

/* ---- stubs ---------------------------------------------------------------- */

/* What a stub is, and where in it distances and the old bytes go.  Its last byte
 * tells whether anyone was here: who is first counts. */
/* clang-format off */
static const uint8_t stub_code[] = {
    0x48, 0x8d, 0x64, 0x24, 0x80,            /* lea -128(%rsp), %rsp */
    0x9c,                                    /* pushfq */
    0x50,                                    /* push %rax */
    0xb8, 1, 0, 0, 0,                        /* mov $1, %eax */
    0x86, 0x05, 0, 0, 0, 0,                  /* xchg %al, claim */
    0x84, 0xc0,                              /* test %al, %al */
    0x75, 8,                                 /* jne over the increment */
    EDGEPROF_GS_PREFIX, 0x48, 0xff, 0x05, 0, 0, 0, 0, /* incq %gs:counter */
    0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0,      /* mov $old, %rax */
    0x48, 0x89, 0x05, 0, 0, 0, 0,            /* mov %rax, word */
    0x58,                                    /* pop %rax */
    0x9d,                                    /* popfq */
    0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0,   /* lea 128(%rsp), %rsp */
    0xe9, 0, 0, 0, 0,                        /* jmp probe */
    0                                        /* claim */
};
/* clang-format on */
enum { CLAIM = 14, COUNTER = 26, OLD = 32, PLACE = 43, BACK = 58 };

int ep_probe_stub(struct ep_copies *out, uint32_t at, uint64_t counter)
{
    uint32_t stub = (uint32_t)out->bytes.size;

    if (EP_GROW(out->fixes, out->n_fixes, out->fixes_capacity) ||
        EP_GROW(out->probes, out->n_probes, out->probes_capacity))
        return EP_ENOMEM;
    ep_buf_add(&out->bytes, stub_code, sizeof stub_code);
    out->fixes[out->n_fixes++] = (struct ep_copy_fix){
        stub + COUNTER, stub + COUNTER + 4, counter, EP_FIX_COUNTER};
    out->probes[out->n_probes++] = (struct ep_copy_probe){at, stub};
    return EP_OK;
}

static void store_distance(struct ep_copies *copies, uint32_t at, uint32_t to)
{
    uint32_t distance = to - (at + 4);

    for (unsigned i = 0; i < 4; i++)
        copies->bytes.data[at + i] = (char)(distance >> (8 * i));
}

void ep_probes_set(struct ep_copies *copies)
{
    for (size_t i = 0; i < copies->n_probes; i++) {
        const struct ep_copy_probe *probe = &copies->probes[i];
        uint32_t word = probe->at / WORD * WORD;

        memcpy(copies->bytes.data + probe->stub + OLD,
               copies->bytes.data + word, WORD);
        store_distance(copies, probe->stub + CLAIM,
                       probe->stub + sizeof stub_code - 1);
        store_distance(copies, probe->stub + PLACE, word);
        store_distance(copies, probe->stub + BACK, probe->at);
        copies->bytes.data[probe->at] = (char)0xe9;
        store_distance(copies, probe->at + 1, probe->stub);
    }
}
