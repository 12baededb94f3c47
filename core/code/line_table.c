/* SPDX-License-Identifier: MIT */
#include "code/line_table.h"

#include "base/map.h"
#include "base/order.h"
#include "base/paths.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <libelf.h>
#include <string.h>

void ep_lines_release(struct ep_lines *lines)
{
    for (size_t i = 0; i < lines->n_files; i++)
        ep_mem_free(lines->files[i]);
    ep_mem_free(lines->files);
    ep_mem_free(lines->rows);
    *lines = (struct ep_lines){0};
}

/* The index of PATH, which is added if it is new. */
static int find_file(struct ep_lines *lines, struct ep_map *by_name,
                     const char *path, uint32_t *out)
{
    size_t size = strlen(path), cursor = 0;
    uint64_t hash = ep_hash(EP_HASH_START, path, size);

    while ((*out = ep_map_next(by_name, hash, &cursor)) != EP_NONE)
        if (strcmp(lines->files[*out], path) == 0)
            return EP_OK;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    if (EP_GROW(lines->files, lines->n_files, lines->files_capacity))
        return EP_ENOMEM;
    *out = (uint32_t)lines->n_files;
    lines->files[*out] = ep_mem_dup(path, size);
    if (!lines->files[*out])
        return EP_ENOMEM;
    lines->n_files++;
    return ep_map_add(by_name, hash, *out);
}

/* The unit that is read. */
struct unit {
    struct ep_lines *lines;
    struct ep_map *by_name; /* of all units */
    const char *folder;     /* where it was compiled; NULL: unknown */
    uint32_t *file;         /* per file of its table: index, or EP_NONE */
    size_t n_files;
};

/* PATH from the folder that the unit was compiled in; PATH itself if that is all
 * that is known. */
static int add_path(struct unit *unit, const char *path, uint32_t *out)
{
    char *whole;
    int status;

    if (path[0] == '/' || !unit->folder)
        return find_file(unit->lines, unit->by_name, path, out);
    whole = ep_path_join(unit->folder, path);
    status =
        whole ? find_file(unit->lines, unit->by_name, whole, out) : EP_ENOMEM;
    ep_mem_free(whole);
    return status;
}

/* LINE has a file; it is looked up when it is met first. */
static int find_row_file(struct unit *unit, Dwarf_Line *line, uint32_t *out)
{
    Dwarf_Files *files;
    size_t at;

    if (dwarf_line_file(line, &files, &at) || at >= unit->n_files)
        return EP_ENOMEM;
    if (unit->file[at] == EP_NONE &&
        add_path(unit, dwarf_filesrc(files, at, NULL, NULL), &unit->file[at]))
        return EP_ENOMEM;
    *out = unit->file[at];
    return EP_OK;
}

/* Rows that begin no statement go on with the one before. */
static int add_row(struct unit *unit, Dwarf_Line *line)
{
    struct ep_lines *lines = unit->lines;
    struct ep_row row = {0};
    bool begins = false, ends = false;
    Dwarf_Addr address;
    int number = 0, status = EP_OK;

    if (dwarf_lineaddr(line, &address) || dwarf_lineno(line, &number) ||
        dwarf_linebeginstatement(line, &begins) ||
        dwarf_lineendsequence(line, &ends) || (!begins && !ends))
        return EP_OK;
    row.address = address;
    if (!ends && dwarf_linesrc(line, NULL, NULL) && number > 0) {
        row.line = (uint32_t)number;
        status = find_row_file(unit, line, &row.file);
    }
    if (status || EP_GROW(lines->rows, lines->n_rows, lines->rows_capacity))
        return EP_ENOMEM;
    row.nth = (uint32_t)lines->n_rows;
    lines->rows[lines->n_rows++] = row;
    return EP_OK;
}

static int add_unit(struct ep_lines *lines, struct ep_map *by_name,
                    Dwarf_Die *die)
{
    struct unit unit = {.lines = lines, .by_name = by_name};
    Dwarf_Attribute attribute;
    Dwarf_Files *files;
    Dwarf_Lines *table;
    size_t n;
    int status = EP_OK;

    if (dwarf_getsrclines(die, &table, &n) ||
        dwarf_getsrcfiles(die, &files, &unit.n_files))
        return EP_OK;
    unit.folder = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attribute));
    unit.file = ep_mem_zeroed(unit.n_files, sizeof *unit.file);
    if (!unit.file)
        return EP_ENOMEM;
    for (size_t i = 0; i < unit.n_files; i++)
        unit.file[i] = EP_NONE;
    for (size_t i = 0; !status && i < n; i++)
        status = add_row(&unit, dwarf_onesrcline(table, i));
    ep_mem_free(unit.file);
    return status;
}

/* Where one unit ends another may begin. */
static int by_address(const void *left, const void *right)
{
    const struct ep_row *a = left, *b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if ((a->line == 0) != (b->line == 0))
        return a->line == 0 ? -1 : 1;
    return (a->nth > b->nth) - (a->nth < b->nth);
}

static int read_units(Dwarf *dwarf, struct ep_lines *out)
{
    struct ep_map by_name = {0};
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    int status = EP_OK;

    while (!status &&
           dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
        status = add_unit(out, &by_name, &die);
    ep_map_release(&by_name);
    ep_sort(out->rows, out->n_rows, sizeof *out->rows, by_address);
    return status;
}

int ep_lines_read(const struct ep_image *image, struct ep_lines *out)
{
    Dwarf *dwarf = NULL;
    Elf *elf = NULL;
    int status = EP_OK;

    *out = (struct ep_lines){0};
    if (elf_version(EV_CURRENT) != EV_NONE)
        elf = elf_memory((char *)image->bytes, image->size);
    if (elf)
        dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (dwarf) {
        status = read_units(dwarf, out);
        (void)dwarf_end(dwarf);
    }
    if (elf)
        (void)elf_end(elf);
    if (status)
        ep_lines_release(out);
    return status;
}

static int starts_before(const void *item, const void *key)
{
    return ((const struct ep_row *)item)->address < *(const uint64_t *)key;
}

size_t ep_lines_at(const struct ep_lines *lines, uint64_t address,
                   const struct ep_row **out)
{
    size_t first = ep_lower_bound(lines->rows, lines->n_rows,
                                  sizeof *lines->rows, starts_before, &address);
    size_t end = first;

    while (end < lines->n_rows && lines->rows[end].address == address)
        end++;
    while (first < end && lines->rows[first].line == 0)
        first++;
    if (first == end) { /* none begins */
        if (first == 0 || lines->rows[first - 1].line == 0)
            return 0;
        first--;
    }
    *out = &lines->rows[first];
    return end - first;
}
