/* SPDX-License-Identifier: MIT
 *
 * place_scopes.h - the innermost function at each address of a unit, as its DWARF has it.
 *
 * WHY   libdw looks for it anew for each address, through all that the unit declares.
 */
#ifndef EP_CODE_PLACE_SCOPES_H
#define EP_CODE_PLACE_SCOPES_H

#include "base/mem.h"

#include <elfutils/libdw.h>

/* From its start to the next one's, SCOPE is the innermost function; 0: none. */
struct ep_scope_range {
    uint64_t start;
    Dwarf_Off scope;
};

/* SCOPE was inlined into OUTER. */
struct ep_scope_inlined {
    Dwarf_Off scope, outer;
};

/* Zero-initialised is empty and valid. */
struct ep_scopes {
    struct ep_scope_range *items;
    size_t n;
    struct ep_scope_inlined *inlined; /* by scope */
    size_t n_inlined;
    size_t inlined_capacity;
};

/* Those of UNIT.  OUT is initialised by this call; release with ep_scopes_release.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_scopes_read(Dwarf_Die *unit, struct ep_scopes *out);
void ep_scopes_release(struct ep_scopes *scopes);

/* 0: none. */
Dwarf_Off ep_scopes_at(const struct ep_scopes *scopes, uint64_t address);
/* The function that SCOPE was inlined into; 0: it was not. */
Dwarf_Off ep_scopes_outer(const struct ep_scopes *scopes, Dwarf_Off scope);

#endif
