/* SPDX-License-Identifier: MIT */
#include "code/place.h"

#include "base/order.h"
#include "base/paths.h"
#include "code/place_file.h"
#include "code/place_tree.h"

#include <dwarf.h>
#include <string.h>

/* ---- one place ----------------------------------------------------------- */

static int set_text(struct ep_sampling *sampling, const char *text,
                    uint32_t *out)
{
    return text ? ep_sampling_text(sampling, text, strlen(text), out) : EP_OK;
}

/* PATH from the folder of UNIT. */
static int set_path(struct ep_sampling *sampling, const struct ep_unit *unit,
                    const char *path, uint32_t *out)
{
    char *whole;
    int status;

    if (!path || path[0] == '/' || !unit->folder)
        return set_text(sampling, path, out);
    whole = ep_path_join(unit->folder, path);
    status = whole ? set_text(sampling, whole, out) : EP_ENOMEM;
    ep_mem_free(whole);
    return status;
}

static const char *linkage_name(Dwarf_Die *die)
{
    static const unsigned names[] = {DW_AT_linkage_name,
                                     DW_AT_MIPS_linkage_name, DW_AT_name};
    const char *name = NULL;

    for (size_t i = 0; !name && i < sizeof names / sizeof *names; i++) {
        Dwarf_Attribute attribute;

        name =
            dwarf_formstring(dwarf_attr_integrate(die, names[i], &attribute));
    }
    return name;
}

static int set_name(struct ep_sampling *sampling, const struct ep_unit *unit,
                    Dwarf_Die *die, struct ep_place *out)
{
    int status = set_text(sampling, linkage_name(die), &out->function);

    return status ? status
                  : set_path(sampling, unit, dwarf_decl_file(die), &out->home);
}

/* Where INNER was inlined. */
static int set_call(struct ep_sampling *sampling, struct ep_unit *unit,
                    Dwarf_Die *inner, struct ep_place *out)
{
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, line = 0;
    Dwarf_Files *files;
    size_t n;

    if (dwarf_formudata(dwarf_attr(inner, DW_AT_call_line, &attribute),
                        &line) ||
        dwarf_formudata(dwarf_attr(inner, DW_AT_call_file, &attribute),
                        &file) ||
        dwarf_getsrcfiles(&unit->die, &files, &n) || file >= n)
        return EP_OK;
    out->line = (uint32_t)line;
    return set_path(sampling, unit, dwarf_filesrc(files, file, NULL, NULL),
                    &out->file);
}

/* The functions that the innermost at ADDRESS was inlined into, behind it in OUT; none,
 * unless OUT wants them. */
static int set_functions(struct ep_sampling *sampling,
                         struct ep_code_file *file, struct ep_unit *unit,
                         uint64_t address, struct ep_place_chain *out)
{
    Dwarf_Off scope;
    Dwarf_Die die;
    int status = EP_OK;

    if (!unit->is_read) {
        status = ep_scopes_read(&unit->die, &unit->scopes);
        unit->is_read = 1;
    }
    if (status)
        return status;
    scope = ep_scopes_at(&unit->scopes, address);
    if (!scope || !dwarf_offdie(file->dwarf, scope, &die))
        return EP_OK;
    status = set_name(sampling, unit, &die, &out->places[0]);
    while (!status && out->n < out->most &&
           (scope = ep_scopes_outer(&unit->scopes, scope)) != 0) {
        struct ep_place *place = &out->places[out->n++];

        status = set_call(sampling, unit, &die, place);
        if (status || !dwarf_offdie(file->dwarf, scope, &die))
            break;
        status = set_name(sampling, unit, &die, place);
    }
    return status;
}

static int set_line(struct ep_sampling *sampling, struct ep_unit *unit,
                    uint64_t address, struct ep_place *out)
{
    Dwarf_Line *line = dwarf_getsrc_die(&unit->die, address);
    int number = 0;

    if (!line || dwarf_lineno(line, &number) || number <= 0)
        return EP_OK;
    out->line = (uint32_t)number;
    return set_path(sampling, unit, dwarf_linesrc(line, NULL, NULL),
                    &out->file);
}

/* ADDRESS, which is at OFFSET, as libdwfl has it: it becomes that of the instruction that
 * a sample there is of, and OUT the symbol that it is in, or NULL. */
static int find_symbol(struct ep_code_file *file, uint64_t offset,
                       uint64_t *address, const char **out)
{
    size_t size;
    const uint8_t *bytes = (const uint8_t *)elf_rawfile(file->elf, &size);
    GElf_Off within;
    GElf_Sym symbol;
    int status = EP_OK;

    *out = dwfl_module_addrinfo(file->module, *address, &within, &symbol, NULL,
                                NULL, NULL);
    if (!*out || !bytes || within >= symbol.st_size || within > offset ||
        offset - within > size || symbol.st_size > size - (offset - within))
        return EP_OK;
    if (*address < file->skid.start || *address >= file->skid.end)
        status = ep_skid_read(&file->skid, bytes + (offset - within),
                              (size_t)symbol.st_size, *address - within);
    *address = ep_skid_back(&file->skid, *address);
    return status;
}

/* OUT, which is empty, wants some. */
static int find_chain(struct ep_sampling *sampling, struct ep_code_file *file,
                      uint64_t offset, struct ep_place_chain *out)
{
    uint64_t address, original = 0;
    const char *symbol;
    struct ep_unit *unit;
    int status, is_copy;

    out->n = 1;
    if (!ep_code_file_address(file, offset, &address))
        return EP_OK;
    address += file->bias;
    status = find_symbol(file, offset, &address, &symbol);
    if (status)
        return status;
    is_copy = ep_copied_from(&file->copies, address - file->bias, &original);
    if (is_copy)
        address = original + file->bias;
    address -= file->dwarf_bias;
    unit = file->dwarf && (!is_copy || original)
               ? ep_code_file_unit(file, address)
               : NULL;
    if (unit && !is_copy) /* what was inlined is part of what was copied */
        status = set_functions(sampling, file, unit, address, out);
    if (!status && unit)
        status = set_line(sampling, unit, address, &out->places[0]);
    if (!status && !out->places[0].function)
        status = set_text(sampling, symbol, &out->places[0].function);
    return status;
}

/* ---- all ----------------------------------------------------------------- */

/* What of an object has no place yet. */
struct part {
    struct ep_sample *samples;
    size_t n_samples;
    struct ep_tree_frame *frames;
    size_t n_frames;
};

static int find_samples(struct ep_sampling *sampling, struct ep_code_file *file,
                        const struct part *part)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < part->n_samples; i++) {
        struct ep_place_chain chain = {.most = 1};
        struct ep_sample *sample = &part->samples[i];

        if (sample->place)
            continue;
        status = find_chain(sampling, file, sample->offset, &chain);
        if (!status)
            status =
                ep_sampling_place(sampling, &chain.places[0], &sample->place);
    }
    return status;
}

static int find_frames(struct ep_sampling *sampling, struct ep_code_file *file,
                       const struct part *part, struct ep_tree *tree)
{
    struct ep_place_chain chain;
    int status = EP_OK;

    for (size_t i = 0; !status && i < part->n_frames; i++) {
        struct ep_tree_frame *frame = &part->frames[i];

        if (i && frame->offset == frame[-1].offset) {
            frame->first = frame[-1].first;
            frame->n = frame[-1].n;
            continue;
        }
        chain = (struct ep_place_chain){.most = EP_MOST_INLINED};
        status = find_chain(sampling, file, frame->offset, &chain);
        if (!status)
            status = ep_tree_set(tree, sampling, frame, &chain);
    }
    return status;
}

static int find_in_object(struct ep_sampling *sampling, uint32_t index,
                          const struct part *part, struct ep_tree *tree)
{
    struct ep_sampled_object object = sampling->objects[index];
    struct ep_code_file file = {0};
    int status = EP_EMATCH;

    if (object.path[0] == '/' && (part->n_samples || part->n_frames))
        status = ep_code_file_open(&object, &file);
    if (!status)
        status = find_samples(sampling, &file, part);
    if (!status)
        status = find_frames(sampling, &file, part, tree);
    ep_code_file_close(&file);
    return status == EP_EMATCH ? EP_OK : status;
}

static int by_object(const void *left, const void *right)
{
    const struct ep_sample *a = left, *b = right;

    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Of the N SAMPLES, which are sorted, and the frames of TREE, one object's after the
 * other's. */
static int find_all(struct ep_sampling *sampling, struct ep_sample *samples,
                    size_t n, struct ep_tree *tree)
{
    struct part part = {.samples = samples, .frames = tree->frames};
    int status = EP_OK;

    for (uint32_t i = 0; !status && i < sampling->n_objects; i++) {
        part.n_samples = part.n_frames = 0;
        while (part.samples + part.n_samples < samples + n &&
               part.samples[part.n_samples].object == i)
            part.n_samples++;
        while (part.frames + part.n_frames < tree->frames + tree->n &&
               part.frames[part.n_frames].object == i)
            part.n_frames++;
        status = find_in_object(sampling, i, &part, tree);
        part.samples += part.n_samples;
        part.frames += part.n_frames;
    }
    return status;
}

/* The samples are taken out, given their places, and added again: those that were
 * placed in a part of the sum already are the same now.  Likewise the nodes. */
static int find_in(struct ep_sampling *sampling)
{
    struct ep_sample *samples = sampling->items;
    struct ep_tree tree;
    size_t n = sampling->n_items;
    int status = ep_tree_begin(sampling, &tree);

    sampling->items = NULL;
    sampling->n_items = sampling->items_capacity = 0;
    ep_map_release(&sampling->item_of);
    ep_sort(samples, n, sizeof *samples, by_object);
    if (!status)
        status = find_all(sampling, samples, n, &tree);
    for (size_t i = 0; !status && i < n; i++)
        if (samples[i].count)
            status = ep_sampling_add(sampling, &samples[i]);
    if (!status)
        status = ep_tree_make(&tree, sampling);
    ep_tree_release(&tree);
    ep_mem_free(samples);
    return status;
}

int ep_places_find(struct ep_samplings *samplings)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < samplings->n; i++)
        status = find_in(&samplings->items[i]);
    return status;
}
