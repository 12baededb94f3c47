/* SPDX-License-Identifier: MIT
 *
 * import.h - what another tool counted, as a profile of one run.
 *
 * WHY   a project has parts in other languages, and parts that another tool counted;
 *       reports, gates and pages shall know one sum.
 * MODEL A reader of one format hands over lines, functions and branches, in any order;
 *       what is said twice adds up.  Each file becomes a UNIT, each function a graph
 *       in which control comes to every line from nowhere and leaves it for nowhere,
 *       since nobody said how they hang together, with a counter on each way in.  What
 *       lies in no function is in one that the tool made.  Equal shapes have equal
 *       ids, so that further runs of the same code add up.
 * RULES Nothing is trusted in reading.  What fails sticks in `status` and `diag`, so
 *       that a reader may check once.
 */
#ifndef EP_IMPORT_H
#define EP_IMPORT_H

#include "base/map.h"
#include "base/words.h"
#include "format/counts.h"

struct import_line {
    uint32_t file;
    uint32_t line;
    uint64_t count;
    uint32_t part; /* import_module's */
};

struct import_function {
    uint32_t file;
    uint32_t line; /* of the definition */
    uint32_t end;  /* its last line; 0: not known */
    char *name;    /* linkage name, or what there is */
    uint64_t count;
};

/* What tells outcomes of one branch apart. */
enum import_way {
    IMPORT_TRUE,
    IMPORT_FALSE,
    IMPORT_NTH /* and those after: which they are, nobody said */
};

struct import_outcome {
    uint32_t file;
    struct ep_point at;
    uint32_t branch; /* of those at that place, as the tool numbers them */
    uint32_t way;    /* enum import_way */
    uint64_t count;
    uint32_t part; /* import_module's */
};

struct import {
    const char *path; /* of the file that is read */
    char *full;       /* likewise, from the root, owned */
    char *tool;       /* that counted, owned: "lcov" */
    char *directory;  /* where relative paths start, owned: here, unless it is
                        said */
    char **files;
    size_t n_files;
    size_t files_capacity;
    struct ep_map by_name; /* files */
    struct import_line *lines;
    size_t n_lines;
    size_t lines_capacity;
    struct import_function *functions;
    size_t n_functions;
    size_t functions_capacity;
    struct import_outcome *outcomes;
    size_t n_outcomes;
    size_t outcomes_capacity;
    struct ep_diag *diag;
    int status; /* enum ep_status */
};

/* Say what is wrong with the file, "FACT"; STATUS stays with FOREIGN. */
void import_fail(struct import *import, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Line NUMBER, from AT to END, is malformed. */
void import_fail_line(struct import *import, size_t number, const char *at,
                      const char *end);

void import_set_tool(struct import *import, const char *tool);
void import_set_directory(struct import *import, const char *directory);
/* The number of the file called NAME, of SIZE bytes. */
uint32_t import_file(struct import *import, const char *name, size_t size);
/* LINE 0 is ignored. */
void import_add_line(struct import *import, uint32_t file, uint32_t line,
                     uint64_t count);
void import_add_function(struct import *import, uint32_t file, uint32_t line,
                         uint32_t end, const char *name, size_t size,
                         uint64_t count);
void import_add_outcome(struct import *import,
                        const struct import_outcome *outcome);

/* By file, place, branch and way. */
int import_order_outcomes(const void *left, const void *right);

/* The next line of the text from *AT to END: its beginning, up to *OUT_END; NULL: there is
 * none.  *AT is behind it then. */
const char *import_line(const char **at, const char *end, const char **out_end);

/* A number that fits into 32 bits, of the text from *AT to END; *AT is behind it then.
 * -1: there is none. */
int import_number(const char **at, const char *end, uint64_t *out);
int import_number32(const char **at, const char *end, uint32_t *out);
/* Whether TEXT comes at *AT, which is behind it then. */
int import_text(const char **at, const char *end, const char *text);

/* The readers; each takes the whole TEXT. */
void import_read_lcov(struct import *import, const struct ep_buf *text);
void import_read_json(struct import *import, const struct ep_buf *text);
void import_read_cobertura(struct import *import, const struct ep_buf *text);
void import_read_callgrind(struct import *import, const struct ep_buf *text);

/* Make FOREIGN, folded, the one module of OUT, with its notes.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int import_module(struct import *import, struct ep_counts *out);

/* Read PATH, plain or packed by gzip, if it is of one of the formats: *OUT_IS tells.
 * OUT  initialised by this call, if so; release with ep_counts_release
 * EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT.  OUT is then empty, DIAG names PATH and fact. */
EP_MUST_CHECK int import_read(const char *path, struct ep_diag *diag,
                              int *out_is, struct ep_counts *out);

#endif
