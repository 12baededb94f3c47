/* SPDX-License-Identifier: MIT
 *
 * run_tables.h - what the unwind tables of programs and libraries say of an instruction.
 *
 * MODEL Tables (.eh_frame, or else .debug_frame) are read once for each file, and what they
 *       say once for each instruction.
 * RULES The file must be the one that was mapped, by its build-id.
 */
#ifndef PROF_RUN_TABLES_H
#define PROF_RUN_TABLES_H

#include "base/map.h"
#include "format/samples.h"
#include "run_maps.h"

#include <elfutils/libdw.h>

struct tables_file;
struct tables_rule;

/* Zero-initialised is empty and valid. */
struct tables {
    struct tables_file *files; /* by number of the object */
    size_t n_files;
    struct tables_rule *rules;
    size_t n_rules;
    size_t rules_capacity;
    struct ep_map rule_of;
};

/* The rules at ADDRESS, which lies in MAPPING, a file of SAMPLING, into OUT; NULL: the tables
 * say nothing.  They live until the next call.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int tables_find(struct tables *tables,
                              const struct ep_sampling *sampling,
                              const struct mapping *mapping, uint64_t address,
                              Dwarf_Frame **out);
void tables_release(struct tables *tables);

#endif
