/* SPDX-License-Identifier: MIT
 *
 * Rules of registers are DWARF expressions, most of them of one form: at the frame's
 * address and so many bytes.
 */
#include "run_unwind.h"

#include <dwarf.h>
#include <string.h>

#define MOST_VALUES 16 /* on the stack of an expression */

enum { RBP = 6, RSP = 7, RIP = 16 };

struct unwound_frame unwind_frame(const struct mapping *mapping,
                                  uint64_t address)
{
    struct unwound_frame frame = {.object = mapping->object};

    if (mapping->is_file)
        frame.offset = address - mapping->start + mapping->offset;
    return frame;
}

/* ---- one frame ----------------------------------------------------------- */

struct state {
    const struct perf_stack *stack;
    uint64_t bottom; /* the address of its bytes */
    uint64_t registers[EDGEPROF_REGISTERS];
    uint64_t frame; /* its address (CFA) */
};

/* Eight bytes of the copy; whether they are in it. */
static int read_stack(const struct state *state, uint64_t address,
                      uint64_t *out)
{
    uint64_t at = address - state->bottom;

    if (at > state->stack->size || state->stack->size - at < sizeof *out)
        return 0;
    memcpy(out, state->stack->bytes + at, sizeof *out);
    return 1;
}

struct values {
    uint64_t items[MOST_VALUES];
    size_t n;
};

static int push(struct values *values, uint64_t value)
{
    if (values->n == MOST_VALUES)
        return 0;
    values->items[values->n++] = value;
    return 1;
}

/* The operations of two values, of which B is the last. */
static int combine(struct values *values, unsigned op)
{
    uint64_t a, b;

    if (values->n < 2)
        return 0;
    b = values->items[--values->n];
    a = values->items[--values->n];
    switch (op) {
    case DW_OP_plus:
        return push(values, a + b);
    case DW_OP_minus:
        return push(values, a - b);
    case DW_OP_and:
        return push(values, a & b);
    case DW_OP_or:
        return push(values, a | b);
    case DW_OP_mul:
        return push(values, a * b);
    case DW_OP_shl:
        return push(values, b < 64 ? a << b : 0);
    case DW_OP_shr:
        return push(values, b < 64 ? a >> b : 0);
    case DW_OP_ge:
        return push(values, (int64_t)a >= (int64_t)b);
    default:
        return 0;
    }
}

static int push_register(const struct state *state, struct values *values,
                         uint64_t number, uint64_t more)
{
    return number < EDGEPROF_REGISTERS &&
           push(values, state->registers[number] + more);
}

static int dereference(const struct state *state, struct values *values)
{
    return values->n && read_stack(state, values->items[values->n - 1],
                                   &values->items[values->n - 1]);
}

/* Whether OP is one of those that tables have. */
static int step(const struct state *state, const Dwarf_Op *op,
                struct values *values)
{
    if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
        return push(values, op->atom - DW_OP_lit0);
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return push_register(state, values, op->atom - (unsigned)DW_OP_breg0,
                             op->number);
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        return push_register(state, values, op->atom - (unsigned)DW_OP_reg0, 0);
    switch (op->atom) {
    case DW_OP_bregx:
        return push_register(state, values, op->number, op->number2);
    case DW_OP_regx:
        return push_register(state, values, op->number, 0);
    case DW_OP_call_frame_cfa:
        return push(values, state->frame);
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        return push(values, op->number);
    case DW_OP_plus_uconst:
        return push(values, op->number) && combine(values, DW_OP_plus);
    case DW_OP_deref:
        return dereference(state, values);
    case DW_OP_nop:
    case DW_OP_stack_value:
        return 1;
    default:
        return combine(values, op->atom);
    }
}

/* The N OPS' value into OUT; OUT_IS_VALUE: it is the value itself, and not its address.
 * Whether it could be told. */
static int evaluate(const struct state *state, const Dwarf_Op *ops, size_t n,
                    uint64_t *out, int *out_is_value)
{
    struct values values = {.n = 0};

    for (size_t i = 0; i < n; i++)
        if (!step(state, &ops[i], &values))
            return 0;
    if (values.n == 0)
        return 0;
    *out = values.items[values.n - 1];
    *out_is_value =
        ops[n - 1].atom == DW_OP_stack_value || ops[n - 1].atom == DW_OP_regx ||
        (ops[n - 1].atom >= DW_OP_reg0 && ops[n - 1].atom <= DW_OP_reg31);
    return 1;
}

enum came { CAME, CAME_TO_END, CAME_TO_NOTHING };

/* The caller's register NUMBER by FRAME's rules into OUT. */
static enum came find_register(const struct state *state, Dwarf_Frame *frame,
                               unsigned number, uint64_t *out)
{
    Dwarf_Op memory[3], *ops;
    size_t n;
    int is_value;

    if (dwarf_frame_register(frame, (int)number, memory, &ops, &n))
        return CAME_TO_NOTHING;
    *out = state->registers[number];
    if (n == 0) /* as it is; or nobody knows */
        return ops ? CAME_TO_END : CAME;
    if (!evaluate(state, ops, n, out, &is_value) ||
        (!is_value && !read_stack(state, *out, out)))
        return CAME_TO_NOTHING;
    return CAME;
}

/* STATE becomes the caller's, by FRAME. */
static enum came follow_tables(struct state *state, Dwarf_Frame *frame)
{
    uint64_t caller[EDGEPROF_REGISTERS] = {0};
    Dwarf_Op *ops;
    size_t n;
    int unused;
    enum came came = CAME;

    if (dwarf_frame_cfa(frame, &ops, &n) ||
        !evaluate(state, ops, n, &state->frame, &unused))
        return CAME_TO_NOTHING;
    for (unsigned i = 0; i < EDGEPROF_REGISTERS; i++) {
        came = find_register(state, frame, i, &caller[i]);
        if (i == RIP)
            break;
        /* Others than the return address may be lost. */
        if (i == RSP && (came != CAME || caller[i] == state->registers[i]))
            caller[i] = state->frame;
    }
    memcpy(state->registers, caller, sizeof caller);
    return came;
}

static enum came follow_frame_pointer(struct state *state)
{
    uint64_t at = state->registers[RBP];

    if (at == 0)
        return CAME_TO_END;
    if (at < state->registers[RSP] ||
        !read_stack(state, at + 8, &state->registers[RIP]) ||
        !read_stack(state, at, &state->registers[RBP]))
        return CAME_TO_NOTHING;
    state->registers[RSP] = at + 16;
    return CAME;
}

/* ---- all ----------------------------------------------------------------- */

/* STATE, at ADDRESS in MAPPING, becomes that of its caller, into OUT what came of it. */
static int go_out(const struct unwind_context *context, struct state *state,
                  const struct mapping *mapping, uint64_t address,
                  int *is_signal, enum came *out)
{
    uint64_t before = state->registers[RSP];
    Dwarf_Frame *frame;
    bool by_signal = false;
    int status = tables_find(context->tables, context->sampling, mapping,
                             address, &frame);

    if (status)
        return status;
    if (frame) {
        (void)dwarf_frame_info(frame, NULL, NULL, &by_signal);
        *out = follow_tables(state, frame);
    } else {
        *out = follow_frame_pointer(state);
    }
    *is_signal = by_signal;
    if (*out == CAME && state->registers[RIP] == 0)
        *out = CAME_TO_END;
    if (*out == CAME && !by_signal && state->registers[RSP] <= before)
        *out = CAME_TO_NOTHING;
    return EP_OK;
}

int unwind(const struct unwind_context *context, const struct perf_stack *stack,
           struct unwound *out)
{
    struct state state = {.stack = stack};
    enum came came = CAME;
    int status = EP_OK;
    int is_exact = 1; /* bool: the address is of no call */

    memcpy(state.registers, stack->registers, sizeof state.registers);
    state.bottom = state.registers[RSP];
    out->n = 0;
    while (!status && came == CAME && out->n < UNWIND_MOST) {
        uint64_t address = state.registers[RIP] - (is_exact ? 0 : 1);
        const struct mapping *mapping =
            maps_find(context->maps, context->pid, address);

        if (!mapping)
            break;
        out->frames[out->n++] = unwind_frame(mapping, address);
        status = go_out(context, &state, mapping, address, &is_exact, &came);
    }
    out->is_whole = came == CAME_TO_END;
    return status;
}
