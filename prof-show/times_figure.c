/* SPDX-License-Identifier: MIT
 *
 * Intervals, and how times are written.
 */
#include "times.h"

#include <math.h>
#include <stdio.h>

#include "json.h"

#define Z 1.959964 /* 95 per cent of a normal distribution lie within */

/* Of samples with several periods: as many of one period as would be as sure. */
static double effective(const struct spent *spent)
{
    return spent->squares > 0 ? spent->ns * spent->ns / spent->squares : 0;
}

/* PART of ALL. */
static struct time_figure figure_of(const struct spent *part,
                                    const struct spent *all)
{
    double n = effective(all);
    double share = part->ns / all->ns;
    double width = 1 + Z * Z / n;
    double middle = (share + Z * Z / (2 * n)) / width;
    double half =
        Z / width * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
    struct time_figure figure = {part->ns, (middle - half) * all->ns,
                                 (middle + half) * all->ns};

    return figure;
}

struct time_figure times_row(const struct times *times,
                             const struct time_row *row)
{
    return figure_of(&row->spent, &times->total);
}

int times_total(const struct times *times, const struct time_row *row,
                struct time_figure *out)
{
    if (times->stacked.samples == 0)
        return 0;
    *out = figure_of(&row->total, &times->stacked);
    return 1;
}

int times_each(const struct times *times, const struct time_row *row,
               struct time_figure *out)
{
    if (!row->has_count || row->count == 0 || !times->is_whole)
        return 0;
    *out = times_row(times, row);
    out->ns /= (double)row->count;
    out->low /= (double)row->count;
    out->high /= (double)row->count;
    return 1;
}

/* ---- text ---------------------------------------------------------------- */

static const struct unit {
    double ns;
    const char *name;
} units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};

static const struct unit *unit_of(double ns)
{
    size_t i = 0;

    while (i + 1 < sizeof units / sizeof *units && ns < units[i].ns)
        i++;
    return &units[i];
}

/* As many digits after the point that ERROR has two that count. */
static int digits(double error)
{
    int n = 0;

    while (n < 3 && error < 9.95) {
        error *= 10;
        n++;
    }
    return n;
}

const char *time_text(double ns, char out[TIME_TEXT])
{
    const struct unit *unit = unit_of(ns);

    (void)snprintf(out, TIME_TEXT, "%.*f %s", ns / unit->ns < 9.995 ? 2 : 1,
                   ns / unit->ns, unit->name);
    return out;
}

const char *time_each_text(const struct times *times,
                           const struct time_row *row, char out[TIME_TEXT])
{
    const struct unit *unit;
    struct time_figure each;
    double error;
    int n;

    if (!times_each(times, row, &each)) {
        (void)snprintf(out, TIME_TEXT, "-");
        return out;
    }
    unit = unit_of(each.ns < 1e4 ? 1 : each.ns);
    error = fmax(each.high - each.ns, each.ns - each.low) / unit->ns;
    n = digits(error);
    (void)snprintf(out, TIME_TEXT, "%.*f +- %.*f %s", n, each.ns / unit->ns, n,
                   error, unit->name);
    return out;
}

const char *time_share_text(const struct times *times,
                            const struct time_row *row, char out[TIME_TEXT])
{
    (void)snprintf(out, TIME_TEXT, "%.1f%%",
                   100 * row->spent.ns / times->total.ns);
    return out;
}

/* ---- JSON ---------------------------------------------------------------- */

static void put_figure(const char *key, struct time_figure figure)
{
    json_open(key, '{');
    json_decimal("ns", figure.ns);
    json_decimal("low", figure.low);
    json_decimal("high", figure.high);
    json_close('}');
}

void times_json_row(const struct times *times, const struct time_row *row)
{
    struct time_figure each, total;

    json_number("samples", row->spent.samples);
    put_figure("time", times_row(times, row));
    if (row->total.samples && times_total(times, row, &total))
        put_figure("total", total);
    if (times_each(times, row, &each))
        put_figure("each", each);
}

void times_json_end(const struct times *times)
{
    json_rest();
    json_open("time", '{');
    json_number("samples", times->total.samples);
    json_decimal("ns", times->total.ns);
    json_number("stacked", times->stacked.samples);
    json_number("lost", times->lost);
    json_number("sampled_runs", times->runs);
    json_flag("without_kernel", times->is_user);
    json_close('}');
    json_end();
}
