/* SPDX-License-Identifier: MIT */
#include "profile/symbols.h"

#include <string.h>

static int each_of(Elf *elf, Elf_Scn *table, const GElf_Shdr *header,
                   ep_symbol_fn *take, void *context)
{
    Elf_Data *data = elf_getdata(table, NULL);
    size_t n = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    int status = n > 0 && !data ? EP_EIO : EP_OK;

    for (size_t i = 0; !status && i < n; i++) {
        GElf_Sym symbol;
        const char *name;

        if (!gelf_getsym(data, (int)i, &symbol))
            return EP_OK;
        name = elf_strptr(elf, header->sh_link, symbol.st_name);
        status =
            name ? take(context, name, strcspn(name, "@"), &symbol) : EP_EIO;
    }
    return status;
}

int ep_symbols_each(Elf *elf, ep_symbol_fn *take, void *context)
{
    Elf_Scn *section = NULL, *best = NULL;
    GElf_Shdr header, best_header = {0};

    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (!gelf_getshdr(section, &header))
            return EP_OK;
        if (header.sh_type == SHT_SYMTAB ||
            (header.sh_type == SHT_DYNSYM && !best)) {
            best = section;
            best_header = header;
        }
    }
    return best ? each_of(elf, best, &best_header, take, context) : EP_OK;
}
