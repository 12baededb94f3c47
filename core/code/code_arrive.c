/* SPDX-License-Identifier: MIT
 *
 * code_arrive.c - where control comes into functions by what the file itself
 * tells: pointers to code, and exceptions.
 *
 * A position-independent file tells of every pointer to code that it holds: the
 * loader must relocate it.  For others see code_numbers.c.
 */
#include "code/code_private.h"

#include <string.h>

int ep_code_add_slot(struct ep_code *code, const uint8_t *place,
                     uint64_t target)
{
    const struct ep_code_function *function = ep_code_at(code, target);

    if (!function)
        return EP_OK;
    if (target == function->start) /* is the same for all who compare it */
        return ep_code_arrive(code, target, EP_BYTE_HELD | EP_BYTE_POINTED);
    if (EP_GROW(code->slots, code->n_slots, code->slots_capacity))
        return EP_ENOMEM;
    code->slots[code->n_slots++] =
        (struct ep_code_slot){(size_t)(place - code->image->bytes), target};
    return ep_code_arrive(code, target, EP_BYTE_POINTED);
}

/* ---- relocations ---------------------------------------------------------- */

static uint64_t symbol_value(const struct ep_image *image, uint64_t index)
{
    uint64_t table = ep_image_value(image, DT_SYMTAB);
    const Elf64_Sym *symbol =
        ep_image_table(image, table + index * sizeof *symbol, sizeof *symbol);

    return symbol && symbol->st_shndx != SHN_UNDEF ? symbol->st_value : 0;
}

static int take_resolver(struct ep_code *code, uint64_t address)
{
    struct ep_code_function *function = ep_code_at(code, address);

    if (function)
        function->early = 1;
    return ep_code_arrive(code, address, EP_BYTE_HELD);
}

static int take_rela(struct ep_code *code, int64_t table, int64_t table_size)
{
    const struct ep_image *image = code->image;
    uint64_t size = ep_image_value(image, table_size);
    const Elf64_Rela *at =
        ep_image_table(image, ep_image_value(image, table), size);
    int status = EP_OK;

    for (size_t n = at ? size / sizeof *at : 0; !status && n-- > 0; at++) {
        uint64_t type = ELF64_R_TYPE(at->r_info);

        if (type == R_X86_64_RELATIVE)
            status = ep_code_add_slot(code, (const uint8_t *)&at->r_addend,
                                      (uint64_t)at->r_addend);
        else if (type == R_X86_64_IRELATIVE)
            status = take_resolver(code, (uint64_t)at->r_addend);
        else if (type == R_X86_64_64)
            status =
                ep_code_arrive(code,
                               symbol_value(image, ELF64_R_SYM(at->r_info)) +
                                   (uint64_t)at->r_addend,
                               EP_BYTE_HELD);
    }
    return status;
}

static int take_word(struct ep_code *code, uint64_t address)
{
    const uint8_t *place = ep_image_at(code->image, address, 8);
    uint64_t target;

    if (!place)
        return EP_OK;
    memcpy(&target, place, sizeof target);
    return ep_code_add_slot(code, place, target);
}

/* Each word is an address, or a set of the 63 words after the last one. */
static int take_relr(struct ep_code *code)
{
    enum { DT_RELR_SIZE = 35, DT_RELR_TABLE = 36 };
    const struct ep_image *image = code->image;
    uint64_t size = ep_image_value(image, DT_RELR_SIZE);
    const uint8_t *bytes =
        ep_image_at(image, ep_image_value(image, DT_RELR_TABLE), size);
    uint64_t next = 0;
    int status = EP_OK;

    for (size_t i = 0; bytes && !status && i < size / 8; i++) {
        uint64_t word;

        memcpy(&word, bytes + 8 * i, sizeof word);
        if ((word & 1) == 0) {
            status = take_word(code, word);
            next = word + 8;
            continue;
        }
        for (unsigned bit = 1; !status && bit < 64; bit++)
            if (word >> bit & 1)
                status = take_word(code, next + UINT64_C(8) * (bit - 1));
        next += UINT64_C(63) * 8;
    }
    return status;
}

/* ---- exceptions ----------------------------------------------------------- */

int ep_code_take_pads(struct ep_code *code, struct ep_code_function *function,
                      unsigned how)
{
    struct ep_lsda_site site;
    struct ep_lsda lsda;
    int status = EP_OK;

    if (ep_lsda_read(code->image, function->frame, &lsda)) {
        ep_code_leave(function, "its exception table cannot be read");
        return EP_OK;
    }
    while (!status && ep_lsda_next(&lsda, &site))
        if (site.pad)
            status = ep_code_arrive(code, lsda.pads_from + site.pad, how);
    if (lsda.sites.bad)
        ep_code_leave(function, "its exception table cannot be read");
    return status;
}

int ep_code_find_arrivals(struct ep_code *code)
{
    int status = take_rela(code, DT_RELA, DT_RELASZ);

    if (!status)
        status = take_rela(code, DT_JMPREL, DT_PLTRELSZ);
    if (!status)
        status = take_relr(code);
    if (!status)
        status =
            ep_code_arrive(code, code->image->header->e_entry, EP_BYTE_HELD);
    for (size_t i = 0; !status && i < code->n_functions; i++) {
        struct ep_code_function *function = &code->functions[i];
        const struct ep_frame *frame = function->frame;

        if (frame && !ep_frame_is_known(code->frames, frame))
            ep_code_leave(function, "how it is unwound is not understood");
        if (frame && ep_frame_is_signal(code->frames, frame))
            ep_code_leave(function, "where signals return, known by its code");
        if (frame && frame->lsda)
            status = ep_code_take_pads(code, function, 0);
    }
    return status;
}
