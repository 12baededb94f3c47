/* SPDX-License-Identifier: MIT
 *
 * clang_source.h - what is written in the source where an instruction stands.
 *
 * WHY   clang gives a jump the place of its keyword, and the end of a scope
 *       that of its closing brace. Nothing else in LLVM's IR tells a "break"
 *       from the end of a "then".
 * MODEL A file is read when it is first asked for. Columns are those of the
 *       text that clang compiled. That is the file's own if clang has noted the
 *       file's checksum; it has none for preprocessed text, behind a #line, and
 *       before DWARF 5. Without it, and without columns (-gno-column-info), the
 *       answer is the first jump on the line.  Of branches of an #if, those have no words
 *       that are not compiled, as far as the places of the code tell (directives.h).
 * RULES Where there is no file (standard input, mapped paths), the answer is
 *       EDGEPROF_WORD_UNKNOWN. Lines are then guessed; they may be more, but
 *       their counts are true.
 */
#ifndef EDGEPROF_LLVM_SOURCE_H
#define EDGEPROF_LLVM_SOURCE_H

#include "clang_compat.h"
#include "clang_headers.h"

#include "base/words.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Support/MemoryBuffer.h"
#pragma GCC diagnostic pop

#include <map>
#include <vector>

enum edgeprof_word {
    EDGEPROF_WORD_UNKNOWN,
    EDGEPROF_WORD_BREAK,
    EDGEPROF_WORD_JUMP,  /* continue, goto, return, co_return */
    EDGEPROF_WORD_NAME,  /* another name: a macro's, perhaps */
    EDGEPROF_WORD_BRACE, /* a closing one */
    EDGEPROF_WORD_EMPTY, /* a closing one right behind its opening one */
    EDGEPROF_WORD_OTHER
};

inline struct ep_point edgeprof_point_of(const llvm::DILocation &at)
{
    return {at.getLine(), at.getColumn()};
}

class edgeprof_source
{
  public:
    /* Before any question: what is compiled is UNIT. */
    void begin(const llvm::Module &unit);

    /* What stands at AT. */
    edgeprof_word word(const llvm::DILocation &at) const;

    /* The text of AT's line, before it and from it on; false: not known. */
    bool split(const llvm::DILocation &at, llvm::StringRef *before,
               llvm::StringRef *behind) const;

    /* Whether a brace is at AT that ends its line, or begins a body that is not `{}`. */
    bool is_opened(const llvm::DILocation &at) const;

    /* Whether AT is on a directive's line, or in the head of a loop that one divides: of
     * what OpenMP has made. */
    bool is_of_directive(const llvm::DILocation &at) const;

    /* Whether LINE of FILE, which has this PATH by edgeprof_path, is of a header of the
     * system's, or behind a `#pragma ... system_header`.  Clang does as behind a #line there:
     * the file has no checksum. */
    bool is_system_header(const llvm::DIFile &file, llvm::StringRef path,
                          unsigned line) const;

    /* Whether a function that `= default` makes stands at AT. */
    bool is_default(const llvm::DILocation &at) const;

    /* Whether a comparison is written at AT. */
    bool is_comparison(const llvm::DILocation &at) const;

    /* Whether a name is at AT that stands for a part of something: `auto [a, b]`. */
    bool is_binding(const llvm::DILocation &at) const;

    /* Whether && or || is there. */
    bool is_logic(const llvm::DILocation &at) const;

    /* Whether a name stands at NAME, and AT is in the brackets behind it. */
    bool is_given(const llvm::DILocation &name,
                  const llvm::DILocation &at) const;

    /* The line that the code before AT ends on, comments aside; 0: not known. */
    unsigned line_before(const llvm::DILocation &at) const;

    /* AT; or, if an operator stands there, where it does by ep_operator_begin. */
    const llvm::DILocation *operator_begin(const llvm::DILocation &at) const;

    /* Whether a statement expression's block ends at AT: its value stands there. */
    bool is_end_of_value(const llvm::DILocation &at) const;

    /* AT, or where the condition begins that it is in: at a number perhaps, or an object. */
    const llvm::DILocation *condition_begin(const llvm::DILocation &at) const;

    /* The words of FILE as clang compiled it; NULL: there is no such text. */
    const struct ep_words *words(const llvm::DIFile &file) const;

    ~edgeprof_source();

  private:
    struct content {
        std::unique_ptr<llvm::MemoryBuffer> buffer; /* NULL: no file */
        std::vector<size_t> lines;                  /* where each begins */
        bool may_be_system =
            false; /* without checksum: it says system_header */
        struct ep_words words = {}; /* once they are asked for */
    };

    const content &read(const llvm::DIFile &file) const;
    int read_words(const llvm::DIFile &file, content &text) const;

    edgeprof_headers headers;
    /* Names for signs are signs: C++ has them, C may have iso646.h; no function is called one. */
    bool has_names = true;
    bool divides = false; /* loops, by OpenMP's directives */
    mutable std::map<const llvm::DIFile *, content> contents;
    /* Of each line, whether code of it is known. */
    std::map<const llvm::DIFile *, std::vector<uint8_t>> known;
};

#endif
