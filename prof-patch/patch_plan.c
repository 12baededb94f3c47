/* SPDX-License-Identifier: MIT */
#include "patch_plan.h"
#include "emulate.h"
#include "patch_cache.h"
#include "patch_make.h"

#include "base/output.h"
#include "code/describe.h"
#include "tool/say.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Where its file says that the counters lie. */
enum { COUNTERS = 1 << 24 };

static int write_file(const char *path, const struct ep_buf *bytes,
                      struct ep_diag *diag)
{
    struct ep_output output;
    int status = bytes->failed ? ep_fail(diag, EP_ENOMEM, "out of memory")
                               : ep_output_begin(path, diag, &output);

    if (status)
        return status;
    status = ep_output_write(&output, bytes->data, bytes->size, diag);
    return ep_output_end(&output, status, diag);
}

/* ---- the file for reports --------------------------------------------------- */

enum { NONE, BUILD_ID, NOTES, COUNTS, NAMES, SECTIONS };

static void pad(struct ep_buf *out)
{
    while (out->size % 8 && !out->failed)
        ep_buf_add(out, "", 1);
}

static void begin_section(const struct ep_buf *out, Elf64_Shdr *section,
                          uint32_t type, uint32_t name)
{
    *section = (Elf64_Shdr){.sh_name = name,
                            .sh_type = type,
                            .sh_offset = out->size,
                            .sh_addralign = 8};
}

static void put_id(struct ep_buf *out, const uint8_t id[PLAN_ID_SIZE])
{
    ep_buf_u32(out, sizeof ELF_NOTE_GNU);
    ep_buf_u32(out, PLAN_ID_SIZE);
    ep_buf_u32(out, NT_GNU_BUILD_ID);
    ep_buf_add(out, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU);
    ep_buf_add(out, id, PLAN_ID_SIZE);
}

/* An ELF file of a build-id, notes, and counters: what is read of a counted one. */
static int write_notes(const struct ep_code *code, const char *path,
                       const uint8_t id[PLAN_ID_SIZE], struct ep_diag *diag)
{
    static const char names[] = "\0.note.gnu.build-id\0" EDGEPROF_NOTES_SECTION
                                "\0" EDGEPROF_COUNTERS_SECTION "\0.shstrtab";
    Elf64_Shdr sections[SECTIONS] = {{0}};
    Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
                                     ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = ET_DYN,
                         .e_machine = EM_X86_64,
                         .e_version = EV_CURRENT,
                         .e_ehsize = sizeof header,
                         .e_shentsize = sizeof *sections,
                         .e_shnum = SECTIONS,
                         .e_shstrndx = NAMES};
    struct ep_buf out = {0};
    uint32_t name = 1;
    int status;

    ep_buf_add(&out, &header, sizeof header);
    begin_section(&out, &sections[BUILD_ID], SHT_NOTE, name);
    put_id(&out, id);
    sections[BUILD_ID].sh_size = out.size - sections[BUILD_ID].sh_offset;
    sections[BUILD_ID].sh_addralign = 4;
    pad(&out);
    name += sizeof ".note.gnu.build-id";
    begin_section(&out, &sections[NOTES], SHT_PROGBITS, name);
    status = ep_describe(code, "prof-patch " EDGEPROF_VERSION, COUNTERS, &out);
    sections[NOTES].sh_size = out.size - sections[NOTES].sh_offset;
    pad(&out);
    name += sizeof EDGEPROF_NOTES_SECTION;
    begin_section(&out, &sections[COUNTS], SHT_NOBITS, name);
    sections[COUNTS].sh_flags = SHF_ALLOC | SHF_WRITE;
    sections[COUNTS].sh_addr = COUNTERS;
    sections[COUNTS].sh_size = 8 * (uint64_t)code->n_counters;
    name += sizeof EDGEPROF_COUNTERS_SECTION;
    begin_section(&out, &sections[NAMES], SHT_STRTAB, name);
    sections[NAMES].sh_size = sizeof names;
    ep_buf_add(&out, names, sizeof names);
    pad(&out);
    header.e_shoff = out.size;
    ep_buf_add(&out, sections, sizeof sections);
    if (!status && !out.failed) {
        memcpy(out.data, &header, sizeof header);
        status = write_file(path, &out, diag);
    } else {
        status = ep_fail(diag, EP_ENOMEM, "%s: out of memory", path);
    }
    ep_buf_release(&out);
    return status;
}

/* ---- the plan -------------------------------------------------------------- */

static void find_extent(const struct ep_code *code, struct emulate_plan *plan)
{
    uint64_t end = 0;

    plan->low = UINT64_MAX;
    for (size_t i = 0; i < code->n_functions; i++) {
        const struct ep_code_function *at = &code->functions[i];

        if (!ep_code_is_copied(at))
            continue;
        plan->n_functions++;
        plan->low = at->start < plan->low ? at->start : plan->low;
        end = at->end > end ? at->end : end;
    }
    plan->low -= plan->low % plan->unit;
    plan->n_units = (end - plan->low + plan->unit - 1) / plan->unit;
}

static uint32_t what_is(const struct ep_code_function *function, size_t k)
{
    const struct ep_insn *insn = &function->insns[k];

    return (insn->copy & EP_FOREIGN_BACK ? EMULATE_BACK : 0) |
           (insn->copy & EP_FOREIGN_REPEATS ? EMULATE_REPEATS : 0) |
           (k > 0 && (insn[-1].copy & EP_FOREIGN_REPEATS) ? EMULATE_BEHIND : 0);
}

static void put_functions(const struct ep_code *code,
                          const struct emulate_plan *plan, uint32_t *units,
                          struct ep_buf *out)
{
    for (size_t i = 0; i < code->n_functions; i++) {
        const struct ep_code_function *at = &code->functions[i];
        struct emulate_function function = {
            .start = at->start, .end = at->end, .entry = at->entry};

        if (!ep_code_is_copied(at))
            continue;
        for (size_t k = 0; k < at->n_insns; k++) {
            uint64_t unit = (at->insns[k].address - plan->low) / plan->unit;

            function.loops |= at->insns[k].copy & EP_FOREIGN_BACK;
            units[unit] =
                (at->first_counter + (uint32_t)k + 1) | what_is(at, k);
        }
        function.calls = at->first_counter + at->n_marks - 1;
        ep_buf_add(out, &function, sizeof function);
    }
}

static int write_plan(const struct ep_foreign *foreign, const char *path,
                      const char *notes, const uint8_t id[PLAN_ID_SIZE],
                      struct ep_diag *diag)
{
    const struct ep_code *code = &foreign->code;
    const struct ep_processor *processor = foreign->processor;
    struct emulate_plan plan = {.magic = EMULATE_MAGIC,
                                .loaded = foreign->loaded,
                                .unit = processor->unit,
                                .n_counters = code->n_counters,
                                .execve = processor->execve,
                                .execveat = processor->execveat};
    struct edgeprof_raw_module *module = &plan.module;
    struct ep_buf out = {0};
    uint32_t *units;
    int status;

    module->chunk.type = EDGEPROF_CHUNK_MODULE;
    module->chunk.size = EDGEPROF_RAW_PAGE;
    module->id_kind = EDGEPROF_ID_BUILD;
    module->id_size = PLAN_ID_SIZE;
    module->n_counters = code->n_counters;
    memcpy(module->id, id, PLAN_ID_SIZE);
    (void)snprintf(module->path, sizeof module->path, "%s", notes);
    find_extent(code, &plan);
    units = ep_mem_zeroed(plan.n_units, sizeof *units);
    if (!units)
        return ep_fail(diag, EP_ENOMEM, "%s: out of memory", path);
    ep_buf_add(&out, &plan, sizeof plan);
    put_functions(code, &plan, units, &out);
    ep_buf_add(&out, units, plan.n_units * sizeof *units);
    status = write_file(path, &out, diag);
    ep_mem_free(units);
    ep_buf_release(&out);
    return status;
}

/* ---- both ------------------------------------------------------------------ */

static void make_id(const struct ep_foreign *foreign, uint64_t salt,
                    uint8_t id[PLAN_ID_SIZE])
{
    uint64_t file =
        ep_hash(EP_HASH_START, foreign->image.bytes, foreign->image.size);
    uint64_t all = ep_hash_u64(file, salt);

    for (int i = 0; i < 8; i++) {
        id[i] = (uint8_t)(file >> 8 * i);
        id[8 + i] = (uint8_t)(all >> 8 * i);
    }
}

int plan_make(const struct args *args, struct ep_foreign *foreign,
              struct ep_diag *diag, struct ep_buf *out,
              uint8_t id[PLAN_ID_SIZE])
{
    /* Not those of a rewritten program. */
    uint64_t salt = ep_hash_u64(make_salt(args), (uint64_t)args->emulate), key;
    struct ep_buf notes = {0};
    int status = cache_name(foreign->image.path, salt, diag, &notes, &key);

    make_id(foreign, salt, id);
    if (!status)
        ep_buf_printf(out, "%s.plan", notes.data);
    if (!status && (out->failed || notes.size >= EDGEPROF_PATH_MAX))
        status = ep_fail(diag, EP_EIO, "%s: too long a path", notes.data);
    if (!status && (args->verbose || access(out->data, R_OK) ||
                    access(notes.data, R_OK))) {
        status = ep_foreign_read_code(foreign, make_wants, args, diag);
        if (!status)
            status = write_notes(&foreign->code, notes.data, id, diag);
        if (!status)
            status = write_plan(foreign, out->data, notes.data, id, diag);
    }
    if (!status && args->verbose)
        say_note("%s: %zu functions, by %u counters", foreign->image.path,
                 foreign->code.n_functions, (unsigned)foreign->code.n_counters);
    ep_buf_release(&notes);
    return status;
}
