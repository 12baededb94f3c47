/* SPDX-License-Identifier: MIT */
#include "code/place.h"

#include "base/order.h"
#include "base/paths.h"
#include "code/place_copies.h"
#include "code/place_scopes.h"
#include "code/place_skid.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <string.h>

/* Where a unit has code. */
struct unit_range {
    uint64_t start, end;
    size_t unit;
};

struct unit {
    Dwarf_Die die;
    int is_read; /* bool: its scopes */
    struct ep_scopes scopes;
    const char *folder; /* that it was compiled in, or NULL */
};

/* The file of an object. */
struct code_file {
    Dwfl *dwfl;
    Dwfl_Module *module;
    Elf *elf;
    GElf_Addr bias;        /* libdwfl's address less the file's */
    Dwarf *dwarf;          /* NULL: it has none */
    Dwarf_Addr dwarf_bias; /* libdwfl's less the debug information's */
    struct unit *units;
    size_t n_units;
    size_t units_capacity;
    struct unit_range *ranges; /* by start */
    size_t n_ranges;
    size_t ranges_capacity;
    struct ep_skid skid;
    struct ep_copied_map copies; /* of prof-patch */
};

/* ---- the file ------------------------------------------------------------ */

static void close_file(struct code_file *file)
{
    for (size_t i = 0; i < file->n_units; i++)
        ep_scopes_release(&file->units[i].scopes);
    ep_mem_free(file->units);
    ep_mem_free(file->ranges);
    ep_skid_release(&file->skid);
    ep_copied_release(&file->copies);
    if (file->dwfl)
        dwfl_end(file->dwfl);
    *file = (struct code_file){0};
}

static int by_start(const void *left, const void *right)
{
    const struct unit_range *a = left, *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->unit > b->unit) - (a->unit < b->unit);
}

static int add_unit(struct code_file *file, Dwarf_Die *die)
{
    struct unit unit = {.die = *die};
    Dwarf_Addr base, start, end;
    Dwarf_Attribute attribute;
    ptrdiff_t offset = 0;

    unit.folder = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attribute));
    if (EP_GROW(file->units, file->n_units, file->units_capacity))
        return EP_ENOMEM;
    while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0) {
        if (EP_GROW(file->ranges, file->n_ranges, file->ranges_capacity))
            return EP_ENOMEM;
        file->ranges[file->n_ranges++] =
            (struct unit_range){start, end, file->n_units};
    }
    file->units[file->n_units++] = unit;
    return EP_OK;
}

static int read_units(struct code_file *file)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    uint8_t type;
    int status = EP_OK;

    while (!status && dwarf_get_units(file->dwarf, unit, &unit, NULL, &type,
                                      &die, NULL) == 0)
        if (type == DW_UT_compile)
            status = add_unit(file, &die);
    ep_sort(file->ranges, file->n_ranges, sizeof *file->ranges, by_start);
    return status;
}

/* Whether FILE is OBJECT. */
static int is_object(const struct code_file *file,
                     const struct ep_sampled_object *object)
{
    const unsigned char *id;
    GElf_Addr at;
    int size = dwfl_module_build_id(file->module, &id, &at);

    return object->id_size == 0 ||
           (size == (int)object->id_size &&
            memcmp(id, object->id, object->id_size) == 0);
}

static int read_copies(struct code_file *file)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(file->elf, &names))
        return EP_OK;
    while ((section = elf_nextscn(file->elf, section)) != NULL) {
        GElf_Shdr header;
        const Elf_Data *data;
        const char *name = gelf_getshdr(section, &header)
                               ? elf_strptr(file->elf, names, header.sh_name)
                               : NULL;

        if (!name || strcmp(name, EP_COPIES_SECTION) != 0)
            continue;
        data = elf_rawdata(section, NULL);
        return data && data->d_buf
                   ? ep_copied_read(data->d_buf, data->d_size, &file->copies)
                   : EP_OK;
    }
    return EP_OK;
}

/* EP_OK; EP_ENOMEM; EP_EMATCH: it is not there as it was. */
static int open_file(const struct ep_sampled_object *object,
                     struct code_file *out)
{
    /* Of files here: nothing is asked of the network. */
    static char *no_path;
    static const Dwfl_Callbacks callbacks = {
        .find_debuginfo = dwfl_build_id_find_debuginfo,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = &no_path};

    int status;

    *out = (struct code_file){.dwfl = dwfl_begin(&callbacks)};
    if (!out->dwfl)
        return EP_ENOMEM;
    out->module = dwfl_report_offline(out->dwfl, "", object->path, -1);
    if (!out->module || dwfl_report_end(out->dwfl, NULL, NULL) ||
        !is_object(out, object))
        return EP_EMATCH;
    out->elf = dwfl_module_getelf(out->module, &out->bias);
    if (!out->elf)
        return EP_EMATCH;
    out->dwarf = dwfl_module_getdwarf(out->module, &out->dwarf_bias);
    status = read_copies(out);
    return status || !out->dwarf ? status : read_units(out);
}

/* The address in the file of what lies at OFFSET; whether it is loaded. */
static int find_address(const struct code_file *file, uint64_t offset,
                        uint64_t *out)
{
    size_t n;

    if (elf_getphdrnum(file->elf, &n))
        return 0;
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr segment;

        if (gelf_getphdr(file->elf, (int)i, &segment) &&
            segment.p_type == PT_LOAD && (segment.p_flags & PF_X) &&
            offset >= segment.p_offset &&
            offset - segment.p_offset < segment.p_filesz) {
            *out = segment.p_vaddr + (offset - segment.p_offset);
            return 1;
        }
    }
    return 0;
}

/* ---- one place ----------------------------------------------------------- */

static int set_text(struct ep_sampling *sampling, const char *text,
                    uint32_t *out)
{
    return text ? ep_sampling_text(sampling, text, strlen(text), out) : EP_OK;
}

/* PATH from the folder of UNIT. */
static int set_path(struct ep_sampling *sampling, const struct unit *unit,
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

static int starts_by(const void *item, const void *key)
{
    return ((const struct unit_range *)item)->start <= *(const uint64_t *)key;
}

static struct unit *find_unit(const struct code_file *file, uint64_t address)
{
    size_t at = ep_lower_bound(file->ranges, file->n_ranges,
                               sizeof *file->ranges, starts_by, &address);

    if (at == 0 || file->ranges[at - 1].end <= address)
        return NULL;
    return &file->units[file->ranges[at - 1].unit];
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

static int set_function(struct ep_sampling *sampling, struct code_file *file,
                        struct unit *unit, uint64_t address,
                        struct ep_place *out)
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
    status = set_text(sampling, linkage_name(&die), &out->function);
    return status ? status
                  : set_path(sampling, unit, dwarf_decl_file(&die), &out->home);
}

static int set_line(struct ep_sampling *sampling, struct unit *unit,
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
static int find_symbol(struct code_file *file, uint64_t offset,
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

static int find_place(struct ep_sampling *sampling, struct code_file *file,
                      uint64_t offset, struct ep_place *out)
{
    uint64_t address, original = 0;
    const char *symbol;
    struct unit *unit;
    int status, is_copy;

    *out = (struct ep_place){0};
    if (!find_address(file, offset, &address))
        return EP_OK;
    address += file->bias;
    status = find_symbol(file, offset, &address, &symbol);
    if (status)
        return status;
    is_copy = ep_copied_from(&file->copies, address - file->bias, &original);
    if (is_copy)
        address = original + file->bias;
    address -= file->dwarf_bias;
    unit =
        file->dwarf && (!is_copy || original) ? find_unit(file, address) : NULL;
    if (unit && !is_copy) /* what was inlined is part of what was copied */
        status = set_function(sampling, file, unit, address, out);
    if (!status && unit)
        status = set_line(sampling, unit, address, out);
    if (!status && !out->function)
        status = set_text(sampling, symbol, &out->function);
    return status;
}

/* ---- all ----------------------------------------------------------------- */

/* Those of an object, one behind the other in SAMPLES. */
static int find_places(struct ep_sampling *sampling, struct ep_sample *samples,
                       size_t n)
{
    struct ep_sampled_object object = sampling->objects[samples->object];
    struct code_file file = {0};
    int status = object.path[0] == '/' ? open_file(&object, &file) : EP_EMATCH;

    for (size_t i = 0; !status && i < n; i++) {
        struct ep_place place;

        if (samples[i].place)
            continue;
        status = find_place(sampling, &file, samples[i].offset, &place);
        if (!status)
            status = ep_sampling_place(sampling, &place, &samples[i].place);
    }
    close_file(&file);
    return status == EP_EMATCH ? EP_OK : status;
}

static int by_object(const void *left, const void *right)
{
    const struct ep_sample *a = left, *b = right;

    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* The samples are taken out, given their places, and added again: those that were
 * placed in a part of the sum already are the same now. */
static int find_in(struct ep_sampling *sampling)
{
    struct ep_sample *samples = sampling->items;
    size_t n = sampling->n_items;
    int status = EP_OK;

    sampling->items = NULL;
    sampling->n_items = sampling->items_capacity = 0;
    ep_map_release(&sampling->item_of);
    ep_sort(samples, n, sizeof *samples, by_object);
    for (size_t i = 0, end; !status && i < n; i = end) {
        for (end = i; end < n && samples[end].object == samples[i].object;)
            end++;
        status = find_places(sampling, samples + i, end - i);
    }
    for (size_t i = 0; !status && i < n; i++)
        if (samples[i].count)
            status = ep_sampling_add(sampling, &samples[i]);
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
