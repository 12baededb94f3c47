/* SPDX-License-Identifier: MIT */
#include "bar.h"

#include <math.h>
#include <string.h>

static double part_of(double number, double most, enum bar_scale scale)
{
    return scale == BAR_LOG ? log1p(number) / log1p(most) : number / most;
}

const char *bar_text(uint64_t number, uint64_t most, enum bar_scale scale,
                     char *out)
{
    size_t n = 0;

    if (number > 0)
        n = (size_t)lround(BAR_WIDTH *
                           part_of((double)number, (double)most, scale));
    if (number > 0 && n == 0)
        n = 1;
    memset(out, '#', n);
    out[n] = '\0';
    return out;
}
