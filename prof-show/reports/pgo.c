/* SPDX-License-Identifier: MIT
 *
 * pgo - the counts as a profile for compilers that have no plugin of ours: LLVM's
 * sample profile as text (clang -fprofile-sample-use; llvm-profdata merge --sample)
 * and GCC's (-fauto-profile; gcc/auto-profile.cc: version 2 from GCC 12 on, version 3
 * from GCC 16 on).  (Chen, Li, Moseley: AutoFDO, CGO 2016)
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
    size_t n_hidden;  /* left out: others of their names ran more */
    uint64_t *counts; /* of all lines, the largest first */
    size_t n_counts;
};

static void release(struct pgo *pgo)
{
    for (size_t i = 0; i < pgo->n; i++)
        ep_mem_free(pgo->items[i].lines);
    ep_mem_free(pgo->items);
    ep_mem_free(pgo->counts);
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

static int by_count(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;

    return *a < *b ? 1 : -(*a > *b);
}

static int collect_counts(struct pgo *pgo)
{
    size_t n = 0;

    for (size_t i = 0; i < pgo->n; i++)
        n += pgo->items[i].n_lines;
    pgo->counts = ep_mem_zeroed(n, sizeof *pgo->counts);
    if (!pgo->counts)
        return EP_ENOMEM;
    for (size_t i = 0; i < pgo->n; i++)
        for (size_t l = 0; l < pgo->items[i].n_lines; l++)
            pgo->counts[pgo->n_counts++] = pgo->items[i].lines[l].count;
    ep_sort(pgo->counts, n, sizeof *pgo->counts, by_count);
    return EP_OK;
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
    return collect_counts(out);
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
#define GCC_SUMMARY   0xa8000000u
#define GCC_NAMES     0xaa000000u
#define GCC_FUNCTIONS 0xac000000u
#define GCC_MODULES   0xae000000u
#define NO_FILE       UINT32_MAX

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

static uint64_t most_calls(const struct pgo *pgo)
{
    uint64_t most = 0;

    for (size_t i = 0; i < pgo->n; i++)
        most = pgo->items[i].calls > most ? pgo->items[i].calls : most;
    return most;
}

/* The largest counts that together are CUTOFF millionths of TOTAL: how many, and the
 * least of them. */
static void put_percentile(const struct pgo *pgo, uint64_t total,
                           uint32_t cutoff)
{
    uint64_t wanted =
        total / 1000000 * cutoff + total % 1000000 * cutoff / 1000000;
    uint64_t sum = 0;
    size_t n = 0;

    while (n < pgo->n_counts && sum < wanted)
        sum = edgeprof_add(sum, pgo->counts[n++]);
    put_word(cutoff);
    put_count(n ? pgo->counts[n - 1] : 0);
    put_count(n);
}

/* From it version 3 knows what is hot; it has no length. */
static void put_summary(const struct pgo *pgo)
{
    static const uint32_t cutoffs[] = {
        10000,  100000, 200000, 300000, 400000, 500000, 600000, 700000,
        800000, 900000, 950000, 990000, 999000, 999900, 999990, 999999};
    const size_t n = sizeof cutoffs / sizeof *cutoffs;
    uint64_t total = 0;

    for (size_t i = 0; i < pgo->n_counts; i++)
        total = edgeprof_add(total, pgo->counts[i]);
    put_word(GCC_SUMMARY);
    put_count(total);
    put_count(pgo->n_counts ? pgo->counts[0] : 0);
    put_count(most_calls(pgo));
    put_count(pgo->n_counts);
    put_count(pgo->n);
    put_count(n);
    for (size_t i = 0; i < n; i++)
        put_percentile(pgo, total, cutoffs[i]);
}

static void put_name(const char *name, uint32_t version)
{
    size_t size = strlen(name) + 1;

    put_word((uint32_t)size);
    (void)fwrite(name, size, 1, stdout);
    if (version > 2)
        put_word(NO_FILE);
}

/* GCC takes no function for the first name.  Version 3 could tell functions of one name
 * apart by their files; here is one of each. */
static void put_names(const struct pgo *pgo, uint32_t version)
{
    begin_section(GCC_NAMES);
    if (version > 2)
        put_word(0); /* files */
    put_word((uint32_t)pgo->n + 1);
    put_name("", version);
    for (size_t i = 0; i < pgo->n; i++)
        put_name(pgo->items[i].symbol, version);
}

static void put_functions(const struct pgo *pgo, uint32_t version)
{
    begin_section(GCC_FUNCTIONS);
    put_word((uint32_t)pgo->n);
    for (size_t i = 0; i < pgo->n; i++) {
        const struct sampled *f = &pgo->items[i];

        put_count(f->calls);
        if (version > 2)
            put_count(0); /* when it ran first: not known */
        put_word((uint32_t)i + 1);
        put_word((uint32_t)f->n_lines);
        put_word(0); /* calls that were inlined */
        for (size_t l = 0; l < f->n_lines; l++) {
            put_word(f->lines[l].line << 16);
            put_word(0); /* targets */
            put_count(f->lines[l].count);
        }
    }
}

static void print_gcc(const struct pgo *pgo, uint32_t version)
{
    put_word(GCC_MAGIC);
    put_word(version);
    put_word(0);
    if (version > 2)
        put_summary(pgo);
    put_names(pgo, version);
    put_functions(pgo, version);
    begin_section(GCC_MODULES);
    put_word(0);
}

static void print_gcc12(const struct pgo *pgo)
{
    print_gcc(pgo, 2);
}

static void print_gcc16(const struct pgo *pgo)
{
    print_gcc(pgo, 3);
}

static int print_binary(const struct view *view, print_fn *printer)
{
    if (isatty(STDOUT_FILENO)) {
        say_error("pgo --format afdo and afdo3 are not for a terminal: "
                  "redirect them to a file");
        return EXIT_TROUBLE;
    }
    return print(view, printer);
}

int afdo(struct view *view)
{
    return print_binary(view, print_gcc12);
}

int afdo3(struct view *view)
{
    return print_binary(view, print_gcc16);
}
