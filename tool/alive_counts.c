/* SPDX-License-Identifier: MIT
 *
 * alive_counts.c - the counts that a process had in its own memory, by its core file.
 *
 * There they are if they are shared or atomic, and if the process had no runtime: no
 * thread then had a delta.  What a runtime took from there was 0 from then on, so they
 * add to those of the raw file.
 */
#include "tool/alive_private.h"
#include "tool/core_memory.h"

#include "format/notes.h"
#include "profile/binary.h"

#include <elf.h>
#include <string.h>
#include <sys/procfs.h>
#include <sys/user.h>

/* ---- threads ------------------------------------------------------------- */

/* Add what the notes of one part say of threads. */
static void look_at_threads(Elf *elf, const GElf_Phdr *part, struct core *core)
{
    Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)part->p_offset,
                                          part->p_filesz, ELF_T_NHDR);
    size_t at = 0, name, text;
    GElf_Nhdr note;

    while (data && (at = gelf_getnote(data, at, &note, &name, &text)) > 0) {
        const char *bytes = data->d_buf;
        struct elf_prstatus status;
        struct user_regs_struct registers;

        if (note.n_type != NT_PRSTATUS || note.n_descsz != sizeof status ||
            note.n_namesz != 5 || memcmp(bytes + name, "CORE", 5) != 0)
            continue;
        memcpy(&status, bytes + text, sizeof status);
        memcpy(&registers, &status.pr_reg, sizeof registers);
        core->n_threads++;
        core->has_delta |= registers.gs_base != 0;
    }
}

static void look_at_all_threads(Elf *elf, struct core *core)
{
    size_t n = 0;
    GElf_Phdr part;

    if (elf_getphdrnum(elf, &n))
        return;
    for (size_t i = 0; i < n; i++)
        if (gelf_getphdr(elf, (int)i, &part) && part.p_type == PT_NOTE)
            look_at_threads(elf, &part, core);
}

/* ---- modules ------------------------------------------------------------- */

struct visit {
    struct core *core;
    int fd;
    struct ep_diag *diag;
    int status;
};

/* Whether an object of the binary counts by threads' deltas, or loses counts to other
 * threads. */
static void read_modes(const struct ep_binary *binary, int *out_private,
                       int *out_lossy)
{
    struct ep_reader section = {binary->notes,
                                binary->notes + binary->notes_size, 0};
    struct ep_note_record record;

    while (section.at < section.end && !ep_notes_next(&section, &record) &&
           record.kind) {
        char *options = NULL;

        if (record.kind != EP_NOTE_UNIT)
            continue;
        (void)ep_read_u64(&record.bytes);
        for (int i = 0; i < 3; i++) /* producer, source, directory */
            (void)ep_read_bytes(&record.bytes, ep_read_leb(&record.bytes));
        options = ep_read_text(&record.bytes);
        if (!options || !strstr(options, " threads="))
            *out_private = 1;
        if (!options || !strstr(options, " threads=atomic"))
            *out_lossy = 1;
        ep_mem_free(options);
    }
}

/* Whether MODULE is, or is linked with, a runtime. */
static int has_runtime(Dwfl_Module *module, const char *name)
{
    int n = dwfl_module_getsymtab(module);
    GElf_Sym symbol;
    GElf_Addr at;

    if (strstr(name, "libedgeprof_rt.so"))
        return 1;
    for (int i = 0; i < n; i++) {
        const char *text =
            dwfl_module_getsym_info(module, i, &symbol, &at, NULL, NULL, NULL);

        if (text && strcmp(text, "__edgeprof_register") == 0 &&
            symbol.st_shndx != SHN_UNDEF)
            return 1;
    }
    return 0;
}

static int add_module(struct visit *visit, const struct ep_binary *binary,
                      const char *path, uint64_t bias)
{
    struct core *core = visit->core;
    struct ep_module *module;
    int is_private = 0, is_lossy = 0;

    if (binary->n_counters == 0)
        return EP_OK;
    read_modes(binary, &is_private, &is_lossy);
    module = ep_counts_add_module(&core->memory, &binary->id, path,
                                  binary->n_counters);
    if (!module)
        return EP_ENOMEM;
    core->has_private |= is_private;
    core->is_lossy |= is_lossy;
    if (core_memory(visit->fd, binary->address + bias, binary->n_counters * 8,
                    module->counts))
        return EP_OK;
    memset(module->counts, 0, module->n_counters * sizeof *module->counts);
    core->lacks_some = 1;
    return is_private
               ? EP_OK
               : ep_fail(visit->diag, EP_EFORMAT,
                         "%s: does not have the memory of %s: more must be "
                         "in it (/proc/PID/coredump_filter)",
                         core->path, path);
}

static int visit_module(Dwfl_Module *module, void **unused, const char *name,
                        Dwarf_Addr start, void *context)
{
    struct visit *visit = context;
    struct ep_module id = {.n_counters = 0};
    struct ep_binary binary;
    const char *path = NULL;
    GElf_Addr bias = 0;

    (void)unused, (void)start;
    if (!dwfl_module_getelf(module, &bias)) /* looks for the file */
        return DWARF_CB_OK;
    (void)dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, &path, NULL);
    if (!path) /* the program itself is called by its path */
        path = name;
    if (has_runtime(module, path))
        visit->core->has_runtime = 1;
    visit->status = ep_binary_read(path, NULL, &binary);
    if (visit->status) {
        visit->status = visit->status == EP_ENOMEM ? EP_ENOMEM : EP_OK;
        return visit->status ? DWARF_CB_ABORT : DWARF_CB_OK;
    }
    id = alive_id(module);
    if (ep_module_same(&id, &binary.id))
        visit->status = add_module(visit, &binary, path, bias);
    else
        visit->core->lacks_some = 1;
    ep_binary_release(&binary);
    return visit->status ? DWARF_CB_ABORT : DWARF_CB_OK;
}

int alive_read_counts(Dwfl *dwfl, Elf *elf, int fd, struct core *core,
                      struct ep_diag *diag)
{
    struct visit visit = {core, fd, diag, EP_OK};

    look_at_all_threads(elf, core);
    (void)dwfl_getmodules(dwfl, visit_module, &visit, 0);
    return visit.status;
}

/* ---- runs ---------------------------------------------------------------- */

int alive_add_counts(const struct core *core, struct ep_counts *counts)
{
    for (size_t i = 0; i < core->memory.n_modules; i++) {
        const struct ep_module *from = &core->memory.modules[i];
        struct ep_module *to = NULL;

        for (size_t m = 0; !to && m < counts->n_modules; m++)
            if (ep_module_same(&counts->modules[m], from) &&
                counts->modules[m].n_counters == from->n_counters)
                to = &counts->modules[m];
        if (!to)
            to = ep_counts_add_module(counts, from, from->path,
                                      from->n_counters);
        if (!to)
            return EP_ENOMEM;
        for (size_t c = 0; c < from->n_counters; c++)
            to->counts[c] = edgeprof_add(to->counts[c], from->counts[c]);
    }
    return EP_OK;
}

int alive_is_whole_run(const struct core *core)
{
    return core->memory.n_modules && !core->lacks_some &&
           (!core->has_private || (!core->has_runtime && !core->has_delta));
}
