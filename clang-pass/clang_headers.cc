/* SPDX-License-Identifier: MIT
 *
 * clang_headers.cc - see clang_headers.h.
 */
#include "clang_headers.h"

#include "clang_compat.h"

#include "base/paths.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#pragma GCC diagnostic pop

#include <cstdlib>

using namespace llvm;

/* Those that are followed by a directory, in the same argument or in the next. */
static const struct {
    const char *name;
    bool is_system;
} options[] = {
    {"-isystem-after", true},    {"-isystem", true},
    {"-idirafter", true},        {"-cxx-isystem", true},
    {"-internal-isystem", true}, {"-internal-externc-isystem", true},
    {"-iquote", false},          {"-I", false},
};

std::string edgeprof_headers::absolute(StringRef path) const
{
    SmallString<256> whole(sys::path::is_absolute(path) ? "" : base);

    whole += path;
    sys::path::remove_dots(whole);
    return std::string(whole);
}

/* The DIRECTORY, as paths in it begin. */
std::string edgeprof_headers::begin_of(StringRef directory) const
{
    std::string path =
        absolute(directory.size() > 1 ? directory.rtrim('/') : directory);

    return path.back() == '/' ? path : path + "/";
}

void edgeprof_headers::add(StringRef path, bool is_system)
{
    folders.push_back({begin_of(path), is_system});
}

/* The directories that are in the environment's VARIABLE. */
void edgeprof_headers::add_all(const char *variable)
{
    const char *value = std::getenv(variable);
    SmallVector<StringRef, 4> paths;

    if (value)
        StringRef(value).split(paths, ':', -1, false);
    for (StringRef path : paths)
        add(path, true);
}

void edgeprof_headers::read(const SmallVectorImpl<const char *> &arguments)
{
    for (size_t i = 0; i < arguments.size(); i++)
        for (const auto &option : options) {
            StringRef path = arguments[i];

            if (!path.consume_front(option.name))
                continue;
            if (path.empty() && i + 1 < arguments.size())
                path = arguments[++i];
            add(path, option.is_system);
            break;
        }
}

void edgeprof_headers::begin(StringRef directory, StringRef source)
{
    auto buffer = MemoryBuffer::getFileAsStream("/proc/self/cmdline");
    SmallVector<const char *, 64> arguments;
    BumpPtrAllocator memory;
    StringSaver saver(memory);
    SmallVector<StringRef, 64> words;

    base = directory.rtrim('/').str() + "/";
    home = begin_of(sys::path::parent_path(source));
    if (buffer)
        (*buffer)->getBuffer().split(words, '\0', -1, false);
    for (StringRef word : words)
        arguments.push_back(word.data()); /* a NUL is behind each */
    cl::ExpandResponseFiles(saver, cl::TokenizeGNUCommandLine, arguments);
    read(arguments);
    for (const char *variable :
         {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH"})
        add_all(variable);
}

bool edgeprof_headers::is_system(StringRef path) const
{
    std::string whole = absolute(path);
    size_t longest = edgeprof_compat_starts(whole, home) ? home.size() : 0;
    bool found = false;

    for (const folder &candidate : folders) {
        size_t size = candidate.path.size();

        if (size < longest || candidate.path == home ||
            !edgeprof_compat_starts(whole, candidate.path))
            continue;
        found = candidate.is_system || (found && size == longest);
        longest = size;
    }
    return found || ep_path_is_system(path.str().c_str());
}
