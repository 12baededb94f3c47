/* SPDX-License-Identifier: MIT */
#include "code/place_skid.h"

#include "base/order.h"
#include "code/insn.h"

#include <edgeprof/increment_x86_64.h>

struct ep_skid_step {
    uint64_t address;
    uint64_t target; /* of a branch or jump, or 0 */
    int is_plain;    /* bool: it goes on to the next one, and nowhere else */
    int is_first;    /* bool: of a block */
    int counts;      /* bool: it uses a counter, as nothing else does by gs */
};

void ep_skid_release(struct ep_skid *skid)
{
    ep_mem_free(skid->steps);
    *skid = (struct ep_skid){0};
}

static int starts_before(const void *item, const void *key)
{
    return ((const struct ep_skid_step *)item)->address <
           *(const uint64_t *)key;
}

/* The index of the instruction at ADDRESS; n: none begins there. */
static size_t find(const struct ep_skid *skid, uint64_t address)
{
    size_t at = ep_lower_bound(skid->steps, skid->n, sizeof *skid->steps,
                               starts_before, &address);

    return at < skid->n && skid->steps[at].address == address ? at : skid->n;
}

static int add(struct ep_skid *skid, const uint8_t *bytes,
               const struct ep_insn *insn)
{
    struct ep_skid_step step = {.address = insn->address,
                                .is_plain = insn->kind == EP_INSN_PLAIN,
                                .counts = bytes[0] == EDGEPROF_GS_PREFIX};

    if (EP_GROW(skid->steps, skid->n, skid->capacity))
        return EP_ENOMEM;
    if (insn->kind == EP_INSN_BRANCH || insn->kind == EP_INSN_NEAR_BRANCH ||
        insn->kind == EP_INSN_JUMP)
        step.target = insn->target;
    skid->steps[skid->n++] = step;
    return EP_OK;
}

int ep_skid_read(struct ep_skid *skid, const uint8_t *bytes, size_t size,
                 uint64_t address)
{
    unsigned length = 1;
    int status = EP_OK;

    skid->start = address;
    skid->end = address + size;
    skid->n = 0;
    for (size_t at = 0; !status && at < size && length; at += length) {
        struct ep_insn insn;

        length = ep_insn_decode(bytes + at, size - at, address + at, &insn);
        if (length)
            status = add(skid, bytes + at, &insn);
    }
    for (size_t i = 0; !status && i < skid->n; i++) {
        size_t to =
            skid->steps[i].target ? find(skid, skid->steps[i].target) : skid->n;

        if (to < skid->n)
            skid->steps[to].is_first = 1;
    }
    return status;
}

uint64_t ep_skid_back(const struct ep_skid *skid, uint64_t address)
{
    size_t at = find(skid, address);

    if (at == skid->n)
        return address;
    if (at > 0 && !skid->steps[at].is_first && skid->steps[at - 1].is_plain)
        at--;
    while (skid->steps[at].counts && at + 1 < skid->n)
        at++;
    return skid->steps[at].address;
}
