/* SPDX-License-Identifier: MIT */
#include "tool/core_memory.h"

#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

static int read_at(int fd, uint64_t offset, size_t size, char *out)
{
    while (size > 0) {
        ssize_t n = pread(fd, out, size, (off_t)offset);

        if (n <= 0)
            return 0;
        out += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return 1;
}

/* How many of the SIZE bytes at ADDRESS are in the part AT of the file, whose first
 * byte was at START. */
static size_t part_of(const GElf_Phdr *at, uint64_t start, uint64_t address,
                      size_t size)
{
    uint64_t within = address - start;

    if (at->p_type != PT_LOAD || address < start || within >= at->p_filesz)
        return 0;
    return at->p_filesz - within < size ? (size_t)(at->p_filesz - within)
                                        : size;
}

static size_t read_some(Elf *elf, int fd, uint64_t address, size_t size,
                        char *out)
{
    size_t n_parts, n = 0;
    GElf_Phdr at;

    if (elf_getphdrnum(elf, &n_parts))
        return 0;
    for (int physical = 0; !n && physical < 2; physical++)
        for (size_t i = 0; !n && i < n_parts; i++) {
            uint64_t start;

            if (!gelf_getphdr(elf, (int)i, &at))
                return 0;
            start = physical ? at.p_paddr : at.p_vaddr;
            n = part_of(&at, start, address, size);
            if (n && !read_at(fd, at.p_offset + (address - start), n, out))
                return 0;
        }
    return n;
}

int core_memory(int fd, uint64_t address, size_t size, void *out)
{
    Elf *elf;
    char *to = out;
    GElf_Ehdr header;

    (void)elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ, NULL);
    if (!elf || !gelf_getehdr(elf, &header) || header.e_type != ET_CORE) {
        (void)elf_end(elf);
        return 0;
    }
    while (size > 0) {
        size_t n = read_some(elf, fd, address, size, to);

        if (n == 0)
            break;
        to += n;
        address += n;
        size -= n;
    }
    (void)elf_end(elf);
    return size == 0;
}
