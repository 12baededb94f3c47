/* SPDX-License-Identifier: MIT
 *
 * Files are read, and not mapped: they may be written anew while the command runs.
 */
#include "run_tables.h"

#include "base/mem.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define MOST_RULES 65536 /* then they are forgotten */

struct tables_file {
    int is_tried; /* bool */
    Elf *elf;
    Dwarf *dwarf;
    Dwarf_CFI *tables; /* NULL: there are none */
    int is_own;        /* bool: the tables are to be ended by themselves */
};

struct tables_rule {
    uint32_t object;
    uint64_t at; /* address in the file */
    Dwarf_Frame *frame;
};

static void forget_rules(struct tables *tables)
{
    for (size_t i = 0; i < tables->n_rules; i++)
        free(tables->rules[i].frame);
    tables->n_rules = 0;
    ep_map_release(&tables->rule_of);
}

static void close_file(struct tables_file *file)
{
    if (file->tables && file->is_own)
        (void)dwarf_cfi_end(file->tables);
    if (file->dwarf)
        (void)dwarf_end(file->dwarf);
    if (file->elf)
        (void)elf_end(file->elf);
    *file = (struct tables_file){.is_tried = 1};
}

void tables_release(struct tables *tables)
{
    forget_rules(tables);
    ep_mem_free(tables->rules);
    for (size_t i = 0; i < tables->n_files; i++)
        close_file(&tables->files[i]);
    ep_mem_free(tables->files);
    *tables = (struct tables){0};
}

/* ---- files --------------------------------------------------------------- */

/* The kernel's page of clocks, as this process has it. */
static Elf *open_vdso(void)
{
    uintptr_t at = getauxval(AT_SYSINFO_EHDR);
    Elf64_Ehdr head;

    if (!at)
        return NULL;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): as the kernel says it */
    memcpy(&head, (const void *)at, sizeof head);
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): likewise */
    return elf_memory((char *)at,
                      head.e_shoff + (size_t)head.e_shnum * head.e_shentsize);
}

static int is_object(Elf *elf, const struct ep_sampled_object *object)
{
    const void *id;
    ssize_t size = dwelf_elf_gnu_build_id(elf, &id);

    return object->id_size == 0 ||
           (size == (ssize_t)object->id_size &&
            memcmp(id, object->id, object->id_size) == 0);
}

/* The address in the file of what lies at OFFSET; whether it is loaded. */
static int find_address(Elf *elf, uint64_t offset, uint64_t *out)
{
    size_t n;

    if (elf_getphdrnum(elf, &n))
        return 0;
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr segment;

        if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD &&
            offset >= segment.p_offset &&
            offset - segment.p_offset < segment.p_filesz &&
            (segment.p_flags & PF_X)) {
            *out = segment.p_vaddr + (offset - segment.p_offset);
            return 1;
        }
    }
    return 0;
}

/* The tables of OBJECT into FILE, or none. */
static void open_file(const struct ep_sampled_object *object,
                      struct tables_file *file)
{
    uint64_t unused;
    int fd = -1;

    (void)elf_version(EV_CURRENT);
    if (strcmp(object->path, "[vdso]") == 0) {
        file->elf = open_vdso();
    } else if (object->path[0] == '/') {
        fd = open(object->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        file->elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    }
    if (file->elf && elf_kind(file->elf) == ELF_K_ELF &&
        is_object(file->elf, object)) {
        file->tables = dwarf_getcfi_elf(file->elf);
        file->is_own = file->tables != NULL;
        if (!file->tables && fd >= 0)
            file->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
        if (file->dwarf)
            file->tables = dwarf_getcfi(file->dwarf);
    }
    if (!file->tables)
        close_file(file);
    if (file->elf) { /* all that is needed is in memory, but its segments */
        (void)find_address(file->elf, 0, &unused);
        (void)elf_cntl(file->elf, ELF_C_FDDONE);
    }
    if (fd >= 0)
        (void)close(fd);
    file->is_tried = 1;
}

static int find_file(struct tables *tables, const struct ep_sampling *sampling,
                     uint32_t object, struct tables_file **out)
{
    if (object >= tables->n_files) {
        size_t n = sampling->n_objects;
        struct tables_file *files =
            ep_mem_resize(tables->files, n * sizeof *files);

        if (!files)
            return EP_ENOMEM;
        memset(files + tables->n_files, 0,
               (n - tables->n_files) * sizeof *files);
        tables->files = files;
        tables->n_files = n;
    }
    *out = &tables->files[object];
    if (!(*out)->is_tried)
        open_file(&sampling->objects[object], *out);
    return EP_OK;
}

/* ---- rules --------------------------------------------------------------- */

static int find_rule(const struct tables *tables, uint64_t hash,
                     const struct tables_rule *like, Dwarf_Frame **out)
{
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&tables->rule_of, hash, &cursor)) != EP_NONE)
        if (tables->rules[index].object == like->object &&
            tables->rules[index].at == like->at) {
            *out = tables->rules[index].frame;
            return 1;
        }
    return 0;
}

static int add_rule(struct tables *tables, uint64_t hash,
                    const struct tables_rule *rule)
{
    if (EP_GROW(tables->rules, tables->n_rules, tables->rules_capacity) ||
        ep_map_add(&tables->rule_of, hash, (uint32_t)tables->n_rules))
        return EP_ENOMEM;
    tables->rules[tables->n_rules++] = *rule;
    return EP_OK;
}

int tables_find(struct tables *tables, const struct ep_sampling *sampling,
                const struct mapping *mapping, uint64_t address,
                Dwarf_Frame **out)
{
    struct tables_rule rule = {.object = mapping->object};
    struct tables_file *file;
    uint64_t hash;
    int status = find_file(tables, sampling, mapping->object, &file);

    *out = NULL;
    if (status || !file->tables ||
        !find_address(file->elf, address - mapping->start + mapping->offset,
                      &rule.at))
        return status;
    hash = ep_hash_u64(ep_hash_u64(EP_HASH_START, rule.at), rule.object);
    if (find_rule(tables, hash, &rule, out))
        return EP_OK;
    if (tables->n_rules == MOST_RULES)
        forget_rules(tables);
    if (dwarf_cfi_addrframe(file->tables, rule.at, &rule.frame))
        rule.frame = NULL;
    status = add_rule(tables, hash, &rule);
    if (status)
        free(rule.frame);
    else
        *out = rule.frame;
    return status;
}
