/* SPDX-License-Identifier: MIT */
#include "code/frames.h"
#include "base/order.h"

#include <string.h>

void ep_frames_release(struct ep_frames *frames)
{
    ep_mem_free(frames->cies);
    ep_mem_free(frames->items);
    *frames = (struct ep_frames){0};
}

/* ---- encodings ------------------------------------------------------------ */

int64_t ep_read_sleb(struct ep_reader *reader)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0x80;

    while ((byte & 0x80) && shift < 64) {
        const uint8_t *at = ep_read_bytes(reader, 1);

        if (!at)
            return 0;
        byte = *at;
        value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    }
    if (shift < 64 && (byte & 0x40))
        value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

static uint64_t read_small(struct ep_reader *reader, size_t size, int is_signed)
{
    const uint8_t *at = ep_read_bytes(reader, size);
    uint64_t value = 0;

    for (size_t i = 0; at && i < size; i++)
        value |= (uint64_t)at[i] << (8 * i);
    if (is_signed && size < 8 && (value >> (8 * size - 1)))
        value |= ~UINT64_C(0) << (8 * size);
    return value;
}

static uint64_t read_form(struct ep_reader *reader, uint8_t form)
{
    switch (form & EP_PE_FORM) {
    case EP_PE_WHOLE:
    case EP_PE_U8:
    case EP_PE_S8:
        return ep_read_u64(reader);
    case EP_PE_ULEB:
        return ep_read_leb(reader);
    case EP_PE_SLEB:
        return (uint64_t)ep_read_sleb(reader);
    case EP_PE_U2:
        return read_small(reader, 2, 0);
    case EP_PE_S2:
        return read_small(reader, 2, 1);
    case EP_PE_U4:
        return read_small(reader, 4, 0);
    case EP_PE_S4:
        return read_small(reader, 4, 1);
    default:
        reader->bad = 1;
        return 0;
    }
}

uint64_t ep_read_encoded(struct ep_reader *reader, uint8_t form,
                         uint64_t address)
{
    uint64_t value;

    if (form == EP_PE_OMIT)
        return 0;
    value = read_form(reader, form);
    if ((form & EP_PE_BASE) == EP_PE_PCREL)
        return value ? value + address : 0;
    if ((form & EP_PE_BASE) != 0)
        reader->bad = 1;
    return value;
}

/* ---- the section ---------------------------------------------------------- */

struct section {
    const uint8_t *bytes;
    size_t size;
    uint64_t address;
    struct ep_frames *out;
};

static uint64_t address_of(const struct section *section,
                           const struct ep_reader *at)
{
    return section->address + (uint64_t)(at->at - section->bytes);
}

static uint8_t read_byte(struct ep_reader *reader)
{
    const uint8_t *at = ep_read_bytes(reader, 1);

    return at ? *at : 0;
}

/* What the letters after 'z' promise. */
static void read_letters(const struct section *section, struct ep_cie *cie,
                         struct ep_reader *body)
{
    struct ep_reader data = {0};
    uint64_t size = ep_read_leb(body);

    data.at = ep_read_bytes(body, size);
    data.end = body->at;
    if (!data.at)
        return;
    for (const char *letter = cie->letters + 1; *letter; letter++) {
        if (*letter == 'R') {
            cie->code_form = read_byte(&data);
        } else if (*letter == 'L') {
            cie->lsda_form = read_byte(&data);
        } else if (*letter == 'P') {
            cie->personality_form = read_byte(&data);
            cie->personality = ep_read_encoded(&data, cie->personality_form,
                                               address_of(section, &data));
        } else if (*letter != 'S') {
            body->bad = 1;
        }
    }
    body->bad |= data.bad;
}

/* BODY: after its id. */
static int read_cie(struct section *section, size_t offset,
                    struct ep_reader *body)
{
    struct ep_frames *out = section->out;
    struct ep_cie *cie;
    uint8_t version = read_byte(body);

    if (EP_GROW(out->cies, out->n_cies, out->cies_capacity))
        return EP_ENOMEM;
    cie = &out->cies[out->n_cies++];
    *cie = (struct ep_cie){.offset = offset, .lsda_form = EP_PE_OMIT};
    for (size_t i = 0; !body->bad; i++) {
        uint8_t letter = read_byte(body);

        if (letter == 0)
            break;
        if (i + 1 == sizeof cie->letters)
            body->bad = 1;
        else
            cie->letters[i] = (char)letter;
    }
    cie->code_unit = ep_read_leb(body);
    cie->factors.at = body->at;
    (void)ep_read_sleb(body);
    if (version == 1)
        (void)read_byte(body);
    else
        (void)ep_read_leb(body);
    cie->factors.end = body->at;
    if (cie->letters[0] == 'z')
        read_letters(section, cie, body);
    else if (cie->letters[0])
        body->bad = 1;
    cie->rules = *body;
    return body->bad || (version != 1 && version != 3) ? EP_EFORMAT : EP_OK;
}

static const struct ep_cie *find_cie(const struct ep_frames *frames,
                                     size_t offset, uint32_t *out)
{
    for (size_t i = frames->n_cies; i-- > 0;)
        if (frames->cies[i].offset == offset) {
            *out = (uint32_t)i;
            return &frames->cies[i];
        }
    return NULL;
}

/* BODY: after the distance to its CIE, which is at OFFSET. */
static int read_fde(struct section *section, size_t offset,
                    struct ep_reader *body)
{
    struct ep_frames *out = section->out;
    struct ep_frame frame = {0};
    const struct ep_cie *cie = find_cie(out, offset, &frame.cie);

    if (!cie)
        return EP_EFORMAT;
    frame.start =
        ep_read_encoded(body, cie->code_form, address_of(section, body));
    frame.end =
        frame.start + ep_read_encoded(body, cie->code_form & EP_PE_FORM, 0);
    if (cie->letters[0] == 'z') {
        struct ep_reader data = {0};
        uint64_t size = ep_read_leb(body);

        data.at = ep_read_bytes(body, size);
        data.end = body->at;
        if (data.at && cie->lsda_form != EP_PE_OMIT)
            frame.lsda = ep_read_encoded(&data, cie->lsda_form,
                                         address_of(section, &data));
        body->bad |= data.bad;
    }
    frame.rules = *body;
    if (body->bad || frame.end < frame.start)
        return EP_EFORMAT;
    if (frame.start == 0 || frame.start == frame.end)
        return EP_OK; /* its code was dropped by the linker */
    if (EP_GROW(out->items, out->n, out->capacity))
        return EP_ENOMEM;
    out->items[out->n++] = frame;
    return EP_OK;
}

static int read_entry(struct section *section, struct ep_reader *all,
                      uint32_t size)
{
    struct ep_reader body = {0};
    size_t at, id_at = (size_t)(all->at - section->bytes);
    uint32_t id;

    body.at = ep_read_bytes(all, size);
    if (!body.at)
        return EP_EFORMAT;
    body.end = body.at + size;
    id = ep_read_u32(&body);
    if (id == 0)
        return read_cie(section, id_at - 4, &body);
    at = id_at - id;
    return id > id_at ? EP_EFORMAT : read_fde(section, at, &body);
}

static int by_start(const void *left, const void *right)
{
    const struct ep_frame *a = left, *b = right;

    return (a->start > b->start) - (a->start < b->start);
}

int ep_frames_read(const struct ep_image *image, struct ep_diag *diag,
                   struct ep_frames *out)
{
    const Elf64_Shdr *header = ep_image_section(image, ".eh_frame");
    struct section section = {.out = out};
    struct ep_reader all = {0};
    int status = EP_OK;

    *out = (struct ep_frames){0};
    if (!header)
        return EP_OK;
    section.bytes = ep_image_content(image, header, &section.size);
    section.address = header->sh_addr;
    all.at = section.bytes;
    all.end = section.bytes ? section.bytes + section.size : NULL;
    while (!status && all.end - all.at >= 4) {
        uint32_t size = ep_read_u32(&all);

        if (size == 0) /* crt's end; some linkers put more behind it */
            continue;
        status =
            size == UINT32_MAX ? EP_EFORMAT : read_entry(&section, &all, size);
    }
    if (!status) {
        ep_sort(out->items, out->n, sizeof *out->items, by_start);
        return EP_OK;
    }
    ep_frames_release(out);
    return ep_fail(diag, status, "%s: %s", image->path,
                   status == EP_ENOMEM ? "out of memory"
                                       : "damaged section .eh_frame");
}

static int starts_by(const void *item, const void *key)
{
    return ((const struct ep_frame *)item)->start <= *(const uint64_t *)key;
}

const struct ep_frame *ep_frames_at(const struct ep_frames *frames,
                                    uint64_t address)
{
    size_t after = ep_lower_bound(frames->items, frames->n,
                                  sizeof *frames->items, starts_by, &address);

    return after > 0 && address < frames->items[after - 1].end
               ? &frames->items[after - 1]
               : NULL;
}

/* ---- rules ---------------------------------------------------------------- */

/* The operands of each instruction: u LEB, s signed LEB, b block, 1 2 4 bytes of
 * advance; NULL: not known. */
static const char *operands(uint8_t opcode)
{
    static const char *const forms[] = {
        [0x00] = "",   [0x02] = "1",  [0x03] = "2", [0x04] = "4",
        [0x05] = "uu", [0x06] = "u",  [0x07] = "u", [0x08] = "u",
        [0x09] = "uu", [0x0a] = "",   [0x0b] = "",  [0x0c] = "uu",
        [0x0d] = "u",  [0x0e] = "u",  [0x0f] = "b", [0x10] = "ub",
        [0x11] = "us", [0x12] = "us", [0x13] = "s", [0x14] = "uu",
        [0x15] = "us", [0x16] = "ub", [0x2e] = "u", [0x2f] = "uu"};

    switch (opcode >> 6) {
    case 1:
        return "";
    case 2:
        return "u";
    case 3:
        return "";
    default:
        return opcode < sizeof forms / sizeof *forms ? forms[opcode] : NULL;
    }
}

static void take_operand(struct ep_reader *rules, char form,
                         struct ep_rule *out)
{
    switch (form) {
    case 'u':
        (void)ep_read_leb(rules);
        break;
    case 's':
        (void)ep_read_sleb(rules);
        break;
    case 'b':
        (void)ep_read_bytes(rules, ep_read_leb(rules));
        break;
    default:
        out->advances = 1;
        out->advance = read_small(rules, (size_t)(form - '0'), 0);
    }
}

int ep_rule_next(struct ep_reader *rules, const struct ep_cie *cie,
                 struct ep_rule *out)
{
    const char *form;
    uint8_t opcode;

    if (rules->bad || rules->at >= rules->end)
        return 0;
    *out = (struct ep_rule){.at = rules->at};
    opcode = read_byte(rules);
    form = operands(opcode);
    if (!form) {
        rules->bad = 1;
        return 0;
    }
    if (opcode >> 6 == 1) {
        out->advances = 1;
        out->advance = opcode & 0x3f;
    }
    for (; *form; form++)
        take_operand(rules, *form, out);
    out->advance *= cie->code_unit;
    out->size = (size_t)(rules->at - out->at);
    return !rules->bad;
}

int ep_frame_is_known(const struct ep_frames *frames,
                      const struct ep_frame *frame)
{
    const struct ep_cie *cie = &frames->cies[frame->cie];
    struct ep_reader rules = frame->rules, common = cie->rules;
    struct ep_rule rule;

    while (ep_rule_next(&common, cie, &rule))
        common.bad |= rule.advances;
    while (ep_rule_next(&rules, cie, &rule)) {
    }
    return !rules.bad && !common.bad;
}

int ep_frame_is_signal(const struct ep_frames *frames,
                       const struct ep_frame *frame)
{
    return strchr(frames->cies[frame->cie].letters, 'S') != NULL;
}

/* ---- where exceptions land -------------------------------------------------
 */

int ep_lsda_read(const struct ep_image *image, const struct ep_frame *frame,
                 struct ep_lsda *out)
{
    uint64_t room = ep_image_room(image, frame->lsda);
    const uint8_t *bytes = ep_image_at(image, frame->lsda, room);
    struct ep_reader reader = {bytes, bytes ? bytes + room : NULL, 0};
    uint64_t size;
    uint8_t form;

    *out = (struct ep_lsda){.pads_from = frame->start};
    form = read_byte(&reader);
    if (form != EP_PE_OMIT)
        out->pads_from = ep_read_encoded(
            &reader, form, frame->lsda + (uint64_t)(reader.at - bytes));
    out->type_form = read_byte(&reader);
    if (out->type_form != EP_PE_OMIT) {
        size = ep_read_leb(&reader);
        out->types = frame->lsda + (uint64_t)(reader.at - bytes) + size;
    }
    out->site_form = read_byte(&reader);
    size = ep_read_leb(&reader);
    if (reader.bad || (out->site_form & EP_PE_BASE))
        return EP_EFORMAT;
    out->sites_at = frame->lsda + (uint64_t)(reader.at - bytes);
    out->sites.at = ep_read_bytes(&reader, size);
    out->sites.end = reader.at;
    out->actions = out->sites_at + size;
    return reader.bad ? EP_EFORMAT : EP_OK;
}

int ep_lsda_next(struct ep_lsda *lsda, struct ep_lsda_site *out)
{
    struct ep_reader *from = &lsda->sites;

    if (from->bad || from->at >= from->end)
        return 0;
    out->start = ep_read_encoded(from, lsda->site_form, 0);
    out->size = ep_read_encoded(from, lsda->site_form, 0);
    out->pad = ep_read_encoded(from, lsda->site_form, 0);
    out->action = ep_read_leb(from);
    return !from->bad;
}
