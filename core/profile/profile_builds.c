/* SPDX-License-Identifier: MIT
 *
 * The builds that a profile has functions of: which compiler, with what options.
 */
#include "profile/profile_build.h"

#include <string.h>

uint64_t ep_profile_find_build(struct ep_profile_private *p,
                               const struct ep_unit_note *unit)
{
    uint64_t hash = EP_HASH_START;
    size_t i = 0;

    if (unit) {
        hash = ep_hash(hash, unit->producer, strlen(unit->producer) + 1);
        hash = ep_hash(hash, unit->options, strlen(unit->options));
    }
    while (i < p->n_builds && p->builds[i].hash != hash)
        i++;
    if (i == EP_BUILDS_MAX)
        i--;
    else if (i == p->n_builds)
        p->builds[p->n_builds++] = (struct ep_build){hash, unit};
    return UINT64_C(1) << i;
}

uint64_t ep_profile_find_module(struct ep_profile_private *p,
                                const struct ep_notes *notes)
{
    size_t i = 0;

    while (i < p->n_modules && p->modules[i] != notes)
        i++;
    if (i == EP_BUILDS_MAX)
        i--;
    else if (i == p->n_modules)
        p->modules[p->n_modules++] = notes;
    return UINT64_C(1) << i;
}

void ep_profile_print_builds(const struct ep_profile *profile, uint64_t builds,
                             struct ep_buf *out)
{
    const struct ep_profile_private *p = profile->p;
    const char *before = "";

    for (size_t i = 0; i < p->n_builds; i++) {
        const struct ep_unit_note *unit = p->builds[i].unit;

        if (!(builds >> i & 1))
            continue;
        ep_buf_text(out, before);
        ep_buf_text(out, unit ? unit->producer : "?");
        if (unit && *unit->options)
            ep_buf_printf(out, " %s", unit->options);
        before = ", ";
    }
}
