/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <fnmatch.h>

#include "base/paths.h"
#include "tool/say.h"

static int matches(const struct texts *globs, const char *path)
{
    for (size_t i = 0; i < globs->n; i++)
        if (fnmatch(globs->items[i], path, 0) == 0)
            return 1;
    return 0;
}

/* A header of the system without a function that was counted: of one that the
 * user's functions took a line from, as <iostream> has for each that includes
 * it (until GCC 12). */
static int is_foreign(const struct ep_profile_file *file)
{
    return file->name[0] == '/' && file->n_functions == 0 &&
           ep_path_is_system(file->full);
}

/* A glob may mean the path shown or the full one. */
static int selected(const struct view_options *options,
                    const struct ep_profile_file *file)
{
    if (options->include.n == 0 && is_foreign(file))
        return 0;
    if (options->include.n > 0 && !matches(&options->include, file->name) &&
        !matches(&options->include, file->full))
        return 0;
    return !matches(&options->exclude, file->name) &&
           !matches(&options->exclude, file->full);
}

static int matches_any(const char *glob, const struct ep_profile *profile)
{
    for (size_t i = 0; i < profile->n_files; i++)
        if (fnmatch(glob, profile->files[i].name, 0) == 0 ||
            fnmatch(glob, profile->files[i].full, 0) == 0)
            return 1;
    return 0;
}

/* Who includes what is not there would see an empty report pass for a good one:
 * one glob of several may match nothing, all may not. */
static int check_globs(const struct view *view)
{
    const struct texts *globs = &view->options->include;
    size_t n_useless = 0;

    for (size_t i = 0; i < globs->n; i++)
        n_useless += !matches_any(globs->items[i], &view->profile);
    if (n_useless > 0 && n_useless == globs->n) {
        say_error("--include %s: no source file of the profile matches",
                  globs->items[0]);
        return EXIT_TROUBLE;
    }
    for (size_t i = 0; n_useless > 0 && i < globs->n; i++)
        if (!matches_any(globs->items[i], &view->profile))
            say_warning("--include %s: no source file of the profile matches",
                        globs->items[i]);
    return EXIT_DONE;
}

int view_init(struct view *view)
{
    const struct ep_profile *profile = &view->profile;

    view->shown = ep_mem_zeroed(profile->n_files, 1);
    if (!view->shown) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    for (size_t i = 0; i < profile->n_files; i++)
        view->shown[i] = (uint8_t)selected(view->options, &profile->files[i]);
    return check_globs(view);
}

int view_decide(struct view *view)
{
    int status = EP_OK;

    if (!view->has_decisions)
        status = ep_profile_decisions_make(
            &view->profile, view->profile.functions, view->profile.n_functions,
            &view->decisions);
    view->has_decisions = !status;
    return status;
}

void view_release(struct view *view)
{
    ep_profile_decisions_release(&view->decisions);
    ep_mem_free(view->shown);
    ep_counts_release(&view->counts);
    if (view->other.p)
        ep_profile_release(&view->other);
    ep_profile_release(&view->profile);
}

int view_shows(const struct view *view, uint32_t file)
{
    return file == EP_NONE ? view->options->include.n == 0 : view->shown[file];
}

int view_wants(const struct view *view, const char *name, const char *symbol)
{
    const struct texts *globs = &view->options->functions;
    int wanted = globs->n == 0 || matches(globs, name) ||
                 (symbol && matches(globs, symbol));

    *view->has_wanted |= wanted;
    return wanted;
}

int view_shows_path(const struct view *view, const char *path)
{
    return view->options->include.n == 0 &&
           !matches(&view->options->exclude, path);
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

uint64_t view_most(const struct view *view)
{
    const struct ep_profile_file *file;
    uint64_t most = 0;
    size_t at = 0;

    while ((file = view_next(view, &at)) != NULL)
        for (size_t i = 0; i < file->n_lines; i++)
            if (file->lines[i].count > most)
                most = file->lines[i].count;
    return most;
}

int64_t view_time(const struct view *view)
{
    int64_t time = 0;

    for (size_t i = 0; i < view->profile.n_files; i++)
        if (view->profile.files[i].modified > time)
            time = view->profile.files[i].modified;
    return time;
}
