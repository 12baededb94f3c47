/* SPDX-License-Identifier: MIT
 *
 * place_file.h - a program or library that samples are in, and its debug information.
 */
#ifndef EP_CODE_PLACE_FILE_H
#define EP_CODE_PLACE_FILE_H

#include "code/place_copies.h"
#include "code/place_scopes.h"
#include "code/place_skid.h"
#include "format/samples.h"

#include <elfutils/libdwfl.h>

/* Where a unit has code. */
struct ep_unit_range {
    uint64_t start, end;
    size_t unit;
};

struct ep_unit {
    Dwarf_Die die;
    int is_read; /* bool: its scopes */
    struct ep_scopes scopes;
    const char *folder; /* that it was compiled in, or NULL */
};

/* The file of an object. */
struct ep_code_file {
    Dwfl *dwfl;
    Dwfl_Module *module;
    Elf *elf;
    GElf_Addr bias;        /* libdwfl's address less the file's */
    Dwarf *dwarf;          /* NULL: it has none */
    Dwarf_Addr dwarf_bias; /* libdwfl's less the debug information's */
    struct ep_unit *units;
    size_t n_units;
    size_t units_capacity;
    struct ep_unit_range *ranges; /* by start */
    size_t n_ranges;
    size_t ranges_capacity;
    struct ep_skid skid;
    struct ep_copied_map copies; /* of prof-patch */
};

/* EP_OK; EP_ENOMEM; EP_EMATCH: it is not there as it was.  Close OUT in any case. */
EP_MUST_CHECK int ep_code_file_open(const struct ep_sampled_object *object,
                                    struct ep_code_file *out);
void ep_code_file_close(struct ep_code_file *file);

/* The address in the file of what lies at OFFSET; whether it is loaded. */
int ep_code_file_address(const struct ep_code_file *file, uint64_t offset,
                         uint64_t *out);
/* The unit that has code at ADDRESS, of the debug information; NULL: none has. */
struct ep_unit *ep_code_file_unit(const struct ep_code_file *file,
                                  uint64_t address);

#endif
