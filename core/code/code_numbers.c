/* SPDX-License-Identifier: MIT
 *
 * code_numbers.c - where control comes into functions by numbers that may be addresses.
 *
 * One that code of any file takes, from the midst of a function, is a label's, or it is
 * computed with, as a pointer's tag is in its low bits: then it leads into an
 * instruction, and is none.
 *
 * In a file that is not position-independent any number may be one.
 * The loader need not relocate such a file, so that nothing tells which of its
 * numbers are addresses of code.  Each one that could be is taken for one: what
 * an instruction has as an operand or a displacement, and each aligned word of
 * 8 bytes.  One that is none does no harm: nothing arrives by it.  Such a number
 * stays as it is, so that there is a jump in the old code at each.  Only the words
 * by which a `jmp *table(,%i,8)` goes are certain, and changed.
 * Of a function's entry, which has its jump if there is room, it need only be known
 * whether one is needed: where no four bytes of the file, wherever they begin, are
 * those of the address, nobody holds it.
 * Compilers make no instructions that overlap.  So what is surest is walked first,
 * then words that stand in a row and lead into one function, as labels' do; then
 * the others, one by one: a number from which on code would not agree with what is
 * known by then is none.  If some of that is known by such a number alone, there is
 * no telling which is right, and the function is left alone.
 */
#include "code/code_private.h"

#include "base/order.h"

#include <inttypes.h>
#include <string.h>

static uint64_t word_at(const uint8_t *place)
{
    uint64_t word;

    memcpy(&word, place, sizeof word);
    return word;
}

/* Something may come to ADDRESS: where that leads is known for the next one. */
static int take_number(struct ep_code *code, uint64_t address)
{
    struct ep_code_function *function = ep_code_at(code, address);
    enum ep_code_look what = EP_CODE_NONE;
    int status;

    if (function && !function->left[0]) {
        what = ep_code_look(code, function, address);
        /* It may be the function's, with a tag in its low bits. */
        code->bytes[function->start - code->low] |= EP_BYTE_HELD;
    }
    if (what == EP_CODE_DISAGREES && function->guessed)
        ep_code_leave(function, "%#" PRIx64 " may be code or not", address);
    if (what == EP_CODE_DISAGREES || what == EP_CODE_NONE)
        return EP_OK;
    function->guessed |= what == EP_CODE_NEW;
    status = ep_code_arrive(code, address, EP_BYTE_HELD);
    return status ? status : ep_code_walk_pending(code);
}

/* Labels, and what only looks like one: Emacs's pointers to functions have tags. */
static int take_labels(struct ep_code *code)
{
    int status = EP_OK;

    while (!status && code->n_labels_taken < code->n_labels)
        status = take_number(code, code->labels[code->n_labels_taken++]);
    return status;
}

/* ---- tables ---------------------------------------------------------------- */

/* How many words from TABLE on lead into the midst of functions: of one, mostly, and
 * what the compiler put elsewhere of it. */
static size_t count_words(const struct ep_code *code, uint64_t table)
{
    uint64_t room = ep_image_room(code->image, table);
    const uint8_t *bytes = ep_image_at(code->image, table, room);
    size_t n = 0;

    while (bytes && table % 8 == 0 && 8 * (uint64_t)n + 8 <= room) {
        uint64_t target = word_at(bytes + 8 * n);
        const struct ep_code_function *function = ep_code_at(code, target);

        if (!function || target == function->start ||
            (ep_code_byte(code, target) & EP_BYTE_INSIDE))
            break;
        n++;
    }
    return n;
}

int ep_code_has_words(const struct ep_code *code, const struct ep_insn *insn)
{
    return (insn->traits & EP_INSN_TABLE) &&
           count_words(code, insn->target) > 0;
}

static int take_table(struct ep_code *code, const struct ep_insn *insn)
{
    size_t n = count_words(code, insn->target);
    const uint8_t *bytes = ep_image_at(code->image, insn->target, 8 * n);
    int status = EP_OK;

    for (size_t i = 0; !status && bytes && i < n; i++)
        status = ep_code_add_slot(code, bytes + 8 * i, word_at(bytes + 8 * i));
    return status;
}

static int take_tables(struct ep_code *code, struct ep_code_function *function)
{
    int status = EP_OK;

    for (size_t k = 0; !status && k < function->n_insns; k++)
        if (function->insns[k].traits & EP_INSN_TABLE)
            status = take_table(code, &function->insns[k]);
    function->n_tabled = function->n_insns;
    return status;
}

/* ---- all numbers ----------------------------------------------------------- */

static int take_insn(struct ep_code *code, const struct ep_insn *insn)
{
    uint64_t numbers[2];
    unsigned n =
        ep_insn_numbers(ep_image_at(code->image, insn->address, insn->length),
                        insn->length, numbers);
    int status = EP_OK;

    for (unsigned i = 0; !status && i < n; i++)
        status = take_number(code, numbers[i]);
    return status;
}

static int take_operands(struct ep_code *code,
                         struct ep_code_function *function)
{
    int status = EP_OK;

    for (size_t k = 0; !status && k < function->n_insns; k++)
        status = take_insn(code, &function->insns[k]);
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

enum { SHORTEST_ROW = 4 };

/* The words of SEGMENT, but for those of tables: what stands in rows, or what does
 * not. */
static int take_segment(struct ep_code *code, const Elf64_Phdr *segment,
                        int in_rows)
{
    const uint8_t *bytes = code->image->bytes;
    size_t at = segment->p_offset + (-segment->p_vaddr & 7);
    size_t end = segment->p_offset + segment->p_filesz;
    size_t slot = 0, row = 0, n = 0; /* where a row ends, and its words */
    int status = EP_OK;

    for (; !status && at + 8 <= end; at += 8) {
        uint64_t word = word_at(bytes + at);

        if (!ep_code_at(code, word))
            continue;
        code->bytes[word - code->low] |= EP_BYTE_POINTED;
        while (slot < code->n_slots && code->slots[slot].place < at)
            slot++;
        if (slot < code->n_slots && code->slots[slot].place == at)
            continue;
        if (in_rows && at >= row) {
            n = count_words(code, segment->p_vaddr + (at - segment->p_offset));
            row = at + 8 * n;
        }
        if (!in_rows)
            status = take_number(code, word);
        else if (n >= SHORTEST_ROW)
            status = ep_code_arrive(code, word, EP_BYTE_HELD);
    }
    return status;
}

static int take_words(struct ep_code *code, int in_rows)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->image->n_segments; i++)
        if (code->image->segments[i].p_type == PT_LOAD)
            status = take_segment(code, &code->image->segments[i], in_rows);
    return status;
}

/* Whether something new was to be looked at for HOW. */
static int look_at_functions(struct ep_code *code, int operands, int *out_new)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_functions; i++) {
        struct ep_code_function *at = &code->functions[i];

        if ((operands ? at->n_numbered : at->n_tabled) == at->n_insns)
            continue;
        *out_new = 1;
        status = operands ? take_operands(code, at) : take_tables(code, at);
    }
    return status;
}

/* ---- entries --------------------------------------------------------------- */

static void hold_entries(struct ep_code *code, const Elf64_Phdr *segment)
{
    const uint8_t *bytes = code->image->bytes + segment->p_offset;

    for (size_t k = 0; k + 4 <= segment->p_filesz; k++) {
        const struct ep_code_function *function;
        uint64_t address;
        uint32_t number;

        memcpy(&number, bytes + k, sizeof number);
        address = code->low + (uint32_t)(number - code->low);
        if (!ep_code_byte(code, address))
            continue;
        function = ep_code_at(code, address);
        if (function && function->start == address)
            code->bytes[address - code->low] |= EP_BYTE_HELD;
    }
}

void ep_code_hold_entries(struct ep_code *code)
{
    const struct ep_image *image = code->image;

    for (size_t i = 0; i < image->n_segments; i++)
        if (image->header->e_type == ET_EXEC &&
            image->segments[i].p_type == PT_LOAD)
            hold_entries(code, &image->segments[i]);
}

/* ---- the whole ------------------------------------------------------------- */

int ep_code_find_numbers(struct ep_code *code)
{
    int is_new = 0, status = EP_OK;

    if (code->n_pending == 0)
        status = take_labels(code);
    if (status || code->image->header->e_type != ET_EXEC)
        return status;
    status = look_at_functions(code, 0, &is_new);
    if (is_new)
        code->n_slots = ep_fold(code->slots, code->n_slots, sizeof *code->slots,
                                place_order, keep_one);
    if (!status && code->n_pending == 0)
        status = take_words(code, 1);
    if (status || code->n_pending > 0)
        return status;
    status = look_at_functions(code, 1, &is_new);
    return status || !is_new ? status : take_words(code, 0);
}
