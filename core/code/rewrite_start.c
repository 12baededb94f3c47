/* SPDX-License-Identifier: MIT
 *
 * rewrite_start.c - how a rewritten module starts: emit/start/start.c, which
 * every counted module has, linked in by hand.
 *
 * A program comes to it before its own first instruction, when its libraries are
 * there; a library by its DT_INIT and DT_FINI.
 */
#include "code/rewrite_private.h"

#include <edgeprof/abi.h>

#include <string.h>

/* The object that start.c is compiled to, when edgeprof is built; and the runtime of
 * static programs. */
extern const char ep_start_object[];
extern const char ep_alone_object[];

/* Slots in data: what is known here, then what is imported, then 0. */
enum { SLOT_DYNAMIC, SLOT_HEADER, SLOT_IMPORTS };

/* Room for the code that leads to the start. */
enum { HOOKS = 96 };

/* ---- the object ----------------------------------------------------------- */

struct object {
    const uint8_t *bytes;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *sections;
};

static struct object open_object(int is_static)
{
    const uint8_t *bytes =
        (const uint8_t *)(is_static ? ep_alone_object : ep_start_object);
    struct object object = {bytes, (const Elf64_Ehdr *)bytes, NULL};

    object.sections = (const Elf64_Shdr *)(bytes + object.header->e_shoff);
    return object;
}

/* What of it is needed when it runs; unwinding stops before. */
static int is_loaded(const Elf64_Shdr *section)
{
    return section->sh_size > 0 && (section->sh_flags & SHF_ALLOC) &&
           (section->sh_type == SHT_PROGBITS ||
            section->sh_type == SHT_NOBITS) &&
           section->sh_addralign <= 64;
}

/* Where section INDEX is, given that all of its kind begin at their part's
 * start. */
static uint64_t section_at(const struct ep_new_file *file,
                           const struct object *object, size_t index)
{
    int writable = (object->sections[index].sh_flags & SHF_WRITE) != 0;
    uint64_t at = writable ? file->start_data : file->start_text;

    for (size_t i = 0; i <= index; i++) {
        const Elf64_Shdr *section = &object->sections[i];

        if (!is_loaded(section) ||
            ((section->sh_flags & SHF_WRITE) != 0) != writable)
            continue;
        at =
            ep_new_align(at, section->sh_addralign ? section->sh_addralign : 1);
        if (i < index)
            at += section->sh_size;
    }
    return at;
}

static uint64_t end_of(const struct ep_new_file *file,
                       const struct object *object, int writable)
{
    uint64_t end = writable ? file->start_data : file->start_text;

    for (size_t i = 0; i < object->header->e_shnum; i++)
        if (is_loaded(&object->sections[i]) &&
            ((object->sections[i].sh_flags & SHF_WRITE) != 0) == writable)
            end = section_at(file, object, i) + object->sections[i].sh_size;
    return end;
}

static void pad(struct ep_new_part *part, uint64_t to)
{
    while (part->at + part->bytes.size < to && !part->bytes.failed)
        ep_buf_add(&part->bytes, "", 1);
}

/* ---- linking -------------------------------------------------------------- */

static const Elf64_Sym *symbols_of(const struct object *object,
                                   const char **out_names, size_t *out_n)
{
    for (size_t i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];

        if (section->sh_type != SHT_SYMTAB)
            continue;
        *out_names = (const char *)object->bytes +
                     object->sections[section->sh_link].sh_offset;
        *out_n = section->sh_size / sizeof(Elf64_Sym);
        return (const Elf64_Sym *)(object->bytes + section->sh_offset);
    }
    *out_n = 0;
    return NULL;
}

/* What is hidden, and undefined, is of the module itself. */
static int is_import(const Elf64_Sym *symbol, const char *name)
{
    return symbol->st_shndx == SHN_UNDEF &&
           ELF64_ST_BIND(symbol->st_info) == STB_WEAK &&
           ELF64_ST_VISIBILITY(symbol->st_other) == STV_DEFAULT && name[0];
}

struct ep_new_imports ep_new_imports(void)
{
    struct object object = open_object(0);
    struct ep_new_imports found = {.n = 0};
    const char *names = NULL;
    size_t n;
    const Elf64_Sym *at = symbols_of(&object, &names, &n);

    for (; n-- > 0; at++)
        if (is_import(at, names + at->st_name) && found.n < EP_NEW_MOST_IMPORTS)
            found.symbols[found.n++] = names + at->st_name;
    return found;
}

/* See tidy.cmake. */
const char *ep_new_import_name(const char *symbol)
{
    static const char prefix[] = "__edgeprof_weak_";
    size_t size = sizeof prefix - 1;

    return strncmp(symbol, prefix, size) == 0 ? symbol + size : symbol;
}

/* The slot of the undefined symbol NAME; 0: it has none. */
static uint64_t slot_of(const struct ep_new_file *file, const char *name)
{
    if (strcmp(name, "_DYNAMIC") == 0)
        return file->slots_at + 8 * (uint64_t)SLOT_DYNAMIC;
    if (strcmp(name, "__ehdr_start") == 0)
        return file->slots_at + 8 * (uint64_t)SLOT_HEADER;
    for (size_t i = 0; i < file->imports.n; i++)
        if (strcmp(name, file->imports.symbols[i]) == 0)
            return file->slots_at + 8 * (SLOT_IMPORTS + (uint64_t)i);
    /* Nothing in the file counts without a runtime. */
    if (strcmp(name, "__start_" EDGEPROF_IDS_SECTION) == 0)
        return file->slots_at + 8 * (SLOT_IMPORTS + (uint64_t)file->imports.n);
    return 0;
}

static uint8_t *text_byte(struct ep_new_file *file, uint64_t address)
{
    return (uint8_t *)file->text.bytes.data + (address - file->text.at);
}

static void store_distance(struct ep_new_file *file, uint64_t at,
                           uint64_t target)
{
    uint32_t distance = (uint32_t)(target - at);

    for (unsigned i = 0; i < 4; i++)
        text_byte(file, at)[i] = (uint8_t)(distance >> (8 * i));
}

/* Relocate the code for one entry of the object's table. */
static int relocate(struct ep_new_file *file, const struct object *object,
                    uint64_t text, const Elf64_Rela *rela)
{
    const char *names = NULL;
    size_t n;
    const Elf64_Sym *symbol =
        symbols_of(object, &names, &n) + ELF64_R_SYM(rela->r_info);
    uint64_t target;

    switch (ELF64_R_TYPE(rela->r_info)) {
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
        target = slot_of(file, names + symbol->st_name);
        if (!target)
            return EP_EFORMAT;
        break;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        if (symbol->st_shndx == SHN_UNDEF)
            return EP_EFORMAT;
        target = section_at(file, object, symbol->st_shndx) + symbol->st_value;
        break;
    default:
        return EP_EFORMAT;
    }
    store_distance(file, text + rela->r_offset,
                   target + (uint64_t)rela->r_addend);
    return EP_OK;
}

static int link_start(struct ep_new_file *file, const struct object *object)
{
    int status = EP_OK;

    for (size_t i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];

        if (is_loaded(section) && !(section->sh_flags & SHF_WRITE))
            memcpy(text_byte(file, section_at(file, object, i)),
                   object->bytes + section->sh_offset, section->sh_size);
    }
    for (size_t i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];
        const Elf64_Rela *at =
            (const Elf64_Rela *)(object->bytes + section->sh_offset);
        size_t n = section->sh_size / sizeof *at;

        if (section->sh_type != SHT_RELA ||
            !is_loaded(&object->sections[section->sh_info]) ||
            !(object->sections[section->sh_info].sh_flags & SHF_EXECINSTR))
            continue;
        for (; !status && n-- > 0; at++)
            status = relocate(file, object,
                              section_at(file, object, section->sh_info), at);
    }
    return status;
}

static uint64_t symbol_at(const struct ep_new_file *file,
                          const struct object *object, const char *name)
{
    const char *names = NULL;
    size_t n;
    const Elf64_Sym *at = symbols_of(object, &names, &n);

    for (; n-- > 0; at++)
        if (strcmp(names + at->st_name, name) == 0)
            return section_at(file, object, at->st_shndx) + at->st_value;
    return 0;
}

/* ---- room ----------------------------------------------------------------- */

int ep_new_reserve_start(struct ep_new_file *file)
{
    struct object object = open_object(ep_image_is_static(file->image));

    file->start_text = file->text.at + HOOKS;
    pad(&file->text, ep_new_align(end_of(file, &object, 0), 16));
    if (file->code->is_static) {
        file->code->to_begin =
            symbol_at(file, &object, "edgeprof_alone_to_begin");
        file->code->to_child =
            symbol_at(file, &object, "edgeprof_alone_to_child");
        file->code->to_end = symbol_at(file, &object, "edgeprof_alone_to_end");
    }
    return file->text.bytes.failed ? EP_ENOMEM : EP_OK;
}

void ep_new_reserve_data(struct ep_new_file *file)
{
    int is_static = ep_image_is_static(file->image);
    struct object object = open_object(is_static);

    file->slots_at = file->data.at;
    file->descriptor_at =
        file->slots_at + 8 * (SLOT_IMPORTS + (uint64_t)file->imports.n + 1);
    file->start_data =
        file->descriptor_at + (is_static ? sizeof(struct edgeprof_static)
                                         : sizeof(struct edgeprof_module));
    if (file->code->breakpoints) {
        file->start_data += sizeof(uint64_t);
        ep_new_list_breakpoints(file, file->start_data);
        file->start_data += file->breakpoints.size;
    }
    pad(&file->data, ep_new_align(end_of(file, &object, 1), 8));
}

/* ---- hooks ---------------------------------------------------------------- */

/* Code that keeps registers by PUSHES and POPS, calls FUNCTION with the
 * descriptor, and goes on at NEXT, or returns.  Appended at AT; returns its
 * end. */
static uint64_t put_hook(struct ep_new_file *file, uint64_t at,
                         const char *pushes, uint64_t function,
                         const char *pops, uint64_t next)
{
    static const uint8_t load[] = {0x48, 0x8d, 0x3d}; /* lea ..., %rdi */

    memcpy(text_byte(file, at), pushes, strlen(pushes));
    at += strlen(pushes);
    memcpy(text_byte(file, at), load, sizeof load);
    store_distance(file, at + 3, file->descriptor_at - 4);
    *text_byte(file, at + 7) = 0xe8;
    store_distance(file, at + 8, function - 4);
    at += 12;
    memcpy(text_byte(file, at), pops, strlen(pops));
    at += strlen(pops);
    *text_byte(file, at) = next ? 0xe9 : 0xc3;
    if (next)
        store_distance(file, at + 1, next - 4);
    return at + (next ? 5 : 1);
}

static uint64_t copy_of(const struct ep_new_file *file, uint64_t address)
{
    uint32_t entry = ep_copies_entry(file->code, address);

    return entry == EP_NONE ? address : file->copies_at + entry;
}

static int put_hooks(struct ep_new_file *file, uint64_t enter, uint64_t leave)
{
    struct ep_image *image = file->image;
    uint64_t at = file->text.at;
    uint64_t end;
    int status;

    if (ep_rewrite_is_program(image)) { /* push %rdx twice: 16 bytes */
        (void)put_hook(file, at, "\x52\x52", enter, "\x5a\x5a",
                       copy_of(file, image->header->e_entry));
        image->header->e_entry = at;
        return EP_OK;
    }
    end = put_hook(file, at, "\x57\x56\x52", enter, "\x5a\x5e\x5f",
                   ep_image_value(image, DT_INIT));
    (void)put_hook(file, end, "\x50\x50\x50", leave, "\x58\x58\x58",
                   ep_image_value(image, DT_FINI));
    status = ep_new_set_tag(file, DT_INIT, at);
    return status ? status : ep_new_set_tag(file, DT_FINI, end);
}

static void store_word(struct ep_new_file *file, uint64_t at, uint64_t value)
{
    memcpy(file->data.bytes.data + (at - file->data.at), &value, sizeof value);
}

/* All pointers are relocated; see rewrite_dynamic.c. */
static void put_descriptor(struct ep_new_file *file, uint64_t api)
{
    struct edgeprof_module module = {.version = EDGEPROF_MODULE_VERSION,
                                     .flags = EDGEPROF_MODULE_PRIVATE};
    uint64_t at = file->descriptor_at;

    if (file->how->place)
        module.flags |= EDGEPROF_MODULE_PLACED;
    if (file->n_breakpoints) {
        module.flags |= EDGEPROF_MODULE_BREAKPOINTS;
        store_word(file, at + sizeof module, file->n_breakpoints);
        memcpy(file->data.bytes.data +
                   (at + sizeof module + sizeof(uint64_t) - file->data.at),
               file->breakpoints.data, file->breakpoints.size);
    }
    memcpy(file->data.bytes.data + (at - file->data.at), &module,
           sizeof module);
    store_word(file, at + offsetof(struct edgeprof_module, start),
               file->counters_at);
    store_word(file, at + offsetof(struct edgeprof_module, stop),
               file->counters_at + 8 * (uint64_t)file->code->n_counters);
    store_word(file, at + offsetof(struct edgeprof_module, rt_path),
               file->rt_path_at);
    store_word(file, at + offsetof(struct edgeprof_module, api), api);
}

static int write_loaded(struct ep_new_file *file, const struct object *object)
{
    uint64_t enter = symbol_at(file, object, "__edgeprof_enter");
    uint64_t leave = symbol_at(file, object, "__edgeprof_leave");
    uint64_t api = symbol_at(file, object, "__edgeprof_api");
    const Elf64_Phdr *dynamic = ep_image_find_segment(file->image, PT_DYNAMIC);
    const Elf64_Phdr *first = ep_image_find_segment(file->image, PT_LOAD);

    if (!enter || !leave || !api)
        return EP_EFORMAT;
    store_word(file, file->slots_at + 8 * (uint64_t)SLOT_DYNAMIC,
               dynamic->p_vaddr);
    store_word(file, file->slots_at + 8 * (uint64_t)SLOT_HEADER,
               first->p_vaddr - first->p_offset);
    put_descriptor(file, api);
    return put_hooks(file, enter, leave);
}

/* ---- static programs ------------------------------------------------------ */

static void put_static(struct ep_new_file *file)
{
    struct edgeprof_static module = {
        .id_kind = EDGEPROF_ID_NOTES,
        .n_counters = file->code->n_counters,
        .counters = (int64_t)(file->counters_at - file->descriptor_at)};
    uint64_t hash = ep_hash(EP_HASH_START, file->notes.data, file->notes.size);
    size_t size = sizeof hash;
    const uint8_t *id = ep_new_build_id(file->image, &size);

    if (id) {
        module.id_kind = EDGEPROF_ID_BUILD;
        size = size < sizeof module.id ? size : sizeof module.id;
    }
    module.id_size = (uint32_t)size;
    for (unsigned i = 0; i < size; i++)
        module.id[i] = (uint8_t)(id ? id[i] : hash >> (8 * i));
    memcpy(file->data.bytes.data + (file->descriptor_at - file->data.at),
           &module, sizeof module);
}

/* mov %rsp, %rsi: what the kernel left there. */
static int write_static(struct ep_new_file *file, const struct object *object)
{
    uint64_t start = symbol_at(file, object, "edgeprof_alone_start");
    uint64_t at = file->text.at;

    if (!start)
        return EP_EFORMAT;
    put_static(file);
    (void)put_hook(file, at, "\x48\x89\xe6\x52\x52", start, "\x5a\x5a",
                   copy_of(file, file->image->header->e_entry));
    file->image->header->e_entry = at;
    return EP_OK;
}

int ep_new_write_start(struct ep_new_file *file)
{
    int is_static = ep_image_is_static(file->image);
    struct object object = open_object(is_static);
    int status = link_start(file, &object);

    if (!status)
        status = is_static ? write_static(file, &object)
                           : write_loaded(file, &object);
    return status
               ? ep_fail(file->diag, status,
                         "edgeprof was built wrong: its start cannot be linked")
               : EP_OK;
}
