/* SPDX-License-Identifier: MIT
 *
 * code_numbers.c - where control comes into functions of a file that is not
 * position-independent.
 *
 * The loader need not relocate such a file, so that nothing tells which of its
 * numbers are addresses of code.  Each one that could be is taken for one: what
 * an instruction has as an operand or a displacement, and each aligned word of
 * 8 bytes.  One that is none does no harm: nothing arrives by it, and what stands
 * inside of an instruction that is otherwise known is none.  Such a number stays
 * as it is, so that there is a jump in the old code at each.  Only the words by
 * which a `jmp *table(,%i,8)` goes are certain, and changed.
 */
#include "code/code_private.h"

#include "base/order.h"

#include <string.h>

static uint64_t word_at(const uint8_t *place)
{
    uint64_t word;

    memcpy(&word, place, sizeof word);
    return word;
}

/* Something may come to ADDRESS.  What is inside of an instruction is no
 * address; what is not known yet is walked from. */
static int take_number(struct ep_code *code, uint64_t address)
{
    if (ep_code_byte(code, address) & EP_BYTE_INSIDE)
        return EP_OK;
    return ep_code_arrive(code, address, EP_BYTE_HELD);
}

/* ---- tables ---------------------------------------------------------------- */

/* How many words from TABLE on lead into FUNCTION, behind its entry. */
static size_t count_words(const struct ep_code *code,
                          const struct ep_code_function *function,
                          uint64_t table)
{
    uint64_t room = ep_image_room(code->image, table);
    const uint8_t *bytes = ep_image_at(code->image, table, room);
    size_t n = 0;

    while (bytes && table % 8 == 0 && 8 * (uint64_t)n + 8 <= room) {
        uint64_t target = word_at(bytes + 8 * n);

        if (target <= function->start || target >= function->end ||
            (ep_code_byte(code, target) & EP_BYTE_INSIDE))
            break;
        n++;
    }
    return n;
}

int ep_code_has_words(const struct ep_code *code,
                      const struct ep_code_function *function,
                      const struct ep_insn *insn)
{
    return (insn->traits & EP_INSN_TABLE) &&
           count_words(code, function, insn->target) > 0;
}

static int take_table(struct ep_code *code,
                      const struct ep_code_function *function,
                      const struct ep_insn *insn)
{
    size_t n = count_words(code, function, insn->target);
    const uint8_t *bytes = ep_image_at(code->image, insn->target, 8 * n);
    int status = EP_OK;

    for (size_t i = 0; !status && bytes && i < n; i++)
        status = ep_code_add_slot(code, bytes + 8 * i, word_at(bytes + 8 * i));
    return status;
}

/* ---- all numbers ----------------------------------------------------------- */

static int take_insn(struct ep_code *code,
                     const struct ep_code_function *function,
                     const struct ep_insn *insn)
{
    uint64_t numbers[2];
    unsigned n;
    int status = EP_OK;

    if (insn->traits & EP_INSN_TABLE)
        return take_table(code, function, insn);
    n = ep_insn_numbers(ep_image_at(code->image, insn->address, insn->length),
                        insn->length, numbers);
    for (unsigned i = 0; !status && i < n; i++)
        status = take_number(code, numbers[i]);
    return status;
}

static int take_function(struct ep_code *code,
                         struct ep_code_function *function)
{
    int status = EP_OK;

    code->bytes[function->start - code->low] |= EP_BYTE_HELD;
    for (size_t k = 0; !status && k < function->n_insns; k++)
        status = take_insn(code, function, &function->insns[k]);
    function->n_numbered = function->n_insns;
    return status;
}

static int place_order(const void *left, const void *right)
{
    const struct ep_code_slot *a = left, *b = right;

    return (a->place > b->place) - (a->place < b->place);
}

static void keep_one(void *kept, void *other)
{
    (void)kept;
    (void)other;
}

static int take_segment(struct ep_code *code, const Elf64_Phdr *segment)
{
    const uint8_t *bytes = code->image->bytes;
    size_t at = segment->p_offset + (-segment->p_vaddr & 7);
    size_t end = segment->p_offset + segment->p_filesz;
    size_t slot = 0;
    int status = EP_OK;

    for (; !status && at + 8 <= end; at += 8) {
        uint64_t word = word_at(bytes + at);

        if (!ep_code_byte(code, word) && !ep_code_at(code, word))
            continue;
        while (slot < code->n_slots && code->slots[slot].place < at)
            slot++;
        if (slot == code->n_slots || code->slots[slot].place != at)
            status = take_number(code, word);
    }
    return status;
}

/* Instructions come first: they show which words are of tables. */
static int take_words(struct ep_code *code)
{
    int status = EP_OK;

    code->n_slots = ep_fold(code->slots, code->n_slots, sizeof *code->slots,
                            place_order, keep_one);
    for (size_t i = 0; !status && i < code->image->n_segments; i++)
        if (code->image->segments[i].p_type == PT_LOAD)
            status = take_segment(code, &code->image->segments[i]);
    return status;
}

int ep_code_find_numbers(struct ep_code *code)
{
    int status = EP_OK;

    if (code->image->header->e_type != ET_EXEC)
        return EP_OK;
    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (code->functions[i].n_numbered != code->functions[i].n_insns)
            status = take_function(code, &code->functions[i]);
    if (!status && code->n_pending == 0)
        status = take_words(code);
    return status;
}
