/* SPDX-License-Identifier: MIT */
#include "tool/alive_private.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void alive_release(struct core *core)
{
    for (size_t i = 0; i < core->n_frames; i++) {
        ep_buf_release(&core->frames[i].symbols);
        ep_mem_free(core->frames[i].chain);
    }
    ep_mem_free(core->frames);
    ep_mem_free(core->path);
    ep_counts_release(&core->memory);
}

void cores_release(struct cores *cores)
{
    for (size_t i = 0; i < cores->n; i++)
        alive_release(&cores->items[i]);
    ep_mem_free(cores->items);
    *cores = (struct cores){0};
}

/* ---- one frame ----------------------------------------------------------- */

static int add_point(struct frame *frame, size_t *capacity, struct point point)
{
    if (EP_GROW(frame->chain, frame->n, *capacity))
        return EP_ENOMEM;
    frame->chain[frame->n++] = point;
    return EP_OK;
}

static uint32_t number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) ||
                   value > UINT32_MAX
               ? 0
               : (uint32_t)value;
}

/* The calls by which the code at ADDRESS, of UNIT, is inlined. */
static int add_calls(struct frame *frame, size_t *capacity, Dwarf_Die *unit,
                     Dwarf_Addr address)
{
    Dwarf_Die *scopes = NULL, *outer = NULL;
    int n = dwarf_getscopes(unit, address, &scopes);
    int n_outer = n > 0 ? dwarf_getscopes_die(&scopes[0], &outer) : 0;
    int status = EP_OK;

    for (int i = 0; !status && i < n_outer; i++)
        if (dwarf_tag(&outer[i]) == DW_TAG_inlined_subroutine)
            status =
                add_point(frame, capacity,
                          (struct point){number(&outer[i], DW_AT_call_line),
                                         number(&outer[i], DW_AT_call_column)});
    free(scopes);
    free(outer);
    return status;
}

/* The unit that has code at ADDRESS; there need not be an index of them. */
static int find_unit(Dwarf *dwarf, Dwarf_Addr address, Dwarf_Die *out)
{
    Dwarf_CU *unit = NULL;
    uint8_t type;

    while (dwarf &&
           dwarf_get_units(dwarf, unit, &unit, NULL, &type, out, NULL) == 0)
        if (type == DW_UT_compile && dwarf_haspc(out, address) == 1)
            return 1;
    return 0;
}

static int find_chain(Dwfl_Module *module, Dwarf_Addr address,
                      struct frame *frame)
{
    Dwarf_Addr bias = 0;
    Dwarf *dwarf = dwfl_module_getdwarf(module, &bias);
    Dwarf_Line *line;
    Dwarf_Die unit;
    Dwarf_Addr begin;
    size_t capacity = 0;
    int at, column;

    address -= bias;
    if (!find_unit(dwarf, address, &unit))
        return EP_OK;
    line = dwarf_getsrc_die(&unit, address);
    if (!line || dwarf_lineno(line, &at) || dwarf_linecol(line, &column) ||
        dwarf_lineaddr(line, &begin))
        return EP_OK;
    frame->is_own = begin == address;
    if (add_point(frame, &capacity,
                  (struct point){(uint32_t)at, (uint32_t)column}))
        return EP_ENOMEM;
    return add_calls(frame, &capacity, &unit, address);
}

/* All names that the code at ADDRESS has: a constructor's may have several. */
static int set_symbols(Dwfl_Module *module, Dwarf_Addr address,
                       struct frame *frame)
{
    GElf_Off within;
    GElf_Sym symbol;
    int n = dwfl_module_getsymtab(module);

    if (!dwfl_module_addrinfo(module, address, &within, &symbol, NULL, NULL,
                              NULL) ||
        within >= symbol.st_size)
        return EP_OK;
    for (int i = 0; i < n; i++) {
        GElf_Addr at;
        const char *name =
            dwfl_module_getsym_info(module, i, &symbol, &at, NULL, NULL, NULL);

        if (name && at == address - within &&
            GELF_ST_TYPE(symbol.st_info) == STT_FUNC)
            ep_buf_add(&frame->symbols, name, strlen(name) + 1);
    }
    return frame->symbols.failed ? EP_ENOMEM : EP_OK;
}

struct ep_module alive_id(Dwfl_Module *module)
{
    struct ep_module result = {.n_counters = 0};
    const unsigned char *id;
    GElf_Addr at;
    int size = dwfl_module_build_id(module, &id, &at);

    if (size <= 0 || size > (int)EDGEPROF_ID_MAX)
        return result;
    result.id_kind = EDGEPROF_ID_BUILD;
    result.id_size = (uint32_t)size;
    memcpy(result.id, id, (size_t)size);
    return result;
}

struct walk {
    struct core *core;
    int status;
};

static int visit_frame(Dwfl_Frame *state, void *data)
{
    struct walk *walk = data;
    struct core *core = walk->core;
    Dwfl *dwfl = dwfl_thread_dwfl(dwfl_frame_thread(state));
    struct frame frame = {.n = 0};
    Dwfl_Module *module;
    Dwarf_Addr pc;
    bool is_activation;

    if (!dwfl_frame_pc(state, &pc, &is_activation)) {
        core->whole = 0;
        return DWARF_CB_ABORT;
    }
    frame.is_call = !is_activation;
    frame.address = pc - !is_activation; /* within the call */
    module = dwfl_addrmodule(dwfl, frame.address);
    if (!module) {
        core->whole = 0;
        return DWARF_CB_OK;
    }
    if (EP_GROW(core->frames, core->n_frames, core->capacity)) {
        walk->status = EP_ENOMEM;
        return DWARF_CB_ABORT;
    }
    frame.id = alive_id(module);
    walk->status = set_symbols(module, frame.address, &frame);
    if (!walk->status)
        walk->status = find_chain(module, frame.address, &frame);
    core->frames[core->n_frames++] = frame;
    return walk->status ? DWARF_CB_ABORT : DWARF_CB_OK;
}

static int visit_thread(Dwfl_Thread *thread, void *data)
{
    struct walk *walk = data;

    if (dwfl_thread_getframes(thread, visit_frame, walk) < 0)
        walk->core->whole = 0;
    return walk->status ? DWARF_CB_ABORT : DWARF_CB_OK;
}

int alive_walk(Dwfl *dwfl, struct core *core)
{
    struct walk walk = {.core = core};

    if (dwfl_getthreads(dwfl, visit_thread, &walk))
        core->whole = 0;
    return walk.status;
}

/* ---- a core file --------------------------------------------------------- */

static int no_core(const char *path, struct ep_diag *diag)
{
    const char *why = dwfl_errmsg(-1);

    return ep_fail(diag, EP_EFORMAT, "%s: no core file that can be unwound: %s",
                   path, why ? why : "it has no process");
}

static int walk_core(Dwfl *dwfl, Elf *elf, int fd, struct core *core,
                     struct ep_diag *diag)
{
    pid_t pid;
    int status;

    if (dwfl_core_file_report(dwfl, elf, NULL) < 0 ||
        dwfl_report_end(dwfl, NULL, NULL) ||
        dwfl_core_file_attach(dwfl, elf) < 0)
        return no_core(core->path, diag);
    pid = dwfl_pid(dwfl);
    if (pid <= 0)
        return no_core(core->path, diag);
    core->pid = (uint32_t)pid;
    core->whole = 1;
    status = alive_walk(dwfl, core);
    return status ? status : alive_read_counts(dwfl, elf, fd, core, diag);
}

static int read_core(int fd, struct core *core, struct ep_diag *diag)
{
    /* Of files here: nothing is asked of the network. */
    static char *no_path;
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                             .find_debuginfo =
                                                 dwfl_build_id_find_debuginfo,
                                             .debuginfo_path = &no_path};
    Dwfl *dwfl;
    Elf *elf;
    int status = EP_ENOMEM;

    (void)elf_version(EV_CURRENT);
    dwfl = dwfl_begin(&callbacks);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (dwfl)
        status = elf ? walk_core(dwfl, elf, fd, core, diag)
                     : no_core(core->path, diag);
    if (dwfl)
        dwfl_end(dwfl);
    (void)elf_end(elf);
    return status;
}

int cores_add(struct cores *cores, const char *path, struct ep_diag *diag)
{
    struct core *core;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int status = EP_ENOMEM;

    if (fd < 0)
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    if (!EP_GROW(cores->items, cores->n, cores->capacity)) {
        core = &cores->items[cores->n++];
        memset(core, 0, sizeof *core);
        core->path = ep_mem_dup(path, strlen(path));
        if (core->path)
            status = read_core(fd, core, diag);
    }
    (void)close(fd);
    return status;
}

const char *cores_unused(const struct cores *cores)
{
    for (size_t i = 0; i < cores->n; i++)
        if (!cores->items[i].used)
            return cores->items[i].path;
    return NULL;
}
