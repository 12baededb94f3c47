/* SPDX-License-Identifier: MIT
 *
 * clang_headers.h - which headers clang found where those of the system are.
 *
 * WHY   llvm-cov and gcov's users expect headers of others to be left out: those of
 *       -isystem, as which CMake gives what a project only imports. GCC tells its
 *       plugins; a pass is not told.
 * MODEL What clang was called with (/proc/self/cmdline, response files, and the environment)
 *       names the directories. The path of a header that was found in one begins with it, as
 *       it was given; the longest such tells. Nothing is told where paths are mapped
 *       (-ffile-prefix-map), or where preprocessed text is compiled.
 */
#ifndef EDGEPROF_LLVM_HEADERS_H
#define EDGEPROF_LLVM_HEADERS_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#pragma GCC diagnostic pop

#include <string>
#include <vector>

class edgeprof_headers
{
  public:
    /* To be called first: SOURCE is compiled, beside which are headers of the program.
     * Relative paths, here and below, are of DIRECTORY. */
    void begin(llvm::StringRef directory, llvm::StringRef source);

    /* Whether the header PATH is one of the system's. */
    bool is_system(llvm::StringRef path) const;

  private:
    struct folder {
        std::string path; /* absolute, and ends in '/' */
        bool is_system;
    };

    std::string absolute(llvm::StringRef path) const;
    std::string begin_of(llvm::StringRef directory) const;
    void add(llvm::StringRef path, bool is_system);
    void add_all(const char *variable);
    void read(const llvm::SmallVectorImpl<const char *> &arguments);

    std::string base; /* ends in '/' */
    std::string home; /* where the source is, as `path` */
    std::vector<folder> folders;
};

#endif
