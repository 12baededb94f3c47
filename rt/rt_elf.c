/* SPDX-License-Identifier: MIT
 *
 * rt_elf.c - the loaded modules: who they are, where their code is.
 *
 * All from memory, by dl_iterate_phdr; only a module without a build-id has its
 * file read, for the hash of its notes.
 */
#define _GNU_SOURCE
#include "rt_elf.h"

#include <dlfcn.h>
#include <errno.h>

/* ---- identity -------------------------------------------------------------
 */

struct identify {
    const struct edgeprof_module *descriptor;
    struct edgeprof_raw_module *raw;
    bool *out_main;
};

/* NT_GNU_BUILD_ID among the notes at [AT, END). */
static bool take_build_id(const char *at, const char *end,
                          struct edgeprof_raw_module *raw)
{
    while (end - at >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)at;
        const char *name = at + sizeof *note;
        const char *desc = name + ((note->n_namesz + 3) & ~3u);
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
            !memcmp(name, "GNU", 4) && note->n_descsz <= EDGEPROF_ID_MAX) {
            raw->id_kind = EDGEPROF_ID_BUILD;
            raw->id_size = note->n_descsz;
            memcpy(raw->id, desc, note->n_descsz);
            return true;
        }
        at = desc + ((note->n_descsz + 3) & ~3u);
    }
    return false;
}

static bool find_build_id(const struct dl_phdr_info *info,
                          struct edgeprof_raw_module *raw)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        struct rt_extent e = segment(info, &info->dlpi_phdr[i]);
        if (info->dlpi_phdr[i].p_type == PT_NOTE &&
            take_build_id((const char *)e.low, (const char *)e.high, raw))
            return true;
    }
    return false;
}

static uint64_t hash_bytes(int fd, uint64_t offset, uint64_t size)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    unsigned char buffer[4096];
    while (size) {
        size_t want = size < sizeof buffer ? (size_t)size : sizeof buffer;
        long n = os_read(fd, buffer, want, offset);
        if (n <= 0)
            break;
        for (long i = 0; i < n; i++)
            hash = (hash ^ buffer[i]) * 0x100000001b3u;
        offset += (uint64_t)n;
        size -= (uint64_t)n;
    }
    return hash;
}

static bool read_section(int fd, const Elf64_Ehdr *header, unsigned index,
                         Elf64_Shdr *out)
{
    uint64_t at = header->e_shoff + (uint64_t)index * sizeof *out;
    return os_read(fd, out, sizeof *out, at) == sizeof *out;
}

/* The hash of the notes section of FD as the module's identity. */
static void take_notes_hash(int fd, struct edgeprof_raw_module *raw)
{
    static const char wanted[] = EDGEPROF_NOTES_SECTION;
    Elf64_Ehdr header;
    Elf64_Shdr names, section;
    char name[sizeof wanted];
    if (os_read(fd, &header, sizeof header, 0) != sizeof header ||
        !read_section(fd, &header, header.e_shstrndx, &names))
        return;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        if (!read_section(fd, &header, i, &section))
            return;
        long n =
            os_read(fd, name, sizeof name, names.sh_offset + section.sh_name);
        if (n != sizeof name || memcmp(name, wanted, sizeof name) != 0)
            continue;
        uint64_t hash = hash_bytes(fd, section.sh_offset, section.sh_size);
        raw->id_kind = EDGEPROF_ID_NOTES;
        raw->id_size = sizeof hash;
        memcpy(raw->id, &hash, sizeof hash);
        return;
    }
}

static void find_notes_hash(struct edgeprof_raw_module *raw)
{
    int fd = os_open(raw->path);
    raw->id_kind = EDGEPROF_ID_NOTES;
    if (fd < 0)
        return;
    take_notes_hash(fd, raw);
    os_close(fd);
}

static void take_path(const struct dl_phdr_info *info, char *out, size_t size)
{
    size_t at = 0;
    if (is_main(info)) {
        if (os_program(out, size) < 0)
            out[0] = 0;
        return;
    }
    if (info->dlpi_name[0] != '/') {
        long length = os_directory(out, size - 1);
        if (length > 0) {
            at = (size_t)length;
            out[at++] = '/';
        }
    }
    size_t length = strlen(info->dlpi_name);
    if (length < size - at)
        memcpy(out + at, info->dlpi_name, length + 1);
    else
        out[0] = 0;
}

/* Where the file itself says that it is; false: it does not. */
static bool take_place(const struct edgeprof_module *descriptor, char *out,
                       size_t size)
{
    if (!(descriptor->flags & EDGEPROF_MODULE_PLACED))
        return false;
    const char *path = descriptor->rt_path + strlen(descriptor->rt_path) + 1;
    size_t length = strlen(path);
    if (length < size)
        memcpy(out, path, length + 1);
    return length < size;
}

static int visit_identify(struct dl_phdr_info *info, size_t size, void *data)
{
    struct identify *job = data;
    (void)size;
    if (is_vdso(info) || !segment_of(info, job->descriptor->start))
        return 0;
    *job->out_main = is_main(info);
    if (*job->out_main ||
        !take_place(job->descriptor, job->raw->path, sizeof job->raw->path))
        take_path(info, job->raw->path, sizeof job->raw->path);
    if (!find_build_id(info, job->raw))
        find_notes_hash(job->raw);
    return 1;
}

void rt_elf_identify(const struct edgeprof_module *descriptor,
                     struct edgeprof_raw_module *raw, bool *out_main)
{
    struct identify job = {descriptor, raw, out_main};
    *out_main = false;
    raw->n_counters = (uint64_t)(descriptor->stop - descriptor->start);
    raw->id_kind = EDGEPROF_ID_NOTES;
    dl_iterate_phdr(visit_identify, &job);
}

/* ---- code -----------------------------------------------------------------
 */

struct code {
    struct rt_extent *out;
    unsigned n, most;
};

static bool is_counted(const struct dl_phdr_info *info)
{
    struct rt_module *m = rt.modules;
    while (m && !(rt_module_in_place(m) && segment_of(info, m->start)))
        m = m->next;
    return m != NULL;
}

static int visit_code(struct dl_phdr_info *info, size_t size, void *data)
{
    struct code *code = data;
    (void)size;
    if (is_vdso(info) || !is_counted(info))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];
        if (phdr->p_type != PT_LOAD || !(phdr->p_flags & PF_X))
            continue;
        if (code->n < code->most)
            code->out[code->n] = segment(info, phdr);
        code->n++;
    }
    return 0;
}

unsigned rt_elf_code(struct rt_extent *out, unsigned most)
{
    struct code code = {out, 0, most};
    dl_iterate_phdr(visit_code, &code);
    return code.n;
}

/* ---- the loader's state ---------------------------------------------------
 */

static int visit_unloads(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(unsigned long long *)data = info->dlpi_subs;
    return 1;
}

unsigned long long rt_elf_unloads(void)
{
    unsigned long long n = 0;
    dl_iterate_phdr(visit_unloads, &n);
    return n;
}

static int visit_top(struct dl_phdr_info *info, size_t size, void *data)
{
    uintptr_t *top = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum && !is_vdso(info); i++) {
        struct rt_extent e = segment(info, &info->dlpi_phdr[i]);
        if (info->dlpi_phdr[i].p_type == PT_LOAD && e.high > *top)
            *top = e.high;
    }
    return 0;
}

uintptr_t rt_elf_top(void)
{
    uintptr_t top = 0;
    dl_iterate_phdr(visit_top, &top);
    return os_page_up(top);
}
