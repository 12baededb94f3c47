/* SPDX-License-Identifier: MIT
 *
 * pgo - the counts as a profile for compilers that have no plugin of ours: LLVM's
 * sample profile as text (clang -fprofile-sample-use; llvm-profdata merge --sample)
 * and GCC's (-fauto-profile; gcc/auto-profile.cc, GCC 12 on).  (Chen, Li, Moseley:
 * AutoFDO, CGO 2016)
 *
 * MODEL A function is known by its linkage name, and within it a line by its
 *       distance from the line of the definition.  Both formats tell blocks on a line
 *       apart by discriminators, which each compiler gives as it likes: here a line has
 *       one count, its own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <edgeprof/abi.h>

#include "base/order.h"
#include "catalog.h"
#include "rows.h"
#include "tool/say.h"

/* A function, as both formats have it. */
struct sampled {
    const char *symbol;
    uint64_t calls;
    uint64_t sum;                /* of its lines' counts */
    struct ep_line_count *lines; /* of its own file, owned */
    size_t n_lines;
};

struct pgo {
    struct sampled *items; /* by symbol; of equal ones the one that ran most */
    size_t n;
    size_t n_hidden; /* left out: others of their names ran more */
};

static void release(struct pgo *pgo)
{
    for (size_t i = 0; i < pgo->n; i++)
        ep_mem_free(pgo->items[i].lines);
    ep_mem_free(pgo->items);
}

static int sample(const struct row *row, struct sampled *out)
{
    uint32_t file = row->first->file;
    size_t n = 0;
    int status = row_lines(row, &out->lines, &n);

    if (status)
        return status;
    out->symbol = row->first->function->name;
    out->calls = row->calls;
    for (size_t i = 0; i < n; i++) {
        if (out->lines[i].file != file)
            continue;
        out->sum = edgeprof_add(out->sum, out->lines[i].count);
        out->lines[out->n_lines] = out->lines[i];
        out->lines[out->n_lines++].line -= row->first->function->line;
    }
    return EP_OK;
}

static int by_symbol(const void *left, const void *right)
{
    const struct sampled *a = left, *b = right;
    int order = strcmp(a->symbol, b->symbol);

    if (order)
        return order;
    return a->sum < b->sum ? 1 : -(a->sum > b->sum);
}

static void hide(struct pgo *pgo)
{
    size_t n = 0;

    for (size_t i = 0; i < pgo->n; i++)
        if (n && strcmp(pgo->items[n - 1].symbol, pgo->items[i].symbol) == 0) {
            ep_mem_free(pgo->items[i].lines);
            pgo->n_hidden++;
        } else {
            pgo->items[n++] = pgo->items[i];
        }
    pgo->n = n;
}

/* Release OUT whatever comes. */
static int make(const struct view *view, struct pgo *out)
{
    struct rows rows;
    int status = rows_make(view, &rows);

    if (status)
        return status;
    out->items = ep_mem_zeroed(rows.n, sizeof *out->items);
    if (!out->items)
        status = EP_ENOMEM;
    for (size_t i = 0; !status && i < rows.n; i++)
        if (view_wants(view, rows.items[i].name,
                       rows.items[i].first->function->name))
            status = sample(&rows.items[i], &out->items[out->n++]);
    rows_release(&rows);
    if (status)
        return status;
    ep_sort(out->items, out->n, sizeof *out->items, by_symbol);
    hide(out);
    return EP_OK;
}

typedef void print_fn(const struct pgo *pgo);

static int print(const struct view *view, print_fn *printer)
{
    struct pgo pgo = {0};
    int status = make(view, &pgo);

    if (status)
        say_error("out of memory");
    else
        printer(&pgo);
    if (pgo.n_hidden)
        say_warning(
            "%zu function%s left out: a profile knows functions by their "
            "names alone, and others of these names ran more",
            pgo.n_hidden, pgo.n_hidden == 1 ? " is" : "s are");
    release(&pgo);
    return status ? EXIT_TROUBLE : EXIT_DONE;
}

/* ---- LLVM ---------------------------------------------------------------- */

static void print_llvm(const struct pgo *pgo)
{
    for (size_t i = 0; i < pgo->n; i++) {
        const struct sampled *f = &pgo->items[i];

        (void)printf("%s:%" PRIu64 ":%" PRIu64 "\n", f->symbol, f->sum,
                     f->calls);
        for (size_t l = 0; l < f->n_lines; l++)
            (void)printf(" %" PRIu32 ": %" PRIu64 "\n",
                         f->lines[l].line & 0xffff, f->lines[l].count);
    }
}

int pgo_text(struct view *view)
{
    return print(view, print_llvm);
}

/* ---- GCC ----------------------------------------------------------------- */

#define GCC_MAGIC     0x67636461u /* "gcda" */
#define GCC_VERSION   2u          /* from GCC 12 on */
#define GCC_NAMES     0xaa000000u
#define GCC_FUNCTIONS 0xac000000u
#define GCC_MODULES   0xae000000u

/* Numbers are in the byte order of the machine. */
static void put_word(uint32_t word)
{
    (void)fwrite(&word, sizeof word, 1, stdout);
}

static void put_count(uint64_t count)
{
    put_word((uint32_t)count);
    put_word((uint32_t)(count >> 32));
}

/* A section's length, which GCC passes over, is 0 here. */
static void begin_section(uint32_t tag)
{
    put_word(tag);
    put_word(0);
}

static void print_gcc(const struct pgo *pgo)
{
    put_word(GCC_MAGIC);
    put_word(GCC_VERSION);
    put_word(0);
    begin_section(GCC_NAMES);
    put_word((uint32_t)pgo->n);
    for (size_t i = 0; i < pgo->n; i++) {
        size_t size = strlen(pgo->items[i].symbol) + 1;

        put_word((uint32_t)size);
        (void)fwrite(pgo->items[i].symbol, size, 1, stdout);
    }
    begin_section(GCC_FUNCTIONS);
    put_word((uint32_t)pgo->n);
    for (size_t i = 0; i < pgo->n; i++) {
        const struct sampled *f = &pgo->items[i];

        put_count(f->calls);
        put_word((uint32_t)i);
        put_word((uint32_t)f->n_lines);
        put_word(0); /* calls that were inlined */
        for (size_t l = 0; l < f->n_lines; l++) {
            put_word(f->lines[l].line << 16);
            put_word(0); /* targets */
            put_count(f->lines[l].count);
        }
    }
    begin_section(GCC_MODULES);
    put_word(0);
}

int afdo(struct view *view)
{
    if (isatty(STDOUT_FILENO)) {
        say_error(
            "pgo --format afdo is not for a terminal: redirect it to a file");
        return EXIT_TROUBLE;
    }
    return print(view, print_gcc);
}
