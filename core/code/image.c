/* SPDX-License-Identifier: MIT */
#include "code/image.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void ep_image_release(struct ep_image *image)
{
    ep_mem_free(image->bytes);
    *image = (struct ep_image){0};
}

/* ---- tables --------------------------------------------------------------- */

static int damaged(const struct ep_image *image, const char *what,
                   struct ep_diag *diag)
{
    return ep_fail(diag, EP_EFORMAT, "%s: damaged ELF file: %s", image->path,
                   what);
}

/* COUNT aligned items of SIZE bytes at OFFSET, or NULL. */
static void *table(const struct ep_image *image, uint64_t offset,
                   uint64_t count, size_t size)
{
    if (offset % 8 || offset > image->size ||
        count > (image->size - offset) / size)
        return NULL;
    return image->bytes + offset;
}

/* Whether the kernel refuses AT: it maps pages of the file, below its own half of the
 * addresses. */
static int is_unloadable(const Elf64_Phdr *at)
{
    const uint64_t page = 4096, top = UINT64_C(1) << 47;

    return at->p_type == PT_LOAD && at->p_filesz > 0 &&
           ((at->p_vaddr - at->p_offset) % page != 0 ||
            at->p_vaddr + at->p_memsz > top);
}

static int read_segments(struct ep_image *image, struct ep_diag *diag)
{
    const Elf64_Ehdr *header = image->header;

    if (header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phnum == 0 ||
        header->e_phnum == PN_XNUM)
        return damaged(image, "no program headers", diag);
    image->n_segments = header->e_phnum;
    image->segments =
        table(image, header->e_phoff, header->e_phnum, sizeof *image->segments);
    if (!image->segments)
        return damaged(image, "its program headers are not in it", diag);
    for (size_t i = 0; i < image->n_segments; i++) {
        const Elf64_Phdr *at = &image->segments[i];

        if (at->p_offset > image->size ||
            at->p_filesz > image->size - at->p_offset ||
            at->p_vaddr + at->p_memsz < at->p_vaddr ||
            (at->p_type == PT_LOAD && at->p_filesz > at->p_memsz))
            return damaged(image, "a segment is not in it", diag);
        if (is_unloadable(at))
            return damaged(image, "a segment cannot be loaded", diag);
    }
    return EP_OK;
}

static int read_sections(struct ep_image *image, struct ep_diag *diag)
{
    const Elf64_Ehdr *header = image->header;
    size_t size;

    if (header->e_shoff == 0 || header->e_shnum == 0)
        return EP_OK;
    image->sections =
        table(image, header->e_shoff, header->e_shnum, sizeof *image->sections);
    if (header->e_shentsize != sizeof(Elf64_Shdr) || !image->sections ||
        header->e_shstrndx >= header->e_shnum)
        return damaged(image, "its section headers are not in it", diag);
    image->n_sections = header->e_shnum;
    image->section_names = (const char *)ep_image_content(
        image, &image->sections[header->e_shstrndx], &size);
    image->section_names_size = size;
    if (!image->section_names || size == 0 ||
        image->section_names[size - 1] != '\0')
        return damaged(image, "its sections have no names", diag);
    return EP_OK;
}

static int read_dynamic(struct ep_image *image, struct ep_diag *diag)
{
    const Elf64_Phdr *segment = ep_image_find_segment(image, PT_DYNAMIC);
    size_t n;

    if (!segment)
        return EP_OK;
    n = segment->p_filesz / sizeof(Elf64_Dyn);
    image->dynamic = table(image, segment->p_offset, n, sizeof(Elf64_Dyn));
    if (!image->dynamic)
        return damaged(image, "its dynamic section is not in it", diag);
    while (image->n_dynamic < n &&
           image->dynamic[image->n_dynamic].d_tag != DT_NULL)
        image->n_dynamic++;
    return image->n_dynamic < n
               ? EP_OK
               : damaged(image, "its dynamic section has no end", diag);
}

/* ---- reading -------------------------------------------------------------- */

static const char *other_machine(const Elf64_Ehdr *header)
{
    switch (header->e_machine) {
    case EM_386:
        return "a program for 32-bit x86";
    case EM_AARCH64:
        return "a program for AArch64";
    case EM_RISCV:
        return "a program for RISC-V";
    case EM_ARM:
        return "a program for 32-bit ARM";
    default:
        return "a program for another processor";
    }
}

static int check_kind(struct ep_image *image, struct ep_diag *diag)
{
    const Elf64_Ehdr *header = image->header;
    const char *what = NULL;

    if (image->size > 2 && memcmp(image->bytes, "#!", 2) == 0)
        what = "a script; name its interpreter instead";
    else if (image->size < EI_NIDENT ||
             memcmp(image->bytes, ELFMAG, SELFMAG) != 0)
        what = "not an ELF file";
    else if (image->bytes[EI_CLASS] == ELFCLASS32)
        what = "a 32-bit program";
    else if (image->size < sizeof *header)
        return damaged(image, "cut off", diag);
    else if (header->e_machine != EM_X86_64)
        what = other_machine(header);
    else if (header->e_type != ET_EXEC && header->e_type != ET_DYN)
        what = "neither an executable nor a shared object";
    if (!what)
        return EP_OK;
    return ep_fail(diag, EP_EFORMAT, "%s: %s", image->path, what);
}

static int read_bytes(struct ep_image *image, int fd, struct ep_diag *diag)
{
    size_t done = 0;

    while (done < image->size) {
        ssize_t n = read(fd, image->bytes + done, image->size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return ep_fail(diag, EP_EIO, "%s: %s", image->path,
                           strerror(errno));
        if (n == 0)
            return ep_fail(diag, EP_EIO, "%s: became shorter", image->path);
        done += (size_t)n;
    }
    return EP_OK;
}

static int read_file(struct ep_image *image, struct ep_diag *diag)
{
    struct stat there = {0};
    int fd = open(image->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int status = EP_OK;

    if (fd < 0 || fstat(fd, &there))
        status = ep_fail(diag, EP_EIO, "%s: %s", image->path, strerror(errno));
    else if (!S_ISREG(there.st_mode))
        status =
            ep_fail(diag, EP_EFORMAT, "%s: not a regular file", image->path);
    if (!status) {
        image->size = (size_t)there.st_size;
        image->bytes = ep_mem_zeroed(image->size + 1, 1);
        status = image->bytes ? read_bytes(image, fd, diag)
                              : ep_fail(diag, EP_ENOMEM, "%s: out of memory",
                                        image->path);
    }
    if (fd >= 0)
        (void)close(fd);
    return status;
}

int ep_image_load(const char *path, struct ep_diag *diag, struct ep_image *out)
{
    int status;

    *out = (struct ep_image){.path = path};
    status = read_file(out, diag);
    if (status)
        ep_image_release(out);
    return status;
}

int ep_image_read(const char *path, struct ep_diag *diag, struct ep_image *out)
{
    int status;

    *out = (struct ep_image){.path = path};
    status = read_file(out, diag);
    out->header = (Elf64_Ehdr *)out->bytes;
    if (!status)
        status = check_kind(out, diag);
    if (!status)
        status = read_segments(out, diag);
    if (!status)
        status = read_sections(out, diag);
    if (!status)
        status = read_dynamic(out, diag);
    if (status)
        ep_image_release(out);
    return status;
}

/* ---- addresses ------------------------------------------------------------ */

const Elf64_Phdr *ep_image_segment(const struct ep_image *image,
                                   uint64_t address)
{
    for (size_t i = 0; i < image->n_segments; i++) {
        const Elf64_Phdr *at = &image->segments[i];

        if (at->p_type == PT_LOAD && address - at->p_vaddr < at->p_memsz)
            return at;
    }
    return NULL;
}

static uint64_t room_in(const Elf64_Phdr *segment, uint64_t address)
{
    return segment && address - segment->p_vaddr < segment->p_filesz
               ? segment->p_filesz - (address - segment->p_vaddr)
               : 0;
}

uint64_t ep_image_room(const struct ep_image *image, uint64_t address)
{
    return room_in(ep_image_segment(image, address), address);
}

uint8_t *ep_image_at(const struct ep_image *image, uint64_t address,
                     uint64_t size)
{
    const Elf64_Phdr *at = ep_image_segment(image, address);

    if (size == 0 || room_in(at, address) < size)
        return NULL;
    return image->bytes + at->p_offset + (address - at->p_vaddr);
}

Elf64_Phdr *ep_image_find_segment(const struct ep_image *image, uint32_t type)
{
    for (size_t i = 0; i < image->n_segments; i++)
        if (image->segments[i].p_type == type)
            return &image->segments[i];
    return NULL;
}

void *ep_image_table(const struct ep_image *image, uint64_t address,
                     uint64_t size)
{
    uint8_t *bytes = ep_image_at(image, address, size);

    return bytes && (bytes - image->bytes) % 8 == 0 ? bytes : NULL;
}

/* ---- sections ------------------------------------------------------------- */

const char *ep_image_section_name(const struct ep_image *image,
                                  const Elf64_Shdr *section)
{
    return section->sh_name < image->section_names_size
               ? image->section_names + section->sh_name
               : "";
}

Elf64_Shdr *ep_image_section(const struct ep_image *image, const char *name)
{
    for (size_t i = 0; i < image->n_sections; i++)
        if (strcmp(ep_image_section_name(image, &image->sections[i]), name) ==
            0)
            return &image->sections[i];
    return NULL;
}

const Elf64_Shdr *ep_image_section_at(const struct ep_image *image,
                                      uint64_t address)
{
    for (size_t i = 0; i < image->n_sections; i++) {
        const Elf64_Shdr *at = &image->sections[i];

        if ((at->sh_flags & SHF_ALLOC) && !(at->sh_flags & SHF_TLS) &&
            address - at->sh_addr < at->sh_size)
            return at;
    }
    return NULL;
}

uint8_t *ep_image_content(const struct ep_image *image,
                          const Elf64_Shdr *section, size_t *out_size)
{
    *out_size = 0;
    if (section->sh_type == SHT_NOBITS || section->sh_offset > image->size ||
        section->sh_size > image->size - section->sh_offset)
        return NULL;
    *out_size = (size_t)section->sh_size;
    return image->bytes + section->sh_offset;
}

/* ---- the dynamic section --------------------------------------------------- */

Elf64_Dyn *ep_image_tag(const struct ep_image *image, int64_t tag)
{
    for (size_t i = 0; i < image->n_dynamic; i++)
        if (image->dynamic[i].d_tag == tag)
            return &image->dynamic[i];
    return NULL;
}

uint64_t ep_image_value(const struct ep_image *image, int64_t tag)
{
    const Elf64_Dyn *found = ep_image_tag(image, tag);

    return found ? found->d_un.d_val : 0;
}

int ep_image_is_static(const struct ep_image *image)
{
    int is_program = image->header->e_type == ET_EXEC ||
                     (ep_image_value(image, DT_FLAGS_1) & EP_IMAGE_IS_PROGRAM);

    return is_program && !ep_image_find_segment(image, PT_INTERP) &&
           !ep_image_tag(image, DT_NEEDED);
}
