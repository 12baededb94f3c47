/* SPDX-License-Identifier: MIT
 *
 * rewrite_private.h - what rewrite*.c share: the new file while it is made.
 */
#ifndef EP_REWRITE_PRIVATE_H
#define EP_REWRITE_PRIVATE_H

#include "code/rewrite.h"
#include "code/unwind.h"

enum { EP_NEW_PAGE = 4096 };

/* A stretch of the new file and where it is loaded. */
struct ep_new_part {
    struct ep_buf bytes;
    uint64_t at;
};

/* One of the loader's tables, made longer. */
struct ep_new_table {
    uint64_t old, at; /* addresses */
    uint64_t size;    /* bytes */
};

/* What the start imports, in the order of its slots. */
enum { EP_NEW_MOST_IMPORTS = 16 };
struct ep_new_imports {
    const char *symbols[EP_NEW_MOST_IMPORTS]; /* as the start has them */
    size_t n;
};

struct ep_new_file {
    struct ep_image *image;
    struct ep_code *code;
    const struct ep_rewrite *how;
    struct ep_diag *diag;
    struct ep_buf notes;
    struct ep_copies copies;
    struct ep_unwind unwind;
    uint64_t delta; /* addresses less file offsets */
    struct ep_new_part text, tables, data;
    uint64_t copies_at, counters_at;
    uint64_t start_text; /* how a module starts: its code, ... */
    uint64_t start_data; /* ... and its words, in data */
    uint64_t slots_at, descriptor_at;
    uint64_t rt_path_at, segments_at;
    struct ep_new_table symbols, strings, versions, relocations;
    uint64_t new_symbol; /* index of the first import */
    struct ep_new_imports imports;
    struct ep_buf breakpoints; /* as they stand behind the descriptor */
    uint64_t n_breakpoints;
};

static inline uint64_t ep_new_align(uint64_t address, uint64_t to)
{
    return (address + to - 1) & ~(to - 1);
}

/* rewrite_start.c: what a module's start imports, and the name by which the
 * loader knows SYMBOL. */
struct ep_new_imports ep_new_imports(void);
const char *ep_new_import_name(const char *symbol);
/* Reserve the start's code in text, its words in data; then
 * write it, when all has its address, and hook it into the file. */
EP_MUST_CHECK int ep_new_reserve_start(struct ep_new_file *file);
void ep_new_reserve_data(struct ep_new_file *file);
EP_MUST_CHECK int ep_new_write_start(struct ep_new_file *file);

/* rewrite_dynamic.c: the loader's tables with what the start needs, in tables;
 * then the relocations, and the dynamic section. */
EP_MUST_CHECK int ep_new_add_tables(struct ep_new_file *file);
EP_MUST_CHECK int ep_new_write_dynamic(struct ep_new_file *file);
/* The dynamic section's entry TAG is VALUE from now on, if need be a new one.
 * EP_OK; EP_EFORMAT: there is no room. */
EP_MUST_CHECK int ep_new_set_tag(struct ep_new_file *file, int64_t tag,
                                 uint64_t value);

/* rewrite_breakpoints.c: those that CODE needs, which will stand at ADDRESS. */
void ep_new_list_breakpoints(struct ep_new_file *file, uint64_t address);

/* rewrite_symbols.c: the symbol table with copies. */
struct ep_new_symbols {
    const Elf64_Shdr *table; /* that it takes the place of; NULL: of none */
    struct ep_buf items;     /* Elf64_Sym; empty: the table stays */
    struct ep_buf names;
    size_t n_locals; /* which come first */
};
/* OUT is initialised by this call; release whatever became of it. */
void ep_new_make_symbols(const struct ep_new_file *file,
                         struct ep_new_symbols *out);
void ep_new_release_symbols(struct ep_new_symbols *symbols);

/* rewrite_sections.c: append what is not loaded to OUT, the whole file. */
EP_MUST_CHECK int ep_new_add_sections(struct ep_new_file *file,
                                      struct ep_buf *out);

/* rewrite_old.c: change the old code, its pointers and its identity. */
void ep_new_change_old(struct ep_new_file *file);
/* The bytes of the file's build-id, and their number; or NULL. */
uint8_t *ep_new_build_id(const struct ep_image *image, size_t *out_size);

#endif
