/* SPDX-License-Identifier: MIT */
#include "code/code.h"
#include "base/order.h"
#include "code/code_private.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void release_function(struct ep_code_function *function)
{
    ep_mem_free(function->insns);
    ep_mem_free(function->addresses);
    ep_mem_free(function->blocks);
    ep_mem_free(function->mark);
    ep_cfg_release(&function->cfg);
}

void ep_code_release(struct ep_code *code)
{
    for (size_t i = 0; i < code->n_functions; i++)
        release_function(&code->functions[i]);
    ep_mem_free(code->functions);
    ep_mem_free(code->after);
    ep_mem_free(code->bytes);
    ep_mem_free(code->slots);
    ep_mem_free(code->tables);
    ep_mem_free(code->landings);
    ep_mem_free(code->imports);
    ep_mem_free(code->pending);
    ep_mem_free(code->labels);
    ep_mem_free(code->known);
    *code = (struct ep_code){0};
}

/* ---- look-ups ------------------------------------------------------------- */

/* Functions are looked for so often that a search of them all is slow: each
 * stretch of so many bytes has its own. */
enum { STRETCH = 128 };

int ep_code_index(struct ep_code *code)
{
    size_t n = (size_t)(code->high - code->low) / STRETCH + 1;
    size_t after = 0;

    ep_mem_free(code->after);
    code->after = ep_mem_zeroed(n, sizeof *code->after);
    if (!code->after)
        return EP_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        while (after < code->n_functions &&
               code->functions[after].start <= code->low + i * STRETCH)
            after++;
        code->after[i] = (uint32_t)after;
    }
    return EP_OK;
}

struct ep_code_function *ep_code_at(const struct ep_code *code,
                                    uint64_t address)
{
    size_t after;

    if (address - code->low >= code->high - code->low || !code->after)
        return NULL;
    after = code->after[(address - code->low) / STRETCH];
    while (after < code->n_functions && code->functions[after].start <= address)
        after++;
    return after > 0 && address < code->functions[after - 1].end
               ? &code->functions[after - 1]
               : NULL;
}

static int insn_before(const void *item, const void *key)
{
    return ((const struct ep_insn *)item)->address < *(const uint64_t *)key;
}

struct ep_insn *ep_code_insn(const struct ep_code_function *function,
                             uint64_t address)
{
    size_t at = ep_lower_bound(function->insns, function->n_insns,
                               sizeof *function->insns, insn_before, &address);

    return at < function->n_insns && function->insns[at].address == address
               ? &function->insns[at]
               : NULL;
}

uint32_t ep_code_block_at(const struct ep_code_function *function,
                          uint64_t address)
{
    uint32_t low = EP_BLOCK_FIRST, high = function->cfg.n_blocks;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint64_t at = function->insns[function->blocks[middle].first].address;

        if (at == address)
            return middle;
        if (at < address)
            low = middle + 1;
        else
            high = middle;
    }
    return EP_NONE;
}

uint32_t ep_code_block_behind(const struct ep_code_function *function,
                              uint32_t b)
{
    size_t k = function->blocks[b].last;
    uint64_t end = function->insns[k].address + function->insns[k].length;

    /* Without its `lock` an instruction is a block of its own, behind that with it. */
    for (uint32_t next = b + 1; next <= b + 2 && ++k < function->n_insns;
         next++)
        if (function->insns[k].address >= end)
            return function->insns[k].address == end ? next : EP_NONE;
    return EP_NONE;
}

void ep_code_leave(struct ep_code_function *function, const char *format, ...)
{
    va_list arguments;

    if (function->left[0])
        return;
    va_start(arguments, format);
    (void)vsnprintf(function->left, sizeof function->left, format, arguments);
    va_end(arguments);
}

/* ---- reading -------------------------------------------------------------- */

/* More than any program has. */
#define MOST_CODE (UINT64_C(1) << 30)

static int find_extent(struct ep_code *code, struct ep_diag *diag)
{
    const struct ep_image *image = code->image;

    code->low = UINT64_MAX;
    for (size_t i = 0; i < image->n_segments; i++) {
        const Elf64_Phdr *at = &image->segments[i];

        if (at->p_type != PT_LOAD || !(at->p_flags & PF_X))
            continue;
        if (at->p_vaddr < code->low)
            code->low = at->p_vaddr;
        if (at->p_vaddr + at->p_filesz > code->high)
            code->high = at->p_vaddr + at->p_filesz;
    }
    if (code->low >= code->high || code->high - code->low > MOST_CODE)
        return ep_fail(diag, EP_ENONE, "%s: no code that could be counted",
                       image->path);
    code->bytes = ep_mem_zeroed((size_t)(code->high - code->low), 1);
    code->known = ep_insn_known_new();
    return code->bytes && code->known ? EP_OK : EP_ENOMEM;
}

/* The source file of FUNCTION, or NULL. */
static const char *file_of(const struct ep_code *code,
                           const struct ep_code_function *function)
{
    const struct ep_row *row;

    return ep_lines_at(code->lines, function->start, &row)
               ? code->lines->files[row->file]
               : NULL;
}

static int calls_kernel(const struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++)
        if (function->insns[k].traits & EP_INSN_KERNEL)
            return 1;
    return 0;
}

/* A static program's system calls are watched whether they are counted or not. */
static void leave_unwanted(struct ep_code *code, ep_code_wanted_fn *wanted,
                           const void *context)
{
    for (size_t i = 0; i < code->n_functions; i++) {
        struct ep_code_function *at = &code->functions[i];

        if (!wanted || wanted(context, at->name, file_of(code, at)))
            code->is_chosen = 1;
        else if (code->is_static && calls_kernel(at))
            at->silent = 1;
        else
            ep_code_leave(at, "not chosen");
    }
}

static int make_graphs(struct ep_code *code)
{
    int status = ep_code_plan_landings(code);

    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            status = ep_code_make_graph(code, &code->functions[i]);
    return status;
}

static int read_code(struct ep_code *code, ep_code_wanted_fn *wanted,
                     const void *context, struct ep_diag *diag)
{
    int status = find_extent(code, diag);

    if (!status)
        status = ep_code_find_functions(code);
    if (!status && code->n_functions == 0)
        return ep_fail(diag, EP_ENONE,
                       "%s: no functions: neither symbols nor .eh_frame are "
                       "there; it may be packed",
                       code->image->path);
    if (!status)
        status = ep_code_find_imports(code);
    if (!status)
        status = ep_code_find_arrivals(code);
    if (!status)
        status = ep_code_walk(code);
    if (!status)
        ep_code_hold_entries(code);
    leave_unwanted(code, wanted, context);
    if (!status)
        status = ep_code_keep_calls(code);
    if (!status)
        status = ep_code_hold_tables(code);
    if (!status)
        status = ep_code_prove_calls(code);
    if (!status)
        status = make_graphs(code);
    if (!status)
        ep_code_find_live(code);
    if (!status)
        ep_code_find_hidden(code);
    return status;
}

int ep_code_read(const struct ep_code_source *source, ep_code_wanted_fn *wanted,
                 const void *context, struct ep_diag *diag, struct ep_code *out)
{
    int status;

    *out = (struct ep_code){.image = source->image,
                            .frames = source->frames,
                            .lines = source->lines,
                            .once = source->once,
                            .running = source->running,
                            .is_static = ep_image_is_static(source->image)};
    out->breakpoints =
        source->breakpoints && !source->running && !out->is_static;
    out->weigh = source->weigh;
    out->weights = source->weights;
    status = read_code(out, wanted, context, diag);
    if (!status)
        return EP_OK;
    ep_code_release(out);
    return ep_fail(diag, status, "%s: %s", source->image->path,
                   status == EP_ENOMEM ? "out of memory"
                                       : "its code has a graph that cannot be "
                                         "counted");
}
