/* SPDX-License-Identifier: MIT */
#include "code/place_file.h"

#include "base/order.h"

#include <dwarf.h>
#include <gelf.h>
#include <string.h>

void ep_code_file_close(struct ep_code_file *file)
{
    for (size_t i = 0; i < file->n_units; i++)
        ep_scopes_release(&file->units[i].scopes);
    ep_mem_free(file->units);
    ep_mem_free(file->ranges);
    ep_skid_release(&file->skid);
    ep_copied_release(&file->copies);
    if (file->dwfl)
        dwfl_end(file->dwfl);
    *file = (struct ep_code_file){0};
}

static int by_start(const void *left, const void *right)
{
    const struct ep_unit_range *a = left, *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->unit > b->unit) - (a->unit < b->unit);
}

static int add_unit(struct ep_code_file *file, Dwarf_Die *die)
{
    struct ep_unit unit = {.die = *die};
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
            (struct ep_unit_range){start, end, file->n_units};
    }
    file->units[file->n_units++] = unit;
    return EP_OK;
}

static int read_units(struct ep_code_file *file)
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
static int is_object(const struct ep_code_file *file,
                     const struct ep_sampled_object *object)
{
    const unsigned char *id;
    GElf_Addr at;
    int size = dwfl_module_build_id(file->module, &id, &at);

    return object->id_size == 0 ||
           (size == (int)object->id_size &&
            memcmp(id, object->id, object->id_size) == 0);
}

static int read_copies(struct ep_code_file *file)
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

int ep_code_file_open(const struct ep_sampled_object *object,
                      struct ep_code_file *out)
{
    /* Of files here: nothing is asked of the network. */
    static char *no_path;
    static const Dwfl_Callbacks callbacks = {
        .find_debuginfo = dwfl_build_id_find_debuginfo,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = &no_path};

    int status;

    *out = (struct ep_code_file){.dwfl = dwfl_begin(&callbacks)};
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

int ep_code_file_address(const struct ep_code_file *file, uint64_t offset,
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

static int starts_by(const void *item, const void *key)
{
    return ((const struct ep_unit_range *)item)->start <=
           *(const uint64_t *)key;
}

struct ep_unit *ep_code_file_unit(const struct ep_code_file *file,
                                  uint64_t address)
{
    size_t at = ep_lower_bound(file->ranges, file->n_ranges,
                               sizeof *file->ranges, starts_by, &address);

    if (at == 0 || file->ranges[at - 1].end <= address)
        return NULL;
    return &file->units[file->ranges[at - 1].unit];
}
