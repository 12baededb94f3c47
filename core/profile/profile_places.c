/* SPDX-License-Identifier: MIT
 *
 * What of a profile something else than its notes names: debug information, samples.
 */
#include "profile/profile_build.h"

#include <string.h>

int ep_profile_find_file(const struct ep_profile *profile, const char *path,
                         uint32_t *out)
{
    const struct ep_sources *sources = &profile->p->sources;
    uint32_t source;
    int status = ep_sources_lookup(sources, path, &source);

    *out = EP_NONE;
    if (status || source == EP_NONE)
        return status;
    for (size_t i = 0; *out == EP_NONE && i < profile->n_files; i++)
        if (profile->files[i].full ==
            sources->files[sources->files[source].same].full)
            *out = (uint32_t)i;
    return EP_OK;
}

int ep_profile_has_notes(const struct ep_profile *profile, size_t module)
{
    return profile->p->uses && profile->p->uses[module].notes;
}
