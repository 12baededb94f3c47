/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <fnmatch.h>

static int matches(const struct texts *globs, const char *path)
{
    for (size_t i = 0; i < globs->n; i++)
        if (fnmatch(globs->items[i], path, 0) == 0)
            return 1;
    return 0;
}

/* A glob may mean the path shown or the full one. */
static int selected(const struct view_options *options,
                    const struct ep_profile_file *file)
{
    if (options->include.n > 0 && !matches(&options->include, file->name) &&
        !matches(&options->include, file->full))
        return 0;
    return !matches(&options->exclude, file->name) &&
           !matches(&options->exclude, file->full);
}

int view_init(struct view *view)
{
    const struct ep_profile *profile = &view->profile;

    view->shown = ep_mem_zeroed(profile->n_files, 1);
    if (!view->shown)
        return EP_ENOMEM;
    for (size_t i = 0; i < profile->n_files; i++)
        view->shown[i] = (uint8_t)selected(view->options, &profile->files[i]);
    return EP_OK;
}

void view_release(struct view *view)
{
    ep_mem_free(view->shown);
    ep_counts_release(&view->counts);
    ep_profile_release(&view->profile);
    if (view->other.p)
        ep_profile_release(&view->other);
}

int view_shows(const struct view *view, uint32_t file)
{
    return file == EP_NONE ? view->options->include.n == 0 : view->shown[file];
}

int view_lists(const struct view *view, size_t i)
{
    return view->shown[i] && view->profile.files[i].n_lines > 0;
}

const struct ep_profile_file *view_next(const struct view *view, size_t *at)
{
    while (*at < view->profile.n_files) {
        size_t i = (*at)++;

        if (view_lists(view, i))
            return &view->profile.files[i];
    }
    return NULL;
}
