/* SPDX-License-Identifier: MIT
 *
 * unit_profile.c - what an earlier run tells of a unit's functions: profile= and use=.
 */
#include "emit/emit.h"
#include "emit/emit_unit.h"

#include <string.h>

/* A profile that cannot be read is not worth a build. */
static int read_weights(struct ep_unit *unit)
{
    const char *use = unit->options->use;
    const char *path = use ? use : unit->options->profile;
    struct ep_diag diag = {0};
    int status;

    if (!path || unit->weights_read)
        return EP_OK;
    unit->weights_read = 1;
    status = ep_weights_open(unit->rt_path, path, &diag, &unit->weights);
    if (status && status != EP_ENOMEM) {
        ep_buf_text(&unit->warnings, ep_words(&diag, status));
        ep_buf_add(&unit->warnings, "", 1);
    }
    return status == EP_ENOMEM ? status : EP_OK;
}

int ep_unit_weigh(struct ep_unit *unit, struct ep_function *function,
                  uint8_t *is_measured)
{
    enum ep_match match = EP_MATCH_NONE;
    int status = read_weights(unit);

    if (unit->weights.context)
        match = unit->weights.apply(unit->weights.context, function);
    *is_measured = match == EP_MATCH_SAME && unit->options->use;
    if (match != EP_MATCH_STALE)
        return status;
    if (unit->n_stale++ < 5) {
        ep_buf_text(&unit->stale, unit->n_stale > 1 ? ", " : "");
        ep_buf_text(&unit->stale, function->name);
    }
    return status;
}

int ep_unit_is_measured(const struct ep_unit *unit, uint32_t index)
{
    return unit->measured[index];
}

const struct ep_summary *ep_unit_summary(const struct ep_unit *unit)
{
    return unit->options->use && unit->weights.context ? &unit->weights.summary
                                                       : NULL;
}

static void put_stale(struct ep_unit *unit)
{
    if (!unit->n_stale)
        return;
    ep_buf_printf(&unit->warnings, "%s: not as it was measured: ",
                  unit->options->use ? unit->options->use
                                     : unit->options->profile);
    ep_buf_add(&unit->warnings, unit->stale.data, unit->stale.size);
    if (unit->n_stale > 5)
        ep_buf_printf(&unit->warnings, " and %zu more", unit->n_stale - 5);
    ep_buf_add(&unit->warnings, "", 1);
    ep_buf_clear(&unit->stale);
    unit->n_stale = 0;
}

const char *ep_unit_warning(struct ep_unit *unit)
{
    const char *text;

    put_stale(unit);
    if (unit->warnings.failed || unit->n_warned == unit->warnings.size)
        return NULL;
    text = unit->warnings.data + unit->n_warned;
    unit->n_warned += strlen(text) + 1;
    return text;
}

/* The index of the call by a pointer that was added as the NTH. */
static uint32_t find_site(const struct ep_cfg *cfg, uint32_t nth)
{
    uint32_t i = 0;

    while (cfg->call_sites[i].callee || cfg->call_sites[i].nth != nth)
        i++;
    return i;
}

int ep_unit_called(const struct ep_unit *unit, uint32_t index, uint32_t nth,
                   struct ep_called *out)
{
    const struct ep_function *function = unit->functions[index];

    *out = (struct ep_called){0};
    if (unit->measured[index])
        unit->weights.called(unit->weights.context, function,
                             find_site(&function->cfg, nth), out);
    return out->n > 0;
}
