/* SPDX-License-Identifier: MIT
 *
 * Each pass of rt_space.c has a layout of memory here that needs it, as seen in
 * real processes.
 */
#include "check.h"
#include "rt_space.h"

#define KIB ((uintptr_t)1 << 10)
#define MIB (KIB << 10)
#define GIB (MIB << 10)
#define TIB (GIB << 10)

enum { MOST = 2000 };

struct range {
    uintptr_t low, high;
};

/* A process: its counted modules, what else is taken, the end of its highest
 * module, and the room from there to the stack. */
struct layout {
    struct range module[2], taken[MOST];
    unsigned n_modules, n_taken;
    struct rt_space space;
};

static const uintptr_t pie = 0x555555558000, fixed = 0x400000;
static const uintptr_t random_top = 0x7f1234567000, fixed_top = 0x7ffff7fff000;

static void add_module(struct layout *layout, uintptr_t low, uintptr_t size)
{
    layout->module[layout->n_modules++] = (struct range){low, low + size};
}

static int is_taken(const struct layout *layout, struct range wanted)
{
    for (unsigned i = 0; i < layout->n_taken; i++)
        if (wanted.low < layout->taken[i].high &&
            wanted.high > layout->taken[i].low)
            return 1;
    return 0;
}

static struct range mirror(const struct layout *layout, unsigned module,
                           uintptr_t delta)
{
    struct range range = layout->module[module];
    return (struct range){range.low + delta, range.high + delta};
}

static int fits(const struct layout *layout, uintptr_t delta)
{
    for (unsigned i = 0; i < layout->n_modules; i++)
        if (!rt_space_allows(&layout->space, layout->module[i].low,
                             layout->module[i].high, delta) ||
            is_taken(layout, mirror(layout, i, delta)))
            return 0;
    return 1;
}

/* Map N regions.  Returns how many the pass NAME gave. */
static unsigned regions_of(struct layout *layout, unsigned n, const char *name)
{
    unsigned by_pass = 0;
    while (n > 0) {
        uintptr_t delta = rt_space_next(&layout->space);
        CHECK(delta != 0);
        if (delta == 0)
            return 0;
        if (!fits(layout, delta))
            continue;
        by_pass += strcmp(rt_space_pass(&layout->space), name) == 0;
        for (unsigned i = 0; i < layout->n_modules; i++)
            layout->taken[layout->n_taken++] = mirror(layout, i, delta);
        n--;
    }
    return by_pass;
}

static void randomised(void)
{
    static struct layout layout;
    add_module(&layout, pie, 4 * KIB);
    add_module(&layout, random_top - 40 * KIB, 4 * KIB);
    rt_space_init(&layout.space, random_top, 200 * GIB);
    CHECK_EQ(regions_of(&layout, 200, "gap by 1 GiB"), 200);
    CHECK_EQ(regions_of(&layout, 800, "wide gap by 64 MiB"), 800);
}

/* What is mapped just above the main program is its heap. */
static void only_the_main_program_is_counted(void)
{
    static struct layout layout = {
        .taken = {{0x555555560000, 0x555555560000 + GIB / 2}}, .n_taken = 1};
    add_module(&layout, pie, 4 * KIB);
    rt_space_init(&layout.space, fixed_top, 118 * MIB);
    CHECK_EQ(regions_of(&layout, 500, "above by 1 GiB"), 500);
}

static void over_a_sanitizer_s_shadow(void)
{
    static struct layout layout = {.taken = {{0x7fff8000, 16 * TIB}},
                                   .n_taken = 1};
    add_module(&layout, fixed, 4 * KIB);
    rt_space_init(&layout.space, fixed_top, 118 * MIB);
    CHECK_EQ(regions_of(&layout, 1, "above by 1 GiB"), 1);
    CHECK_EQ(regions_of(&layout, 20, "above by 64 GiB"), 20);
}

static void a_library_without_randomisation(void)
{
    static struct layout layout;
    add_module(&layout, pie, 4 * KIB);
    add_module(&layout, fixed_top - 40 * KIB, 4 * KIB);
    rt_space_init(&layout.space, fixed_top, 118 * MIB);
    CHECK_EQ(regions_of(&layout, 1, "narrow gap by 64 MiB"), 1);
    CHECK_EQ(regions_of(&layout, 117, "gap by 1 MiB"), 117);
    CHECK_EQ(regions_of(&layout, 400, "gap by 64 KiB"), 400);
}

static void a_large_library_without_randomisation(void)
{
    static struct layout layout;
    add_module(&layout, fixed_top - 4 * MIB, 3 * MIB);
    rt_space_init(&layout.space, fixed_top, 118 * MIB);
    CHECK_EQ(regions_of(&layout, 1, "narrow gap by 64 MiB"), 1);
    CHECK_EQ(regions_of(&layout, 39, "gap by 1 MiB"), 39);
    CHECK_EQ(regions_of(&layout, 100, "below by 1 GiB"), 100);
}

static void they_come_to_an_end(void)
{
    struct rt_space space;
    unsigned n = 0;
    rt_space_init(&space, random_top, 200 * GIB);
    while (n < 40000 && rt_space_next(&space))
        n++;
    CHECK(n > 1000 && n < 40000);
    CHECK_TEXT(rt_space_pass(&space), "none");
}

int main(void)
{
    randomised();
    only_the_main_program_is_counted();
    over_a_sanitizer_s_shadow();
    a_library_without_randomisation();
    a_large_library_without_randomisation();
    they_come_to_an_end();
    return check_failures != 0;
}
