/* SPDX-License-Identifier: MIT */
#include "patch_jumps.h"

#include <string.h>

enum { PAGE = 4096 };

/* Whether CODE has the jump INDEX of OBJECT.  Only one of 5 bytes is like no other; it
 * stands before the one that leads to it. */
static int is_ours(const struct object *object, const uint8_t *code,
                   size_t index)
{
    const struct ep_running *running = &object->running;
    const struct ep_running_jump *jump = &running->jumps[index];

    return memcmp(code + (jump->address - running->code->low), jump->bytes,
                  jump->size) == 0 &&
           (jump->size == EP_RUNNING_JUMP || is_ours(object, code, index - 1));
}

/* Change the jumps of OBJECT that have SIZE bytes, to the old code or from it: page by
 * page, in CODE, which is what the process has there.  */
static void change_jumps(const struct object *object, uint8_t *code,
                         uint32_t size, int to_old)
{
    const struct ep_running *running = &object->running;

    for (size_t i = 0; i < running->n_jumps; i++) {
        const struct ep_running_jump *jump = &running->jumps[i];
        uint8_t *at = code + (jump->address - running->code->low);

        if (jump->size != size)
            continue;
        if (!to_old)
            memcpy(at, jump->bytes, size);
        else if (is_ours(object, code, i))
            memcpy(at, jump->old, size);
    }
}

static int is_as_read(const struct object *object, const uint8_t *code)
{
    const struct ep_running *running = &object->running;

    for (size_t i = 0; i < running->n_jumps; i++) {
        const struct ep_running_jump *jump = &running->jumps[i];

        if (memcmp(code + (jump->address - running->code->low), jump->old,
                   jump->size) != 0)
            return 0;
    }
    return 1;
}

/* What of NEW differs from OLD, which the process has at ADDRESS. */
static int write_pages(const struct process *process, uint64_t address,
                       const uint8_t *old, const uint8_t *new, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t n = PAGE - (address + at) % PAGE;

        if (n > size - at)
            n = size - at;
        if (memcmp(old + at, new + at, n) != 0 &&
            !process_write(process, address + at, new + at, n))
            return 0;
        at += n;
    }
    return 1;
}

/* One that leads to another is put in after it, and taken away before. */
int jumps_write(const struct object *object, const struct process *process,
                int to_old, struct ep_diag *diag)
{
    const struct ep_code *code = object->running.code;
    size_t size = (size_t)(code->high - code->low);
    uint64_t address = code->low + object->bias;
    uint8_t *old = ep_mem_zeroed(size, 1), *new = ep_mem_zeroed(size, 1);
    int status = EP_OK;

    if (!old || !new) {
        ep_mem_free(old);
        ep_mem_free(new);
        return ep_fail(diag, EP_ENOMEM, "out of memory");
    }
    if (!process_read(process, address, old, size))
        status =
            ep_fail(diag, EP_EMATCH, "%s: is no longer there", object->path);
    else if (!to_old && !is_as_read(object, old))
        status = ep_fail(diag, EP_EMATCH,
                         "process %d: the code of %s is not its file's: it "
                         "may be counted, or have a debugger's breakpoints",
                         (int)process->pid, object->path);
    for (int turn = 0; !status && turn < 2; turn++) {
        memcpy(new, old, size);
        change_jumps(object, new, (turn == 0) == to_old ? 2 : EP_RUNNING_JUMP,
                     to_old);
        if (!write_pages(process, address, old, new, size))
            status = ep_fail(diag, EP_EMATCH,
                             "process %d: its code cannot be written",
                             (int)process->pid);
        memcpy(old, new, size);
    }
    ep_mem_free(old);
    ep_mem_free(new);
    return status;
}
