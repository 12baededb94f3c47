/* SPDX-License-Identifier: MIT */
#include "code/describe.h"

#include <inttypes.h>
#include <string.h>

void ep_describe_name(const struct ep_code_function *function,
                      struct ep_buf *out)
{
    if (function->name)
        ep_buf_text(out, function->name);
    else
        ep_buf_printf(out, "sub_%" PRIx64, function->start);
}

struct ep_function ep_describe_function(const struct ep_code *code,
                                        const struct ep_code_function *function,
                                        char *name)
{
    struct ep_function note = {.name = name,
                               .flags = EP_FUNCTION_LOCAL | EP_FUNCTION_MACHINE,
                               .n_marks = function->n_marks,
                               .mark = function->mark,
                               .cfg = function->cfg};

    if (code->once)
        note.flags |= EP_FUNCTION_ONCE;
    if (code->foreign)
        note.flags |= EP_FUNCTION_FOREIGN;
    if (function->cfg.n_lines == 0)
        note.flags |= EP_FUNCTION_NO_LINES;
    note.file = function->file;
    note.line = function->line;
    note.hash = ep_cfg_hash(&note.cfg, note.line);
    return note;
}

static uint64_t block_start(const struct ep_code_function *function, uint32_t b)
{
    return function->insns[function->blocks[b].first].address;
}

static uint64_t block_size(const struct ep_code_function *function, uint32_t b)
{
    const struct ep_insn *last = &function->insns[function->blocks[b].last];

    return last->address + last->length - block_start(function, b);
}

static void put_code(const struct ep_code *code,
                     const struct ep_code_function *function, uint64_t id,
                     struct ep_buf *out)
{
    size_t at = ep_notes_begin(out, EP_NOTE_CODE);
    uint64_t end = function->start;

    ep_buf_u64(out, id);
    ep_buf_u64(out, function->start);
    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        ep_buf_leb(out, block_start(function, b) - end);
        ep_buf_leb(out, block_size(function, b));
        end = block_start(function, b) + block_size(function, b);
    }
    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        uint64_t size = block_size(function, b);
        const uint8_t *bytes =
            ep_image_at(code->image, block_start(function, b), size);

        ep_buf_add(out, bytes, (size_t)size);
    }
    ep_notes_end(out, at);
}

static int put_function(const struct ep_code *code,
                        const struct ep_code_function *function, uint64_t unit,
                        uint64_t counters, struct ep_buf *out)
{
    struct ep_buf name = {0};
    struct ep_function note;

    ep_describe_name(function, &name);
    if (name.failed) {
        ep_buf_release(&name);
        return EP_ENOMEM;
    }
    note = ep_describe_function(code, function, name.data);
    note.id = ep_hash(unit, name.data, strlen(name.data));
    note.id = ep_hash_u64(ep_hash_u64(note.id, note.hash), function->start);
    ep_notes_write_function(out, &note);
    ep_notes_write_body(out, counters + 8 * (uint64_t)function->first_counter,
                        note.id, note.n_marks);
    put_code(code, function, note.id, out);
    ep_buf_release(&name);
    return EP_OK;
}

int ep_describe(const struct ep_code *code, const char *tool, uint64_t counters,
                struct ep_buf *out)
{
    char none[1] = {0};
    struct ep_unit_note unit = {.directory = none, .options = none};
    int status = EP_OK;

    unit.producer = ep_mem_dup(tool, strlen(tool));
    unit.source = ep_mem_dup(code->image->path, strlen(code->image->path));
    if (!unit.producer || !unit.source)
        status = EP_ENOMEM;
    else
        unit.id = ep_hash(EP_HASH_START, unit.source, strlen(unit.source));
    if (!status)
        ep_notes_write_unit(out, &unit);
    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]) &&
            !code->functions[i].silent)
            status =
                put_function(code, &code->functions[i], unit.id, counters, out);
    ep_mem_free(unit.producer);
    ep_mem_free(unit.source);
    return status || !out->failed ? status : EP_ENOMEM;
}
