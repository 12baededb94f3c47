/* SPDX-License-Identifier: MIT
 *
 * rt_elf.h - a loaded module as dl_iterate_phdr shows it: its segments.
 */
#ifndef EDGEPROF_RT_ELF_H
#define EDGEPROF_RT_ELF_H

#include "rt.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

static inline struct rt_extent segment(const struct dl_phdr_info *info,
                                       const ElfW(Phdr) * phdr)
{
    uintptr_t low = info->dlpi_addr + phdr->p_vaddr;
    return (struct rt_extent){low, low + phdr->p_memsz};
}

/* The segment of that type, or NULL. */
static inline const ElfW(Phdr) *
    find_segment(const struct dl_phdr_info *info, uint32_t type)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == type)
            return &info->dlpi_phdr[i];
    return NULL;
}

/* The loaded segment that ADDRESS lies in, or NULL. */
static inline const ElfW(Phdr) *
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
static inline bool is_vdso(const struct dl_phdr_info *info)
{
    return !strncmp(info->dlpi_name, "linux-vdso", 10) ||
           !strncmp(info->dlpi_name, "linux-gate", 10);
}

/* glibc gives the main program no name. */
static inline bool is_main(const struct dl_phdr_info *info)
{
    return !info->dlpi_name[0] ||
           (uintptr_t)info->dlpi_phdr == getauxval(AT_PHDR);
}

#endif
