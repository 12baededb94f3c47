/* SPDX-License-Identifier: MIT
 *
 * rt_elf.c - the loaded modules: who they are, what they import, their code.
 *
 * All from memory, by dl_iterate_phdr; only a module without a build-id has its
 * file read, for the hash of its notes.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <string.h>

/* ---- finding --------------------------------------------------------------
 */

static struct rt_extent segment(const struct dl_phdr_info *info,
                                const ElfW(Phdr) * phdr)
{
    uintptr_t low = info->dlpi_addr + phdr->p_vaddr;
    return (struct rt_extent){low, low + phdr->p_memsz};
}

/* The segment of that type, or NULL. */
static const ElfW(Phdr) *
    find_segment(const struct dl_phdr_info *info, uint32_t type)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == type)
            return &info->dlpi_phdr[i];
    return NULL;
}

/* The loaded segment that ADDRESS lies in, or NULL. */
static const ElfW(Phdr) *
    segment_of(const struct dl_phdr_info *info, const void *address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        struct rt_extent e = segment(info, &info->dlpi_phdr[i]);
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            (uintptr_t)address >= e.low && (uintptr_t)address < e.high)
            return &info->dlpi_phdr[i];
    }
    return NULL;
}

/* The kernel's own module lies near the stack. */
static bool is_vdso(const struct dl_phdr_info *info)
{
    return !strncmp(info->dlpi_name, "linux-vdso", 10) ||
           !strncmp(info->dlpi_name, "linux-gate", 10);
}

static bool is_main(const struct dl_phdr_info *info)
{
    return !info->dlpi_name[0];
}

/* ---- identity -------------------------------------------------------------
 */

struct identify {
    const uint64_t *start, *stop;
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

static int visit_identify(struct dl_phdr_info *info, size_t size, void *data)
{
    struct identify *job = data;
    (void)size;
    if (is_vdso(info) || !segment_of(info, job->start))
        return 0;
    *job->out_main = is_main(info);
    take_path(info, job->raw->path, sizeof job->raw->path);
    if (!find_build_id(info, job->raw))
        find_notes_hash(job->raw);
    return 1;
}

void rt_elf_identify(const uint64_t *start, const uint64_t *stop,
                     struct edgeprof_raw_module *raw, bool *out_main)
{
    struct identify job = {start, stop, raw, out_main};
    *out_main = false;
    raw->n_counters = (uint64_t)(stop - start);
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

#ifdef EDGEPROF_RT_ARCHIVE

bool rt_elf_own_namespace(void)
{
    return false;
}

#else

bool rt_elf_own_namespace(void)
{
    static const char here;
    int saved = errno;
    Dl_info info;
    struct link_map *map = NULL;
    Lmid_t space = LM_ID_BASE;
    bool own = dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP) && map &&
               !dlinfo(map, RTLD_DI_LMID, &space) && space != LM_ID_BASE;
    errno = saved;
    return own;
}

#endif

/* ---- imports --------------------------------------------------------------
 */

struct dynamic {
    const ElfW(Sym) * symbols;
    const char *strings;
    const ElfW(Rela) * rela, *jump;
    size_t n_rela, n_jump, n_relative;
};

/* The loader relocates the table's pointers in place, but not the vdso's. */
static const void *pointer(const struct dl_phdr_info *info, ElfW(Addr) value)
{
    return (const void *)(value < info->dlpi_addr ? info->dlpi_addr + value
                                                  : value);
}

static bool read_dynamic(const struct dl_phdr_info *info, struct dynamic *out)
{
    const ElfW(Phdr) *phdr = find_segment(info, PT_DYNAMIC);
    if (!phdr)
        return false;
    const ElfW(Dyn) *dyn = (const void *)segment(info, phdr).low;
    for (; dyn->d_tag != DT_NULL; dyn++) {
        if (dyn->d_tag == DT_SYMTAB)
            out->symbols = pointer(info, dyn->d_un.d_ptr);
        else if (dyn->d_tag == DT_STRTAB)
            out->strings = pointer(info, dyn->d_un.d_ptr);
        else if (dyn->d_tag == DT_RELA)
            out->rela = pointer(info, dyn->d_un.d_ptr);
        else if (dyn->d_tag == DT_JMPREL)
            out->jump = pointer(info, dyn->d_un.d_ptr);
        else if (dyn->d_tag == DT_RELASZ)
            out->n_rela = dyn->d_un.d_val / sizeof *out->rela;
        else if (dyn->d_tag == DT_PLTRELSZ)
            out->n_jump = dyn->d_un.d_val / sizeof *out->jump;
        else if (dyn->d_tag == DT_RELACOUNT)
            out->n_relative = dyn->d_un.d_val;
    }
    return out->symbols && out->strings;
}

static bool in_relro(const struct dl_phdr_info *info, uintptr_t at)
{
    const ElfW(Phdr) *phdr = find_segment(info, PT_GNU_RELRO);
    if (!phdr)
        return false;
    struct rt_extent e = segment(info, phdr);
    return at >= os_page_down(e.low) && at < os_page_down(e.high);
}

/* Store VALUE in an import slot, which may have been made read-only. */
static void set_slot(const struct dl_phdr_info *info, void **slot, void *value)
{
    uintptr_t page = os_page_down((uintptr_t)slot);
    bool sealed = in_relro(info, (uintptr_t)slot);
    if (*slot == value || (sealed && os_protect(page, OS_PAGE, OS_WRITE)))
        return;
    __atomic_store_n(slot, value, __ATOMIC_RELAXED);
    if (sealed)
        os_protect(page, OS_PAGE, OS_READ);
}

/* Divert what relocations REL import of what SCAN diverts.  Returns whether they
 * import the runtime's registration, as instrumented modules do. */
static bool divert(const struct dl_phdr_info *info, const struct dynamic *dyn,
                   const ElfW(Rela) * rel, size_t n, const struct rt_scan *scan)
{
    bool instrumented = false;
    for (; n--; rel++) {
        uint32_t type = (uint32_t)ELF64_R_TYPE(rel->r_info);
        const ElfW(Sym) *symbol = dyn->symbols + ELF64_R_SYM(rel->r_info);
        if (!arch_is_import(type, rel->r_addend) ||
            symbol->st_shndx != SHN_UNDEF)
            continue;
        const char *name = dyn->strings + symbol->st_name;
        if (name[0] == '_' && name[1] == 'Z') /* most of a C++ program's */
            continue;
        void **slot = (void **)(info->dlpi_addr + rel->r_offset);
        void *ours = scan->divert(name);
        if (ours)
            set_slot(info, slot, ours);
        if (!strcmp(name, "__edgeprof_register"))
            instrumented = true;
    }
    return instrumented;
}

/* ---- pointers -------------------------------------------------------------
 */

struct redirect {
    const void *function, *from;
    void *to;
    bool done;
};

static void redirect_page(const struct dl_phdr_info *info, uintptr_t page,
                          struct redirect *job)
{
    void **at = (void **)page, **end = (void **)(page + OS_PAGE);
    unsigned char touched;
    os_touched(page, 1, &touched);
    for (; touched & 1 && at < end; at++)
        if (*at == job->from && !in_relro(info, (uintptr_t)at)) {
            *at = job->to;
            job->done = true;
        }
}

static int visit_redirect(struct dl_phdr_info *info, size_t size, void *data)
{
    struct redirect *job = data;
    (void)size;
    if (!is_main(info))
        return 0;
    for (int i = 0; i < info->dlpi_phnum && segment_of(info, job->function);
         i++) {
        struct rt_extent e = segment(info, &info->dlpi_phdr[i]);
        if (info->dlpi_phdr[i].p_type != PT_LOAD ||
            !(info->dlpi_phdr[i].p_flags & PF_W))
            continue;
        for (uintptr_t at = os_page_down(e.low); at < e.high; at += OS_PAGE)
            redirect_page(info, at, job);
    }
    return 1;
}

bool rt_elf_redirect(const void *function, const void *from, void *to)
{
    struct redirect job = {function, from, to, false};
    dl_iterate_phdr(visit_redirect, &job);
    return job.done;
}

/* ---- the scan -------------------------------------------------------------
 */

/* Whether the module is, or, when the process exits, was registered. */
static bool registered(const struct dl_phdr_info *info)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        bool gone = m->state == RT_GONE || m->state == RT_GONE_DIRECT;
        if ((rt_module_registered(m) ||
             (gone && m->unloads == info->dlpi_subs)) &&
            segment_of(info, m->start))
            return true;
    }
    return false;
}

static void take_data(const struct dl_phdr_info *info, struct rt_scan *scan)
{
    const unsigned most = sizeof scan->pending / sizeof scan->pending[0];
    for (int i = 0; i < info->dlpi_phnum && scan->n_pending < most; i++) {
        const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];
        if (phdr->p_type == PT_LOAD && phdr->p_flags & PF_W)
            scan->pending[scan->n_pending++] = segment(info, phdr);
    }
}

static int visit_scan(struct dl_phdr_info *info, size_t size, void *data)
{
    static const char here;
    struct rt_scan *scan = data;
    struct dynamic dyn = {0};
    (void)size;
    if (is_vdso(info) || segment_of(info, &here) || !read_dynamic(info, &dyn))
        return 0;
    if (dyn.n_relative > dyn.n_rela)
        dyn.n_relative = 0;
    bool wanted = divert(info, &dyn, dyn.jump, dyn.n_jump, scan);
    wanted |= divert(info, &dyn, dyn.rela + dyn.n_relative,
                     dyn.n_rela - dyn.n_relative, scan);
    /* In a program that is not position-independent lld binds a weak name
     * that nothing defines for good, and it does not look wanted. */
    if ((wanted || is_main(info)) && rt.by_delta &&
        !(scan->start && segment_of(info, scan->start)) && !registered(info))
        take_data(info, scan);
    return 0;
}

static int visit_loads(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(unsigned long long *)data = info->dlpi_adds;
    return 1;
}

void rt_elf_scan(struct rt_scan *scan)
{
    static _Atomic unsigned long long done;
    unsigned long long now = 0;
    dl_iterate_phdr(visit_loads, &now);
    if (now == done)
        return;
    dl_iterate_phdr(visit_scan, scan);
    done = now;
}

/* ---- atomic code ----------------------------------------------------------
 */

struct rewrite {
    const void *low, *high;
    bool done;
};

static bool rewrite_segment(struct rt_extent e, const struct rewrite *job)
{
    uintptr_t low = os_page_down(e.low), size = os_page_up(e.high) - low;
    if (os_protect(low, size, OS_WRITE_EXECUTE))
        return false;
    arch_make_atomic((void *)e.low, (void *)e.high, job->low, job->high);
    return !os_protect(low, size, OS_EXECUTE);
}

static int visit_rewrite(struct dl_phdr_info *info, size_t size, void *data)
{
    struct rewrite *job = data;
    (void)size;
    if (is_vdso(info) || !segment_of(info, job->low))
        return 0;
    job->done = true;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            info->dlpi_phdr[i].p_flags & PF_X)
            job->done &=
                rewrite_segment(segment(info, &info->dlpi_phdr[i]), job);
    return 1;
}

bool rt_elf_make_atomic(const void *low, const void *high)
{
    struct rewrite job = {low, high, false};
    dl_iterate_phdr(visit_rewrite, &job);
    return job.done;
}
