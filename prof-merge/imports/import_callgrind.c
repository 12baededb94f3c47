/* SPDX-License-Identifier: MIT
 *
 * import_callgrind.c - what callgrind wrote with --dump-instr=yes ("Callgrind Format
 * Specification" in Valgrind's manual).
 *
 * Its costs are instructions.  With the address of each, Ir is how often that one was
 * executed, and the count of a line is the largest of the instructions of one function
 * there.  A function is called as often as the calls of it say; one that nobody calls, as
 * that which starts the process, once.
 */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "import.h"

#define NUMBER_MAX (1u << 28) /* of a name */

/* An instruction of a function. */
struct cost {
    uint32_t function;
    uint32_t file;
    uint32_t line;
    uint64_t object; /* hash of its name */
    uint64_t address;
    uint64_t count;
};

struct callee {
    uint32_t file;
    const char *name; /* in the text */
    size_t size;
    uint64_t calls;
    uint32_t first, last; /* lines of its file; 0: none ran */
};

/* A text with a number, by which it is called from then on: "(12) name". */
struct name {
    const char *text;
    size_t size;
};

enum kind { FILES, FUNCTIONS, OBJECTS, KINDS };

struct callgrind {
    struct import *import;
    struct names {
        struct name *items; /* by number */
        size_t n;
    } names[KINDS];
    struct cost *costs;
    size_t n_costs;
    size_t costs_capacity;
    struct callee *functions;
    size_t n_functions;
    size_t functions_capacity;
    struct ep_map by_name;
    uint32_t ir;         /* which of the events Ir is; EP_NONE: none */
    int has_addresses;   /* bool */
    int is_call;         /* bool: the next line says what a call cost */
    struct name file;    /* of the function */
    struct name current; /* of the lines that follow */
    struct name callee_file;
    struct name callee;
    uint64_t object;
    uint32_t function; /* EP_NONE: none yet */
    uint64_t address;  /* of the line before, and its line */
    uint64_t line;
};

static void no_memory(struct callgrind *callgrind)
{
    import_fail(callgrind->import, EP_ENOMEM, "out of memory");
}

/* ---- names --------------------------------------------------------------- */

static int grow(struct names *names, size_t n)
{
    size_t capacity = names->n ? names->n : 64;
    struct name *items;

    while (capacity < n)
        capacity *= 2;
    if (capacity == names->n)
        return EP_OK;
    items = ep_mem_resize(names->items, capacity * sizeof *items);
    if (!items)
        return EP_ENOMEM;
    memset(items + names->n, 0, (capacity - names->n) * sizeof *items);
    names->items = items;
    names->n = capacity;
    return EP_OK;
}

/* "(12) name", "(12)" or "name" */
static int take_name(struct callgrind *callgrind, enum kind kind,
                     const char *at, const char *end, struct name *out)
{
    struct names *names = &callgrind->names[kind];
    uint32_t number;

    if (!import_text(&at, end, "(")) {
        *out = (struct name){at, (size_t)(end - at)};
        return 0;
    }
    if (import_number32(&at, end, &number) || !import_text(&at, end, ")") ||
        number > NUMBER_MAX)
        return -1;
    if (grow(names, (size_t)number + 1)) {
        no_memory(callgrind);
        return 0;
    }
    if (import_text(&at, end, " "))
        names->items[number] = (struct name){at, (size_t)(end - at)};
    *out = names->items[number];
    return out->text ? 0 : -1;
}

static uint32_t find_function(struct callgrind *callgrind,
                              const struct name *file, const struct name *name)
{
    uint32_t number = import_file(callgrind->import, file->text, file->size);
    uint64_t hash =
        ep_hash_u64(ep_hash(EP_HASH_START, name->text, name->size), number);
    size_t cursor = 0;
    uint32_t i;

    while ((i = ep_map_next(&callgrind->by_name, hash, &cursor)) != EP_NONE) {
        const struct callee *function = &callgrind->functions[i];

        if (function->file == number && function->size == name->size &&
            memcmp(function->name, name->text, name->size) == 0)
            return i;
    }
    if (EP_GROW(callgrind->functions, callgrind->n_functions,
                callgrind->functions_capacity) ||
        ep_map_add(&callgrind->by_name, hash,
                   (uint32_t)callgrind->n_functions)) {
        no_memory(callgrind);
        return EP_NONE;
    }
    callgrind->functions[callgrind->n_functions] =
        (struct callee){.file = number, .name = name->text, .size = name->size};
    return (uint32_t)callgrind->n_functions++;
}

/* ---- lines of the file --------------------------------------------------- */

/* "positions: instr line" */
static int take_positions(struct callgrind *callgrind, const char *at,
                          const char *end)
{
    callgrind->has_addresses =
        (size_t)(end - at) == 10 && memcmp(at, "instr line", 10) == 0;
    return 0;
}

/* "events: Ir Dr Dw" */
static int take_events(struct callgrind *callgrind, const char *at,
                       const char *end)
{
    callgrind->ir = EP_NONE;
    for (uint32_t i = 0; at < end; i++) {
        const char *space = memchr(at, ' ', (size_t)(end - at));
        const char *stop = space ? space : end;

        if (stop - at == 2 && memcmp(at, "Ir", 2) == 0)
            callgrind->ir = i;
        at = space ? space + 1 : end;
    }
    return 0;
}

static int take_object(struct callgrind *callgrind, const char *at,
                       const char *end)
{
    struct name name = {0};
    int failed = take_name(callgrind, OBJECTS, at, end, &name);

    if (!failed && !callgrind->import->status)
        callgrind->object = ep_hash(EP_HASH_START, name.text, name.size);
    return failed;
}

static int take_file(struct callgrind *callgrind, const char *at,
                     const char *end)
{
    int failed = take_name(callgrind, FILES, at, end, &callgrind->file);

    callgrind->current = callgrind->file;
    return failed;
}

static int take_current(struct callgrind *callgrind, const char *at,
                        const char *end)
{
    return take_name(callgrind, FILES, at, end, &callgrind->current);
}

static int take_function(struct callgrind *callgrind, const char *at,
                         const char *end)
{
    struct name name;

    if (!callgrind->file.text ||
        take_name(callgrind, FUNCTIONS, at, end, &name))
        return -1;
    callgrind->current = callgrind->file;
    if (!callgrind->import->status)
        callgrind->function = find_function(callgrind, &callgrind->file, &name);
    return 0;
}

/* Objects of callees are not asked for, but number names. */
static int take_callee_object(struct callgrind *callgrind, const char *at,
                              const char *end)
{
    struct name name;

    return take_name(callgrind, OBJECTS, at, end, &name);
}

static int take_callee_file(struct callgrind *callgrind, const char *at,
                            const char *end)
{
    return take_name(callgrind, FILES, at, end, &callgrind->callee_file);
}

static int take_callee(struct callgrind *callgrind, const char *at,
                       const char *end)
{
    return take_name(callgrind, FUNCTIONS, at, end, &callgrind->callee);
}

/* "calls=12 0x1234 10": how often, and where it begins. */
static int take_calls(struct callgrind *callgrind, const char *at,
                      const char *end)
{
    const struct name *file = callgrind->callee_file.text
                                  ? &callgrind->callee_file
                                  : &callgrind->file;
    uint64_t calls;
    uint32_t i;

    if (import_number(&at, end, &calls) || !callgrind->callee.text ||
        !file->text)
        return -1;
    i = find_function(callgrind, file, &callgrind->callee);
    if (i != EP_NONE)
        callgrind->functions[i].calls =
            edgeprof_add(callgrind->functions[i].calls, calls);
    callgrind->callee_file.text = NULL;
    callgrind->callee.text = NULL;
    callgrind->is_call = 1;
    return 0;
}

/* A line behind it says where the jump is. */
static int take_jump(struct callgrind *callgrind, const char *at,
                     const char *end)
{
    (void)at;
    (void)end;
    callgrind->is_call = 1;
    return 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A number, or, by what it was in the line before, "+3", "-3" or "*". */
static int take_position(const char **at, const char *end, uint64_t *last)
{
    int sign = import_text(at, end, "+")   ? 1
               : import_text(at, end, "-") ? -1
                                           : 0;
    uint64_t number = 0;

    if (!sign && import_text(at, end, "*"))
        return import_text(at, end, " ") || *at == end ? 0 : -1;
    if (import_text(at, end, "0x")) {
        const char *start = *at;

        for (; *at < end && hex_digit(**at) >= 0; (*at)++)
            number = number << 4 | (uint64_t)hex_digit(**at);
        if (*at == start)
            return -1;
    } else if (import_number(at, end, &number)) {
        return -1;
    }
    *last = sign > 0 ? *last + number : sign < 0 ? *last - number : number;
    return import_text(at, end, " ") || *at == end ? 0 : -1;
}

/* "0x1234 15 100 ...": address, line, and of each event how many. */
static int take_cost(struct callgrind *callgrind, const char *at,
                     const char *end)
{
    struct cost cost = {.function = callgrind->function,
                        .object = callgrind->object};
    int is_call = callgrind->is_call;

    if (cost.function == EP_NONE || !callgrind->has_addresses ||
        callgrind->ir == EP_NONE ||
        take_position(&at, end, &callgrind->address) ||
        take_position(&at, end, &callgrind->line) ||
        callgrind->line >= UINT32_MAX)
        return -1;
    callgrind->is_call = 0;
    /* Events at the end that are 0 may be missing. */
    for (uint32_t i = 0; i <= callgrind->ir && at < end; i++) {
        if (import_number(&at, end, &cost.count))
            return -1;
        if (i < callgrind->ir)
            cost.count = 0;
        (void)import_text(&at, end, " ");
    }
    if (is_call || callgrind->import->status)
        return 0;
    cost.file = import_file(callgrind->import, callgrind->current.text,
                            callgrind->current.size);
    cost.line = (uint32_t)callgrind->line;
    cost.address = callgrind->address;
    if (EP_GROW(callgrind->costs, callgrind->n_costs,
                callgrind->costs_capacity))
        no_memory(callgrind);
    else
        callgrind->costs[callgrind->n_costs++] = cost;
    return 0;
}

static const struct record {
    const char *start;
    int (*take)(struct callgrind *callgrind, const char *at, const char *end);
} records[] = {
    {"positions: ", take_positions},
    {"events: ", take_events},
    {"ob=", take_object},
    {"fl=", take_file},
    {"fi=", take_current},
    {"fe=", take_current},
    {"fn=", take_function},
    {"cob=", take_callee_object},
    {"cfi=", take_callee_file},
    {"cfl=", take_callee_file},
    {"cfn=", take_callee},
    {"calls=", take_calls},
    {"jump=", take_jump},
    {"jcnd=", take_jump},
};

static int take_record(struct callgrind *callgrind, const char *at,
                       const char *end)
{
    if (at == end || *at == '#')
        return 0;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (import_text(&at, end, records[i].start))
            return records[i].take(callgrind, at, end);
    return strchr("0123456789+-*", *at) ? take_cost(callgrind, at, end) : 0;
}

/* ---- from instructions to lines ------------------------------------------ */

static int by_instruction(const void *left, const void *right)
{
    const struct cost *a = left, *b = right;

    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->address > b->address) - (a->address < b->address);
}

static void add_cost(void *to, void *from)
{
    struct cost *cost = to;

    cost->count = edgeprof_add(cost->count, ((struct cost *)from)->count);
}

static int by_line(const void *left, const void *right)
{
    const struct cost *a = left, *b = right;

    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static void keep_largest(void *to, void *from)
{
    struct cost *cost = to;
    const struct cost *other = from;

    if (other->count > cost->count)
        cost->count = other->count;
}

static void say_lines(struct callgrind *callgrind)
{
    struct cost *costs = callgrind->costs;
    size_t n = callgrind->n_costs;

    if (n == 0)
        return;
    n = ep_fold(costs, n, sizeof *costs, by_instruction, add_cost);
    n = ep_fold(costs, n, sizeof *costs, by_line, keep_largest);
    for (size_t i = 0; i < n; i++) {
        struct callee *function = &callgrind->functions[costs[i].function];

        import_add_line(callgrind->import, costs[i].file, costs[i].line,
                        costs[i].count);
        if (costs[i].file != function->file || !costs[i].line)
            continue;
        if (!function->first)
            function->first = costs[i].line;
        function->last = costs[i].line;
    }
}

static void say_functions(struct callgrind *callgrind)
{
    for (size_t i = 0; i < callgrind->n_functions; i++) {
        const struct callee *function = &callgrind->functions[i];

        if (function->first)
            import_add_function(callgrind->import, function->file,
                                function->first, function->last, function->name,
                                function->size,
                                function->calls ? function->calls : 1);
    }
}

void import_read_callgrind(struct import *import, const struct ep_buf *text)
{
    struct callgrind callgrind = {
        .import = import, .ir = EP_NONE, .function = EP_NONE};
    const char *at = text->data, *end = at + text->size, *line, *stop;
    size_t n = 0;

    import_set_tool(import, "callgrind");
    while (!import->status && (line = import_line(&at, end, &stop)) != NULL) {
        n++;
        if (!take_record(&callgrind, line, stop))
            continue;
        if (!callgrind.has_addresses)
            import_fail(import, EP_EFORMAT,
                        "without the counts of instructions: run callgrind "
                        "with --dump-instr=yes");
        else
            import_fail_line(import, n, line, stop);
    }
    say_lines(&callgrind);
    say_functions(&callgrind);
    for (int i = 0; i < KINDS; i++)
        ep_mem_free(callgrind.names[i].items);
    ep_mem_free(callgrind.costs);
    ep_mem_free(callgrind.functions);
    ep_map_release(&callgrind.by_name);
}
