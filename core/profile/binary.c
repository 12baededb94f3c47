/* SPDX-License-Identifier: MIT */
#include "profile/binary.h"

#include "profile/callees.h"
#include "profile/uncounted.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What one pass over the section headers finds. */
struct sections {
    Elf_Scn *notes;
    Elf_Scn *relocations; /* of the notes, in a module of the kernel */
    Elf_Scn *symbols;     /* that they refer to */
    Elf_Scn *build_id;
    uint64_t start; /* of the counters */
    uint64_t stop;
    size_t counters;    /* index of their last section */
    uint64_t flags;     /* of those, ORed */
    Elf_Scn *ids;       /* what the counters are of */
    int is_module;      /* bool: of the kernel, not of a program */
    int is_relocatable; /* bool */
};

enum { MODULE_START = 4096 }; /* where a module's counters are taken to begin */

void ep_binary_release(struct ep_binary *elf)
{
    ep_mem_free(elf->notes);
    *elf = (struct ep_binary){0};
}

static int damaged(const char *path, struct ep_diag *diag)
{
    return ep_fail(diag, EP_EFORMAT, "%s: damaged ELF file: %s", path,
                   elf_errmsg(-1));
}

static int check_kind(Elf *elf, uint64_t size, const char *path,
                      struct ep_diag *diag)
{
    GElf_Ehdr header;

    if (elf_kind(elf) != ELF_K_ELF)
        return ep_fail(diag, EP_EFORMAT, "%s: not an ELF file", path);
    if (!gelf_getehdr(elf, &header))
        return damaged(path, diag);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: not a 64-bit little-endian ELF file", path);
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN &&
        header.e_type != ET_REL)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: neither an executable nor a shared object", path);
    if (header.e_shoff > size ||
        (uint64_t)header.e_shnum * header.e_shentsize > size - header.e_shoff)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: cut off, its section headers are missing", path);
    return EP_OK;
}

static void add_counters(struct sections *found, const GElf_Shdr *header)
{
    uint64_t stop = header->sh_addr + header->sh_size;

    if (header->sh_size == 0 || stop < header->sh_addr)
        return;
    if (found->start == found->stop || header->sh_addr < found->start)
        found->start = header->sh_addr;
    if (stop > found->stop)
        found->stop = stop;
}

static void add_section(struct sections *found, Elf_Scn *section,
                        const char *name, const GElf_Shdr *header)
{
    if (strcmp(name, EDGEPROF_COUNTERS_SECTION) == 0) {
        add_counters(found, header);
        found->counters = elf_ndxscn(section);
        found->flags |= header->sh_flags;
    } else if (strcmp(name, EDGEPROF_NOTES_SECTION) == 0 &&
               header->sh_type != SHT_NOBITS) {
        found->notes = section;
    } else if (strcmp(name, ".rela" EDGEPROF_NOTES_SECTION) == 0) {
        found->relocations = section;
    } else if (strcmp(name, ".note.gnu.build-id") == 0) {
        found->build_id = section;
    } else if (strcmp(name, ".modinfo") == 0) {
        found->is_module = 1;
    } else if (strcmp(name, EDGEPROF_IDS_SECTION) == 0 &&
               header->sh_type != SHT_NOBITS) {
        found->ids = section;
    } else if (header->sh_type == SHT_SYMTAB) {
        found->symbols = section;
    }
}

static int find_sections(Elf *elf, const char *path, struct ep_diag *diag,
                         struct sections *found)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names))
        return damaged(path, diag);
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        const char *name;

        if (!gelf_getshdr(section, &header))
            return damaged(path, diag);
        name = elf_strptr(elf, names, header.sh_name);
        if (!name)
            return damaged(path, diag);
        add_section(found, section, name, &header);
    }
    return EP_OK;
}

/* An object of a compiler is none, whose counters are in groups yet. */
static int check_relocatable(Elf *elf, const char *path, struct ep_diag *diag,
                             struct sections *found)
{
    GElf_Ehdr header;

    if (!gelf_getehdr(elf, &header))
        return damaged(path, diag);
    found->is_relocatable = header.e_type == ET_REL;
    if (!found->is_relocatable)
        return EP_OK;
    if (!found->is_module)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: neither an executable nor a shared object", path);
    if (found->notes && (found->flags & SHF_GROUP || !found->relocations))
        return ep_fail(diag, EP_EFORMAT,
                       "%s: its counters are in pieces: link the module with "
                       "edgeprof's kernel-module.lds",
                       path);
    return EP_OK;
}

/* Without a build-id the runtime names a module by the bytes of its notes as
 * they lie in the file, so the hash comes before any decompression. */
static int read_notes(Elf_Scn *section, const char *path, struct ep_diag *diag,
                      struct ep_binary *out)
{
    Elf_Data *data = elf_rawdata(section, NULL);
    GElf_Shdr header;
    uint64_t hash;

    if (!data || !gelf_getshdr(section, &header))
        return damaged(path, diag);
    hash = ep_hash(EP_HASH_START, data->d_buf, data->d_size);
    out->id.id_kind = EDGEPROF_ID_NOTES;
    out->id.id_size = sizeof hash;
    for (unsigned i = 0; i < sizeof hash; i++)
        out->id.id[i] = (uint8_t)(hash >> (8 * i));
    if (header.sh_flags & SHF_COMPRESSED) {
        if (elf_compress(section, 0, 0) < 0)
            return damaged(path, diag);
        data = elf_getdata(section, NULL);
        if (!data)
            return damaged(path, diag);
    }
    out->notes = (uint8_t *)ep_mem_dup(data->d_buf, data->d_size);
    out->notes_size = data->d_size;
    return out->notes ? EP_OK : EP_ENOMEM;
}

/* The address that a relocation of the notes gives: of a counter, else 0. */
static uint64_t address_of(const struct sections *found, Elf_Data *symbols,
                           const GElf_Rela *relocation)
{
    GElf_Sym symbol;

    if (!symbols ||
        !gelf_getsym(symbols, (int)GELF_R_SYM(relocation->r_info), &symbol) ||
        symbol.st_shndx != found->counters)
        return 0;
    return MODULE_START + symbol.st_value + (uint64_t)relocation->r_addend;
}

/* The notes of a module of the kernel, as if it had been linked to an address. */
static int relocate_notes(struct sections *found, const char *path,
                          struct ep_diag *diag, struct ep_binary *out)
{
    Elf_Data *table, *symbols;
    GElf_Rela at;

    if (!found->is_relocatable || !found->relocations)
        return EP_OK;
    found->stop = MODULE_START + (found->stop - found->start);
    found->start = MODULE_START;
    table = elf_getdata(found->relocations, NULL);
    symbols = found->symbols ? elf_getdata(found->symbols, NULL) : NULL;
    if (!table)
        return damaged(path, diag);
    for (int i = 0; gelf_getrela(table, i, &at); i++) {
        uint64_t value = address_of(found, symbols, &at);

        if (GELF_R_TYPE(at.r_info) == R_X86_64_64 &&
            at.r_offset <= out->notes_size &&
            out->notes_size - at.r_offset >= sizeof value)
            memcpy(out->notes + at.r_offset, &value, sizeof value);
    }
    return EP_OK;
}

static int read_build_id(Elf_Scn *section, const char *path,
                         struct ep_diag *diag, struct ep_binary *out)
{
    Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    size_t at = 0, name, descriptor;
    GElf_Nhdr note;

    if (section && !data)
        return damaged(path, diag);
    while (data &&
           (at = gelf_getnote(data, at, &note, &name, &descriptor)) > 0) {
        const char *bytes = data->d_buf;

        if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
            memcmp(bytes + name, "GNU", 4) != 0 || note.n_descsz == 0 ||
            note.n_descsz > EDGEPROF_ID_MAX)
            continue;
        out->id = (struct ep_module){.id_kind = EDGEPROF_ID_BUILD,
                                     .id_size = note.n_descsz};
        memcpy(out->id.id, bytes + descriptor, note.n_descsz);
        break;
    }
    return EP_OK;
}

static int read_identity(Elf_Scn *section, const char *path,
                         struct ep_diag *diag, struct ep_binary *out)
{
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
    GElf_Shdr header;

    if (!section)
        return EP_OK;
    if (!data || !gelf_getshdr(section, &header))
        return damaged(path, diag);
    out->identity = ep_hash(EP_HASH_START, data->d_buf, data->d_size);
    out->ids_address = header.sh_addr;
    out->ids_size = data->d_size;
    return EP_OK;
}

/* Add to the notes which functions are not counted, and callees' names. */
static int add_notes(Elf *elf, const struct sections *found,
                     struct ep_binary *out)
{
    struct ep_buf notes = {.data = (char *)out->notes,
                           .size = out->notes_size,
                           .capacity = out->notes_size};
    /* A module's code does not have its counters' addresses yet. */
    int status = found->is_relocatable ? EP_OK
                                       : ep_uncounted_note(elf, found->start,
                                                           found->stop, &notes);

    if (!status)
        status = ep_callees_note(elf, &notes);
    if (!status)
        status = ep_callees_note_targets(elf, found->start, &notes);
    out->notes = (uint8_t *)notes.data;
    out->notes_size = notes.size;
    return status;
}

static int read_open(Elf *elf, uint64_t size, const char *path,
                     struct ep_diag *diag, struct ep_binary *out)
{
    struct sections found = {0};
    int status = check_kind(elf, size, path, diag);

    if (!status)
        status = find_sections(elf, path, diag, &found);
    if (!status)
        status = check_relocatable(elf, path, diag, &found);
    if (status)
        return status;
    if (!found.notes)
        return ep_fail(diag, EP_EMATCH,
                       "%s: no section " EDGEPROF_NOTES_SECTION
                       ": not built with the plugin, or stripped of it",
                       path);
    if ((found.stop - found.start) / 8 > EP_COUNTERS_MAX)
        return ep_fail(diag, EP_EFORMAT,
                       "%s: more counters than any program has", path);
    status = read_notes(found.notes, path, diag, out);
    if (!status)
        status = relocate_notes(&found, path, diag, out);
    if (!status)
        status = read_build_id(found.build_id, path, diag, out);
    if (!status)
        status = read_identity(found.ids, path, diag, out);
    if (!status)
        status = add_notes(elf, &found, out);
    if (status == EP_EIO)
        return damaged(path, diag);
    if (status)
        return status;
    out->address = found.start;
    out->n_counters = (size_t)((found.stop - found.start) / 8);
    return EP_OK;
}

int ep_binary_read(const char *path, struct ep_diag *diag,
                   struct ep_binary *out)
{
    struct stat there;
    Elf *elf;
    int status;
    int fd;

    *out = (struct ep_binary){0};
    if (elf_version(EV_CURRENT) == EV_NONE)
        return ep_fail(diag, EP_EVERSION, "%s: libelf is too old", path);
    /* A fifo would block, a device would read for ever. */
    if (stat(path, &there))
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(there.st_mode))
        return ep_fail(diag, EP_EFORMAT, "%s: not a regular file", path);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    elf = elf_begin(fd, ELF_C_READ, NULL);
    status = elf ? read_open(elf, (uint64_t)there.st_size, path, diag, out)
                 : damaged(path, diag);
    if (status == EP_ENOMEM)
        (void)ep_fail(diag, status, "%s: out of memory", path);
    if (status)
        ep_binary_release(out);
    else
        out->modified = (int64_t)there.st_mtime;
    (void)elf_end(elf);
    (void)close(fd);
    return status;
}

int ep_binary_read_own(const struct ep_module *module, struct ep_diag *diag,
                       struct ep_binary *out)
{
    char now[EP_ID_TEXT], then[EP_ID_TEXT];
    int status = ep_binary_read(module->path, diag, out);

    if (status || ep_module_same(&out->id, module))
        return status;
    status = ep_fail(diag, EP_EMATCH, "%s: rebuilt since the run: %s, then %s",
                     module->path, ep_module_id_text(&out->id, now),
                     ep_module_id_text(module, then));
    ep_binary_release(out);
    return status;
}

const struct ep_named_binary *
ep_binary_find(const struct ep_named_binary *named, size_t n,
               const struct ep_module *module)
{
    for (size_t i = 0; i < n; i++)
        if (ep_module_same(&named[i].binary.id, module))
            return &named[i];
    return NULL;
}
