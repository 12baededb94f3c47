/* SPDX-License-Identifier: MIT
 *
 * rt_patch.c - what the runtime changes in the loaded modules.
 *
 * WHY   the program is linked as if there were no runtime.  So what the runtime
 *       must hear of (threads, jumps), and how code counts, it changes in
 *       memory: the pthread_create that a library imports becomes the runtime's.
 * MODEL A *scan* looks at the imports of each module, diverts some, and so sees
 *       which modules are counted that have not registered yet.  *Pointers* to a
 *       function are redirected in a main program that defines pthread_create
 *       itself.  *Code* is made atomic in a module that cannot have mirrors, and
 *       gets breakpoints where it asks for them.
 * RULES Imports are stored by one atomic store each: other threads may be calling.
 *       What the loader has made read-only is so again afterwards.
 */
#define _GNU_SOURCE
#include "rt_elf.h"

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

bool rt_patch_pointers(const void *function, const void *from, void *to)
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

static _Atomic unsigned long long done; /* loads that were looked at */

void rt_patch_scan_again(void)
{
    done = 0;
}

void rt_patch_scan(struct rt_scan *scan)
{
    unsigned long long now = 0;
    dl_iterate_phdr(visit_loads, &now);
    if (now == done)
        return;
    dl_iterate_phdr(visit_scan, scan);
    done = now;
}

/* ---- code -----------------------------------------------------------------
 */

struct rewrite {
    const void *low, *high;
    const struct rt_breakpoint *breakpoints; /* NULL: make increments atomic */
    size_t n;
    bool done;
};

static void change_code(struct rt_extent e, const struct rewrite *job)
{
    if (!job->breakpoints) {
        arch_make_atomic((void *)e.low, (void *)e.high, job->low, job->high);
        return;
    }
    for (size_t i = 0; i < job->n; i++)
        if (job->breakpoints[i].at >= e.low && job->breakpoints[i].at < e.high)
            __atomic_store_n((unsigned char *)job->breakpoints[i].at,
                             ARCH_BREAKPOINT, __ATOMIC_RELAXED);
}

static bool rewrite_segment(struct rt_extent e, bool stays_writable,
                            const struct rewrite *job)
{
    uintptr_t low = os_page_down(e.low), size = os_page_up(e.high) - low;
    if (os_protect(low, size, OS_WRITE_EXECUTE))
        return false;
    change_code(e, job);
    return stays_writable || !os_protect(low, size, OS_EXECUTE);
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
                rewrite_segment(segment(info, &info->dlpi_phdr[i]),
                                info->dlpi_phdr[i].p_flags & PF_W, job);
    return 1;
}

static bool rewrite(struct rewrite job)
{
    dl_iterate_phdr(visit_rewrite, &job);
    return job.done;
}

bool rt_patch_atomic(const void *low, const void *high)
{
    return rewrite((struct rewrite){.low = low, .high = high});
}

bool rt_patch_breakpoints(const void *module,
                          const struct rt_breakpoint *breakpoints, size_t n)
{
    return rewrite(
        (struct rewrite){.low = module, .breakpoints = breakpoints, .n = n});
}
