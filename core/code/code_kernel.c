/* SPDX-License-Identifier: MIT
 *
 * code_kernel.c - system calls of a static program, which the copies watch.
 *
 * Some are made where they are known by their addresses: a debugger and an unwinder
 * know where signals return by its bytes, and musl's handler of cancellations asks
 * whether the thread is between two labels.  They are left alone, as such calls make
 * neither threads nor processes.
 *
 * What else is not copied may make a thread of which the runtime does not hear.
 */
#include "code/code_private.h"

#include <string.h>

enum { KERNEL_CALL = 2 }; /* bytes: 0f 05 */

static int is_call(const uint8_t *at)
{
    return at[0] == 0x0f && at[1] == 0x05;
}

/* ---- what is left alone ----------------------------------------------------- */

static const uint8_t signal_return[] = {0x48, 0xc7, 0xc0, 0x0f, 0,
                                        0,    0,    0x0f, 0x05};

static int returns_from_signal(const struct ep_code *code,
                               const struct ep_code_function *function)
{
    const uint8_t *at =
        ep_image_at(code->image, function->start, sizeof signal_return);

    return at && memcmp(at, signal_return, sizeof signal_return) == 0;
}

static int is_compared(const struct ep_code *code,
                       const struct ep_code_function *function)
{
    int calls = 0;

    for (size_t k = 0; k < function->n_insns; k++)
        calls |= function->insns[k].traits & EP_INSN_KERNEL;
    for (uint64_t at = function->start + 1; calls && at < function->end; at++)
        if (ep_code_byte(code, at) & EP_BYTE_HELD)
            return 1;
    return 0;
}

void ep_code_leave_kernel(struct ep_code *code)
{
    for (size_t i = 0; code->is_static && i < code->n_functions; i++) {
        struct ep_code_function *at = &code->functions[i];

        if (returns_from_signal(code, at))
            ep_code_leave(at, "where signals return, known by its code");
        else if (is_compared(code, at))
            at->is_compared = 1;
        if (at->is_compared)
            ep_code_leave(at, "it calls the kernel where it is known to");
    }
}

/* ---- what is hidden --------------------------------------------------------- */

/* Whether the call at PLACE of the file, of SEGMENT, has a number of which nothing
 * begins: mov $number, %eax or %rax, right before it. */
static int is_harmless(const struct ep_code *code, const Elf64_Phdr *segment,
                       size_t place)
{
    static const uint32_t harmful[] = {56, 57, 59, 231, 322, 435};
    const uint8_t *at = code->image->bytes + place;
    uint32_t number;

    if (place < segment->p_offset + 7 ||
        (at[-5] != 0xb8 && memcmp(at - 7, signal_return, 3) != 0))
        return 0;
    memcpy(&number, at - 4, sizeof number);
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        if (number == harmful[i])
            return 0;
    return 1;
}

static int is_watched(const struct ep_code *code, uint64_t address)
{
    const struct ep_code_function *function = ep_code_at(code, address);

    return function && (ep_code_is_copied(function) || function->is_compared);
}

void ep_code_find_hidden(struct ep_code *code)
{
    const struct ep_image *image = code->image;

    for (size_t i = 0; code->is_static && i < image->n_segments; i++) {
        const Elf64_Phdr *at = &image->segments[i];

        if (at->p_type != PT_LOAD || !(at->p_flags & PF_X))
            continue;
        for (size_t k = 0; k + KERNEL_CALL <= at->p_filesz; k++)
            if (is_call(image->bytes + at->p_offset + k) &&
                !is_watched(code, at->p_vaddr + k) &&
                !is_harmless(code, at, at->p_offset + k))
                code->hides_calls = 1;
    }
}
