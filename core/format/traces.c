/* SPDX-License-Identifier: MIT */
#include "format/traces.h"

#include <string.h>

#define CONTEXTS (UINT32_C(1) << 16)

void ep_call_trace_release(struct ep_call_trace *trace)
{
    ep_mem_free(trace->function);
    ep_buf_release(&trace->packed);
    *trace = (struct ep_call_trace){0};
}

void ep_call_traces_release(struct ep_call_traces *traces)
{
    for (size_t i = 0; i < traces->n; i++)
        ep_call_trace_release(&traces->items[i]);
    ep_mem_free(traces->items);
    *traces = (struct ep_call_traces){0};
}

int ep_call_traces_add(struct ep_call_traces *to, struct ep_call_trace *trace)
{
    if (EP_GROW(to->items, to->n, to->capacity))
        return EP_ENOMEM;
    to->items[to->n++] = *trace;
    *trace = (struct ep_call_trace){0};
    return EP_OK;
}

int ep_call_traces_take(struct ep_call_traces *to, struct ep_call_traces *from)
{
    int status = EP_OK;

    for (size_t i = 0; i < from->n && !status; i++)
        status = ep_call_traces_add(to, &from->items[i]);
    return status;
}

/* ---- what is expected ---------------------------------------------------- */

void ep_expected_release(struct ep_expected *expected)
{
    ep_mem_free(expected->names);
    ep_map_release(&expected->numbers);
    ep_mem_free(expected->next);
    *expected = (struct ep_expected){0};
}

/* Where the number is that is expected next; NULL: no memory. */
static uint32_t *place(struct ep_expected *expected)
{
    const uint32_t *last = expected->last;
    uint32_t hash = last[0] * UINT32_C(0x9e3779b1) +
                    last[1] * UINT32_C(0x85ebca6b) +
                    last[2] * UINT32_C(0xc2b2ae35);

    if (!expected->next)
        expected->next = ep_mem_zeroed(CONTEXTS, sizeof *expected->next);
    return expected->next ? &expected->next[hash >> 16] : NULL;
}

static void come(struct ep_expected *expected, uint32_t *at, uint32_t number)
{
    *at = number + 1;
    memmove(expected->last + 1, expected->last, 2 * sizeof *expected->last);
    expected->last[0] = number + 1;
}

static int add_name(struct ep_expected *expected, uint32_t name)
{
    if (EP_GROW(expected->names, expected->n, expected->capacity))
        return EP_ENOMEM;
    expected->names[expected->n++] = name;
    return EP_OK;
}

/* ---- packing ------------------------------------------------------------- */

/* The number of NAME; if it is new, the next one. */
static uint32_t number_of(const struct ep_expected *expected, uint32_t name)
{
    size_t cursor = 0;
    uint32_t number = ep_map_next(&expected->numbers, name, &cursor);

    return number == EP_NONE ? (uint32_t)expected->n : number;
}

static int put_other(struct ep_buf *out, struct ep_expected *expected,
                     uint32_t name, uint32_t number)
{
    ep_buf_leb(out, expected->right);
    ep_buf_leb(out, number);
    expected->right = 0;
    if (number < expected->n)
        return EP_OK;
    ep_buf_u32(out, name);
    if (ep_map_add(&expected->numbers, name, number))
        return EP_ENOMEM;
    return add_name(expected, name);
}

int ep_call_trace_put(struct ep_call_trace *trace, struct ep_expected *expected,
                      uint32_t name)
{
    uint32_t *at = place(expected), number;
    int status = EP_OK;

    if (!at)
        return EP_ENOMEM;
    trace->n++;
    if (*at && expected->names[*at - 1] == name) {
        expected->right++;
        number = *at - 1;
    } else {
        number = number_of(expected, name);
        status = put_other(&trace->packed, expected, name, number);
    }
    come(expected, at, number);
    return trace->packed.failed ? EP_ENOMEM : status;
}

int ep_call_trace_finish(struct ep_call_trace *trace,
                         struct ep_expected *expected)
{
    ep_buf_leb(&trace->packed, expected->right);
    expected->right = 0;
    return trace->packed.failed ? EP_ENOMEM : EP_OK;
}

/* ---- unpacking ----------------------------------------------------------- */

/* RIGHT names that come as expected. */
static int get_expected(struct ep_expected *expected, uint64_t right,
                        uint32_t *out)
{
    for (uint64_t i = 0; i < right; i++) {
        uint32_t *at = place(expected), number;

        if (!at)
            return EP_ENOMEM;
        number = *at - 1;
        if (!*at || number >= expected->n)
            return EP_EFORMAT;
        out[i] = expected->names[number];
        come(expected, at, number);
    }
    return EP_OK;
}

static int get_other(struct ep_expected *expected, struct ep_reader *from,
                     uint32_t *out)
{
    uint32_t *at = place(expected), number = ep_read_leb32(from);
    int status = EP_OK;

    if (!at)
        return EP_ENOMEM;
    if (!from->bad && number == expected->n)
        status = add_name(expected, ep_read_u32(from));
    if (status)
        return status;
    if (from->bad || number >= expected->n)
        return EP_EFORMAT;
    *out = expected->names[number];
    come(expected, at, number);
    return EP_OK;
}

static int unpack(const struct ep_call_trace *trace,
                  struct ep_expected *expected, uint32_t *out)
{
    struct ep_reader from = ep_buf_reader(&trace->packed);
    int status = EP_OK;

    for (uint64_t n = 0; !status;) {
        uint64_t right = ep_read_leb(&from);

        if (from.bad || right > trace->n - n)
            return EP_EFORMAT;
        status = get_expected(expected, right, out + n);
        n += right;
        if (n == trace->n)
            return status || from.at == from.end ? status : EP_EFORMAT;
        if (!status)
            status = get_other(expected, &from, out + n++);
    }
    return status;
}

int ep_call_trace_unpack(const struct ep_call_trace *trace, uint32_t **out)
{
    struct ep_expected expected = {0};
    int status;

    *out = trace->n <= SIZE_MAX ? ep_mem_zeroed((size_t)trace->n, sizeof **out)
                                : NULL;
    if (!*out)
        return EP_ENOMEM;
    status = unpack(trace, &expected, *out);
    ep_expected_release(&expected);
    if (!status)
        return EP_OK;
    ep_mem_free(*out);
    *out = NULL;
    return status;
}

/* ---- the record ---------------------------------------------------------- */

void ep_call_trace_write(const struct ep_call_trace *trace, struct ep_buf *out)
{
    ep_buf_leb(out, trace->pid);
    ep_buf_leb(out, trace->thread);
    ep_buf_leb(out, trace->call);
    ep_buf_leb(out, trace->ended);
    ep_buf_leb(out, strlen(trace->function));
    ep_buf_text(out, trace->function);
    ep_buf_leb(out, trace->n);
    ep_buf_add(out, trace->packed.data, trace->packed.size);
}

int ep_call_trace_read(struct ep_reader *body, struct ep_call_traces *traces)
{
    struct ep_call_trace trace = {0};
    int status;

    trace.pid = ep_read_leb32(body);
    trace.thread = ep_read_leb32(body);
    trace.call = ep_read_leb(body);
    trace.ended = ep_read_leb32(body);
    trace.function = ep_read_text(body);
    trace.n = ep_read_leb(body);
    status = body->bad || !trace.n || body->at == body->end ? EP_EFORMAT
             : !trace.function                              ? EP_ENOMEM
                                                            : EP_OK;
    if (!status) {
        ep_buf_add(&trace.packed, body->at, (size_t)(body->end - body->at));
        body->at = body->end;
        status = trace.packed.failed ? EP_ENOMEM
                                     : ep_call_traces_add(traces, &trace);
    }
    ep_call_trace_release(&trace);
    return status;
}
