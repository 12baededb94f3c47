/* SPDX-License-Identifier: MIT
 *
 * Find the notes of each module.
 *
 * Modules of one path and several ids are builds of one program.  If one of
 * them is the current build, because its binary is there, the others are shown
 * as functions of that one, as far as these have not changed.
 */
#include "base/utf8.h"
#include "profile/profile_build.h"

#include <string.h>

struct uses {
    struct ep_profile *profile;
    const struct ep_counts *counts;
    const struct ep_profile_options *options;
    uint8_t *is_current; /* per module: of several builds, the one there */
    size_t n_used;
    size_t n_done; /* modules and named binaries, used or not */
};

static void step(struct uses *uses)
{
    const struct ep_profile_options *options = uses->options;

    uses->n_done++;
    if (options->step)
        options->step(uses->n_done, uses->counts->n_modules + options->n_named);
}

static const struct ep_named_binary *find_named(const struct uses *uses,
                                                const struct ep_module *module)
{
    return ep_binary_find(uses->options->named, uses->options->n_named, module);
}

/* ---- notes --------------------------------------------------------------- */

/* Where a module's notes come from. */
struct origin {
    const char *name; /* for messages */
    const uint8_t *notes;
    size_t notes_size;
    uint64_t address;
    size_t n_counters;
    int64_t modified;
};

static int keep_notes(struct ep_profile_private *p, struct ep_notes *notes,
                      int is_own)
{
    if (EP_GROW(p->notes, p->n_notes, p->notes_capacity))
        return EP_ENOMEM;
    p->notes[p->n_notes++] = (struct ep_kept_notes){notes, is_own};
    return EP_OK;
}

/* Names are for people: no control character in them.  EP_OK or EP_ENOMEM. */
static int make_plain(struct ep_notes *notes)
{
    for (size_t i = 0; i < notes->n_functions; i++) {
        char **name = &notes->functions[i].name;
        struct ep_buf plain = {0};

        if (ep_is_plain(*name))
            continue;
        ep_buf_plain(&plain, *name);
        if (plain.failed)
            return EP_ENOMEM;
        ep_mem_free(*name);
        *name = plain.data;
    }
    return EP_OK;
}

/* The notes of ORIGIN, which the profile owns.  EP_OK; EP_ENOMEM; else they are
 * of no use. */
static int read_notes(struct ep_profile *profile, const struct origin *origin,
                      struct ep_diag *diag, struct ep_notes **out)
{
    struct ep_notes *notes = ep_mem_zeroed(1, sizeof *notes);
    int status;

    if (!notes)
        return EP_ENOMEM;
    status = ep_notes_read(origin->notes, origin->notes_size, origin->name,
                           diag, notes);
    if (!status) {
        *out = notes;
        status = make_plain(notes);
        if (!status)
            status = keep_notes(profile->p, notes, 1);
        if (!status)
            return EP_OK;
        ep_notes_release(notes);
    }
    ep_mem_free(notes);
    return status;
}

static int say_changed(struct ep_profile *profile, const char *name,
                       const struct ep_module_use *use)
{
    if (use->n_changed == 0)
        return EP_OK;
    if (use->changed.failed)
        return EP_ENOMEM;
    return ep_profile_doubt(
        profile,
        ep_profile_say(profile,
                       "%s: %zu functions of an earlier build have changed "
                       "since; their counts are left out: %s",
                       name, use->n_changed, use->changed.data));
}

/* Add what USE says, whose notes the profile has; then it is OUT, but for what may go. */
static int add_use(struct ep_profile *profile, struct ep_module_use *use,
                   const char *name, struct ep_diag *diag,
                   struct ep_module_use *out)
{
    int status = ep_profile_fold(profile, use, name, diag);

    if (!status)
        status = say_changed(profile, name, use);
    ep_buf_release(&use->changed);
    use->n_changed = 0;
    use->counts = NULL; /* theirs, which may go */
    use->ended = NULL;
    if (!status)
        *out = *use;
    return status;
}

static int add_notes(struct ep_profile *profile, const struct origin *origin,
                     const struct ep_module *ran,
                     const struct ep_notes *current, struct ep_diag *diag,
                     struct ep_module_use *out)
{
    struct ep_module_use use = {.address = origin->address,
                                .counts = ran ? ran->counts : NULL,
                                .ended = ran ? &ran->ended : NULL,
                                .n_counters = origin->n_counters,
                                .modified = origin->modified,
                                .current = current};
    int status = read_notes(profile, origin, diag, &use.notes);

    return status ? status : add_use(profile, &use, origin->name, diag, out);
}

static struct origin from_binary(const char *name,
                                 const struct ep_binary *binary)
{
    struct origin origin = {name,
                            binary->notes,
                            binary->notes_size,
                            binary->address,
                            binary->n_counters,
                            binary->modified};
    return origin;
}

/* ---- builds -------------------------------------------------------------- */

static int has_other_build(const struct ep_counts *counts, size_t index)
{
    for (size_t i = 0; i < counts->n_modules; i++)
        if (i != index &&
            strcmp(counts->modules[i].path, counts->modules[index].path) == 0)
            return 1;
    return 0;
}

static void find_current(const struct uses *uses)
{
    for (size_t i = 0; i < uses->counts->n_modules; i++) {
        const struct ep_module *module = &uses->counts->modules[i];
        struct ep_binary own;

        if (!has_other_build(uses->counts, i))
            continue;
        if (find_named(uses, module)) {
            uses->is_current[i] = 1;
        } else if (ep_binary_read_own(module, NULL, &own) == EP_OK) {
            uses->is_current[i] = 1;
            ep_binary_release(&own);
        }
    }
}

/* The index of the current build of what module INDEX is an earlier one of;
 * EP_NONE: it is none. */
static uint32_t current_of(const struct uses *uses, size_t index)
{
    const struct ep_counts *counts = uses->counts;

    if (uses->is_current[index])
        return EP_NONE;
    for (size_t i = 0; i < counts->n_modules; i++)
        if (uses->is_current[i] &&
            strcmp(counts->modules[i].path, counts->modules[index].path) == 0)
            return (uint32_t)i;
    return EP_NONE;
}

/* ---- modules ------------------------------------------------------------- */

static int check_size(const char *name, const struct ep_binary *binary,
                      const struct ep_module *module, struct ep_diag *diag)
{
    if (module->n_counters == binary->n_counters)
        return EP_OK;
    return ep_fail(diag, EP_EMATCH,
                   "%s: %zu counters, the run of that id has %zu", name,
                   binary->n_counters, module->n_counters);
}

/* Notes that came with the profile are enough; but if the binary is at its path
 * it tells whether the source may have changed since. */
static int look_at_own(struct ep_profile *profile,
                       const struct ep_module *module, int64_t *out_modified)
{
    struct ep_diag diag = {{0}};
    struct ep_binary own;
    int status = ep_binary_read_own(module, &diag, &own);

    *out_modified = own.modified;
    if (status == EP_OK)
        ep_binary_release(&own);
    if (status != EP_EMATCH)
        return status == EP_ENOMEM ? status : EP_OK;
    return ep_profile_doubt(
        profile,
        ep_profile_say(profile, "%s; lines are those of the build that ran",
                       diag.text));
}

/* What OPTIONS' `like` has for module INDEX, or NULL. */
static const struct ep_module_use *find_known(const struct uses *uses,
                                              size_t index)
{
    const struct ep_profile_options *options = uses->options;
    const struct ep_module *module = &uses->counts->modules[index];
    const struct ep_module_use *use;

    if (!options->like || index >= options->like_counts->n_modules ||
        !ep_module_same(&options->like_counts->modules[index], module))
        return NULL;
    use = &options->like->p->uses[index];
    return use->notes && use->n_counters == module->n_counters ? use : NULL;
}

static int add_known(struct uses *uses, size_t index,
                     const struct ep_module_use *known,
                     const struct ep_notes *current, struct ep_diag *diag)
{
    const struct ep_module *module = &uses->counts->modules[index];
    struct ep_module_use use = *known;
    int status = keep_notes(uses->profile->p, use.notes, 0);

    use.counts = module->counts;
    use.ended = &module->ended;
    use.current = current;
    return status ? status
                  : add_use(uses->profile, &use, module->path, diag,
                            &uses->profile->p->uses[index]);
}

static int add_module(struct uses *uses, size_t index,
                      const struct ep_notes *current, struct ep_diag *diag)
{
    const struct ep_module_use *known = find_known(uses, index);
    const struct ep_module *module = &uses->counts->modules[index];
    const struct ep_named_binary *named = find_named(uses, module);
    struct ep_module_use *out = &uses->profile->p->uses[index];
    struct ep_binary own = {0};
    struct origin origin;
    int status = EP_OK;

    if (known)
        return add_known(uses, index, known, current, diag);
    if (module->notes) {
        origin = (struct origin){
            module->path,       module->notes,
            module->notes_size, module->notes_address,
            module->n_counters, named ? named->binary.modified : 0};
        if (!named && !current)
            status = look_at_own(uses->profile, module, &origin.modified);
    } else if (named) {
        origin = from_binary(named->path, &named->binary);
        status = check_size(named->path, &named->binary, module, diag);
    } else {
        status = ep_binary_read_own(module, diag, &own);
        origin = from_binary(module->path, &own);
        if (!status)
            status = check_size(module->path, &own, module, diag);
    }
    if (!status)
        status = add_notes(uses->profile, &origin, module, current, diag, out);
    ep_binary_release(&own);
    return status;
}

static int add_or_say(struct uses *uses, size_t index,
                      const struct ep_notes *current)
{
    struct ep_diag diag = {{0}};
    char id[EP_ID_TEXT];
    int status = add_module(uses, index, current, &diag);

    step(uses);
    if (!status)
        uses->n_used++;
    if (!status || status == EP_ENOMEM)
        return status;
    return ep_profile_doubt(
        uses->profile,
        ep_profile_say(uses->profile,
                       "%s; its counts are left out: name the binary of %s "
                       "with --binary PATH",
                       diag.text,
                       ep_module_id_text(&uses->counts->modules[index], id)));
}

/* Modules that ran: earlier builds after the current ones. */
static int add_modules(struct uses *uses)
{
    size_t n = uses->counts->n_modules;
    int status = EP_OK;

    for (size_t i = 0; !status && i < n; i++)
        if (current_of(uses, i) == EP_NONE)
            status = add_or_say(uses, i, NULL);
    for (size_t i = 0; !status && i < n; i++) {
        uint32_t current = current_of(uses, i);

        if (current != EP_NONE)
            status = add_or_say(uses, i, uses->profile->p->uses[current].notes);
    }
    return status;
}

static int did_run(const struct ep_counts *counts,
                   const struct ep_binary *binary)
{
    for (size_t i = 0; i < counts->n_modules; i++)
        if (ep_module_same(&counts->modules[i], &binary->id))
            return 1;
    return 0;
}

static int add_never_run(struct uses *uses)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < uses->options->n_named; i++) {
        const struct ep_named_binary *named = &uses->options->named[i];
        struct origin origin = from_binary(named->path, &named->binary);
        struct ep_module_use use;
        struct ep_diag diag = {{0}};

        step(uses);
        if (did_run(uses->counts, &named->binary))
            continue;
        status = add_notes(uses->profile, &origin, NULL, NULL, &diag, &use);
        if (status && status != EP_ENOMEM)
            status = ep_profile_doubt(
                uses->profile, ep_profile_say(uses->profile, "%s", diag.text));
    }
    return status;
}

int ep_profile_add_modules(struct ep_profile *profile,
                           const struct ep_counts *counts,
                           const struct ep_profile_options *options)
{
    struct uses uses = {
        .profile = profile, .counts = counts, .options = options};
    int status;

    uses.is_current = ep_arena_new(&profile->p->arena, counts->n_modules,
                                   sizeof *uses.is_current);
    profile->p->uses = ep_arena_new(&profile->p->arena, counts->n_modules,
                                    sizeof *profile->p->uses);
    if (profile->p->arena.failed)
        return EP_ENOMEM;
    find_current(&uses);
    status = add_modules(&uses);
    if (!status && uses.n_used == 0)
        status = EP_EMATCH;
    if (!status)
        status = add_never_run(&uses);
    return status;
}
