/* SPDX-License-Identifier: MIT
 *
 * unwind_table.c - an exception table (LSDA) anew, for a copy.
 *
 * Call sites and pads are those of the copy.  Actions and what they say of types
 * are the old ones; the table of types is as long as the actions need it, and
 * lies elsewhere, which matters to distances in it.
 */
#include "code/unwind_private.h"

#include <string.h>

struct table {
    const struct ep_code *code;
    const struct ep_copies *copies;
    const struct ep_code_function *function;
    struct ep_lsda lsda;
    struct ep_buf sites;
    uint64_t actions_size; /* so much of them is used */
    uint64_t n_types;      /* as many */
    uint64_t specs_size;   /* of what follows the types */
};

/* ---- actions -------------------------------------------------------------- */

static struct ep_reader reader_at(const struct table *t, uint64_t address)
{
    uint64_t room = ep_image_room(t->code->image, address);
    const uint8_t *bytes = ep_image_at(t->code->image, address, room);

    return (struct ep_reader){bytes, bytes ? bytes + room : NULL,
                              bytes == NULL};
}

static void need_type(struct table *t, uint64_t index)
{
    if (index > t->n_types)
        t->n_types = index;
}

/* A list of types that may be thrown, OFFSET bytes behind the types. */
static int take_spec(struct table *t, uint64_t offset)
{
    struct ep_reader spec = reader_at(t, t->lsda.types + offset);
    const uint8_t *start = spec.at;
    uint64_t type;

    while ((type = ep_read_leb(&spec)) != 0)
        need_type(t, type);
    if (spec.bad)
        return EP_EFORMAT;
    if (offset + (uint64_t)(spec.at - start) > t->specs_size)
        t->specs_size = offset + (uint64_t)(spec.at - start);
    return EP_OK;
}

/* Follow the chain from the action OFFSET bytes into the table. */
static int take_actions(struct table *t, uint64_t offset)
{
    enum { LONGEST = 10000 };

    for (unsigned n = 0; n < LONGEST; n++) {
        struct ep_reader at = reader_at(t, t->lsda.actions + offset);
        const uint8_t *start = at.at, *next_at;
        int64_t filter = ep_read_sleb(&at), next;

        next_at = at.at;
        next = ep_read_sleb(&at);
        if (at.bad || (filter < 0 && take_spec(t, (uint64_t)(-filter - 1))))
            return EP_EFORMAT;
        if (filter > 0)
            need_type(t, (uint64_t)filter);
        if (offset + (uint64_t)(at.at - start) > t->actions_size)
            t->actions_size = offset + (uint64_t)(at.at - start);
        if (next == 0)
            return EP_OK;
        offset += (uint64_t)(next_at - start) + (uint64_t)next;
    }
    return EP_EFORMAT;
}

/* ---- call sites ----------------------------------------------------------- */

static int put_site(struct table *t, const struct ep_lsda_site *site)
{
    const struct ep_code_function *function = t->function;
    uint64_t old = function->frame->start + site->start;
    uint32_t start = ep_unwind_moved(t->copies, function, old);
    uint32_t end = ep_unwind_moved(t->copies, function, old + site->size);
    uint32_t pad = 0;

    if (site->pad) {
        pad = ep_copies_entry(t->code, t->lsda.pads_from + site->pad);
        if (pad == EP_NONE || pad <= function->copy_start)
            return EP_EFORMAT;
        pad -= function->copy_start;
    }
    if (end < start)
        return EP_EFORMAT;
    ep_buf_leb(&t->sites, start - function->copy_start);
    ep_buf_leb(&t->sites, end - start);
    ep_buf_leb(&t->sites, pad);
    ep_buf_leb(&t->sites, site->action);
    return site->action ? take_actions(t, site->action - 1) : EP_OK;
}

/* ---- types ---------------------------------------------------------------- */

static uint64_t type_size(uint8_t form)
{
    switch (form & EP_PE_FORM) {
    case EP_PE_WHOLE:
    case EP_PE_U8:
    case EP_PE_S8:
        return 8;
    case EP_PE_U4:
    case EP_PE_S4:
        return 4;
    default:
        return 0;
    }
}

/* Type INDEX, for the address AT. */
static int put_type(const struct table *t, uint64_t index, uint64_t at,
                    struct ep_buf *out)
{
    uint64_t size = type_size(t->lsda.type_form);
    uint64_t old = t->lsda.types - index * size;
    struct ep_reader from = reader_at(t, old);
    uint64_t value = ep_read_encoded(&from, t->lsda.type_form, old);

    if (value && (t->lsda.type_form & EP_PE_BASE) == EP_PE_PCREL)
        value -= at;
    if (from.bad)
        return EP_EFORMAT;
    if (size == 8)
        ep_buf_u64(out, value);
    else
        ep_buf_u32(out, (uint32_t)value);
    return EP_OK;
}

static int copy_bytes(const struct table *t, uint64_t address, uint64_t size,
                      struct ep_buf *out)
{
    const uint8_t *bytes = ep_image_at(t->code->image, address, size);

    if (size && !bytes)
        return EP_EFORMAT;
    if (size)
        ep_buf_add(out, bytes, (size_t)size);
    return EP_OK;
}

static int put_types(const struct table *t, uint64_t at, struct ep_buf *out)
{
    int status = EP_OK;

    for (uint64_t i = t->n_types; !status && i > 0; i--)
        status = put_type(t, i, at + out->size, out);
    return status ? status : copy_bytes(t, t->lsda.types, t->specs_size, out);
}

/* ---- the whole ------------------------------------------------------------ */

static size_t leb_size(uint64_t value)
{
    size_t n = 1;

    while (value >>= 7)
        n++;
    return n;
}

static int put_table(const struct table *t, uint64_t at, struct ep_buf *out)
{
    static const char no_start = (char)EP_PE_OMIT, as_leb = EP_PE_ULEB;
    char types = (char)t->lsda.type_form;
    uint64_t size = t->n_types * type_size(t->lsda.type_form);
    int status;

    if ((t->n_types && size == 0) || (t->n_types && !t->lsda.types))
        return EP_EFORMAT;
    ep_buf_add(out, &no_start, 1);
    ep_buf_add(out, &types, 1);
    if (t->lsda.type_form != EP_PE_OMIT)
        ep_buf_leb(out, 1 + leb_size(t->sites.size) + t->sites.size +
                            t->actions_size + size);
    ep_buf_add(out, &as_leb, 1);
    ep_buf_leb(out, t->sites.size);
    if (t->sites.size)
        ep_buf_add(out, t->sites.data, t->sites.size);
    status = copy_bytes(t, t->lsda.actions, t->actions_size, out);
    return status || t->lsda.type_form == EP_PE_OMIT ? status
                                                     : put_types(t, at, out);
}

int ep_unwind_table(const struct ep_code *code, const struct ep_copies *copies,
                    const struct ep_code_function *function, uint64_t at,
                    struct ep_buf *out)
{
    struct table t = {.code = code, .copies = copies, .function = function};
    struct ep_lsda_site site;
    int status = ep_lsda_read(code->image, function->frame, &t.lsda);

    while (!status && ep_lsda_next(&t.lsda, &site))
        status = put_site(&t, &site);
    if (!status && t.lsda.sites.bad)
        status = EP_EFORMAT;
    if (!status)
        status = put_table(&t, at, out);
    if (t.sites.failed)
        status = EP_ENOMEM;
    ep_buf_release(&t.sites);
    return status;
}
