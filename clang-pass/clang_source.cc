/* SPDX-License-Identifier: MIT
 *
 * clang_source.cc - see clang_source.h.
 */
#include "clang_source.h"

#include "base/braces.h"
#include "base/conditions.h"
#include "base/directives.h"
#include "base/expressions.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#pragma GCC diagnostic pop

using namespace llvm;

/* Only what can be read twice. */
static std::unique_ptr<MemoryBuffer> open(const Twine &path)
{
    if (!sys::fs::is_regular_file(path))
        return nullptr;
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? std::move(*buffer) : nullptr;
}

/* The compiler still works in the directory that relative names start at. */
const edgeprof_source::content &edgeprof_source::read(const DIFile &file) const
{
    auto added = contents.emplace(&file, content());
    content &text = added.first->second;

    if (!added.second)
        return text;
    text.buffer = open(file.getFilename());
    if (!text.buffer) {
        SmallString<256> path(file.getDirectory());

        sys::path::append(path, file.getFilename());
        text.buffer = open(path);
    }
    if (text.buffer) {
        StringRef all = text.buffer->getBuffer();

        text.lines.push_back(0);
        for (size_t at = all.find('\n'); at != StringRef::npos;
             at = all.find('\n', at + 1))
            text.lines.push_back(at + 1);
        text.may_be_system =
            !file.getChecksum() && all.contains("system_header");
    }
    return text;
}

static bool is_of_name(char c)
{
    return isAlnum(c) || c == '_' || c == '$';
}

/* The name that TEXT begins with, or "". */
static StringRef first_name(StringRef text)
{
    return text.take_while(is_of_name);
}

static edgeprof_word word_of(StringRef name)
{
    if (name == "break")
        return EDGEPROF_WORD_BREAK;
    if (name == "continue" || name == "goto" || name == "return" ||
        name == "co_return")
        return EDGEPROF_WORD_JUMP;
    if (name == "for" || name == "while" || name == "do")
        return EDGEPROF_WORD_OTHER;
    return EDGEPROF_WORD_NAME;
}

/* The first jump on LINE, of which no more is known; or what it begins with. */
static edgeprof_word word_of_line(StringRef line)
{
    StringRef first = first_name(line.ltrim());

    while (!line.empty()) {
        StringRef name = first_name(line);

        if (word_of(name) < EDGEPROF_WORD_NAME)
            return word_of(name);
        line = line.drop_front(name.empty() ? 1 : name.size());
    }
    return first.empty() ? EDGEPROF_WORD_OTHER : word_of(first);
}

/* What is at POINT. */
static edgeprof_word word_at(const struct ep_words *words,
                             struct ep_point point)
{
    uint32_t i = ep_words_find(words, point);

    if (i == EP_NONE || ep_words_point(words, i).column != point.column)
        return EDGEPROF_WORD_OTHER;
    if (ep_words_is(words, i, "}"))
        return i > 0 && ep_words_is(words, i - 1, "{") &&
                       ep_words_point(words, i - 1).line == point.line
                   ? EDGEPROF_WORD_EMPTY
                   : EDGEPROF_WORD_BRACE;
    if (!ep_words_is_name(words, i) || ep_brace_follows(words, i))
        return EDGEPROF_WORD_OTHER;
    return word_of(
        StringRef(words->text + words->items[i].at, words->items[i].size));
}

static StringRef line_of(const MemoryBuffer &buffer,
                         const std::vector<size_t> &lines, unsigned line)
{
    StringRef text = buffer.getBuffer().drop_front(lines[line - 1]);

    return text.take_front(text.find('\n'));
}

edgeprof_word edgeprof_source::word(const DILocation &at) const
{
    const content &text = read(*at.getFile());

    if (at.getLine() == 0 || at.getLine() > text.lines.size())
        return EDGEPROF_WORD_UNKNOWN;
    StringRef line = line_of(*text.buffer, text.lines, at.getLine());
    const struct ep_words *all = words(*at.getFile());
    if (!all || at.getColumn() == 0)
        return word_of_line(line);
    return at.getColumn() <= line.size() ? word_at(all, edgeprof_point_of(at))
                                         : EDGEPROF_WORD_UNKNOWN;
}

/* Whether INSTRUCTION has room for the number of a turn of a loop that OpenMP divides. */
static bool is_turn(const Instruction &instruction)
{
    const auto *slot = dyn_cast<AllocaInst>(&instruction);
    const DILocalVariable *variable =
        slot ? edgeprof_compat_variable(*slot) : nullptr;

    return variable && variable->getName() == ".omp.iv";
}

void edgeprof_source::begin(const Module &unit)
{
    /* Most instructions follow one of the same file. */
    const DIFile *file = nullptr;
    std::vector<uint8_t> *lines = nullptr;

    if (unit.debug_compile_units_begin() != unit.debug_compile_units_end()) {
        const DICompileUnit &compiled = **unit.debug_compile_units_begin();

        headers.begin(compiled.getDirectory(), compiled.getFilename());
    }
    for (const Function &function : unit) {
        has_names &= !ep_words_is_sign(function.getName().str().c_str());
        for (const Instruction &instruction : instructions(function)) {
            const DILocation *at = instruction.getDebugLoc();

            divides |= is_turn(instruction);
            if (!at || at->getLine() == 0)
                continue;
            if (!lines || at->getFile() != file)
                lines = &known[file = at->getFile()];
            if (lines->size() < at->getLine())
                lines->resize(at->getLine());
            (*lines)[at->getLine() - 1] = 1;
        }
    }
}

/* Those that may be compiled. */
int edgeprof_source::read_words(const DIFile &file, content &text) const
{
    const char *begin = text.buffer->getBufferStart();
    size_t size = text.buffer->getBufferSize();
    int leaves_out = 0;
    int status = ep_words_read(begin, size, has_names, &text.words);
    auto lines = known.find(&file);

    if (status || lines == known.end())
        return status;
    std::vector<uint8_t> is_kept = lines->second;

    is_kept.resize(text.words.n_lines);
    status = ep_directives_keep(&text.words, is_kept.data(), &leaves_out);
    if (!status && !leaves_out)
        return EP_OK;
    ep_words_release(&text.words);
    if (!status)
        status = ep_words_begin(begin, size, has_names, &text.words);
    return status ? status
                  : ep_words_go_on(&text.words, text.words.n_lines,
                                   is_kept.data());
}

const struct ep_words *edgeprof_source::words(const DIFile &file) const
{
    read(file);
    content &text = contents[&file];

    if (!text.buffer || !file.getChecksum())
        return nullptr;
    if (!text.words.text && read_words(file, text))
        return nullptr;
    return &text.words;
}

bool edgeprof_source::is_system_header(const DIFile &file, StringRef path,
                                       unsigned line) const
{
    if (headers.is_system(path))
        return true;
    read(file);
    content &text = contents[&file];

    if (line == 0 || !text.may_be_system)
        return false;
    if (!text.words.text && read_words(file, text))
        return false;
    return line <= text.words.n_lines &&
           ep_directives_is_system(&text.words, line);
}

/* AT, moved to POINT, if that is on another line. */
static const DILocation *moved(const DILocation &at, struct ep_point point)
{
    return point.line == at.getLine()
               ? &at
               : DILocation::get(at.getContext(), point.line, point.column,
                                 at.getScope(), at.getInlinedAt());
}

const DILocation *edgeprof_source::operator_begin(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all ? moved(at, ep_operator_begin(all, edgeprof_point_of(at))) : &at;
}

bool edgeprof_source::is_end_of_value(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all &&
           ep_brace_of_value_end(
               all, ep_words_find(all, edgeprof_point_of(at))) != EP_NONE;
}

const DILocation *edgeprof_source::condition_begin(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());
    struct ep_condition found;

    return all && ep_condition_find(all, edgeprof_point_of(at), &found)
               ? moved(at, found.at)
               : &at;
}

edgeprof_source::~edgeprof_source()
{
    for (auto &file : contents)
        ep_words_release(&file.second.words);
}

bool edgeprof_source::split(const DILocation &at, StringRef *before,
                            StringRef *behind) const
{
    const content &text = read(*at.getFile());

    if (at.getLine() == 0 || at.getLine() > text.lines.size() ||
        at.getColumn() == 0)
        return false;
    StringRef line = line_of(*text.buffer, text.lines, at.getLine());
    if (at.getColumn() > line.size() + 1)
        return false;
    *before = line.take_front(at.getColumn() - 1);
    *behind = line.drop_front(at.getColumn() - 1);
    return true;
}

bool edgeprof_source::is_opened(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all && ep_words_is_opened(all, edgeprof_point_of(at));
}

bool edgeprof_source::is_of_directive(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all &&
           (ep_directives_has(all, at.getLine()) ||
            (divides && ep_directives_divide(all, edgeprof_point_of(at))));
}

bool edgeprof_source::is_default(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all && ep_words_is_defaulted(all, edgeprof_point_of(at));
}

bool edgeprof_source::is_comparison(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());
    StringRef before;
    StringRef behind;

    return (split(at, &before, &behind) &&
            (edgeprof_compat_starts(behind, "<") ||
             edgeprof_compat_starts(behind, ">") ||
             edgeprof_compat_starts(behind, "==") ||
             edgeprof_compat_starts(behind, "!="))) ||
           (all && ep_words_is(all, ep_words_find(all, edgeprof_point_of(at)),
                               "!=")); /* written `not_eq` */
}

bool edgeprof_source::is_binding(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all && ep_words_is_binding(all, edgeprof_point_of(at));
}

bool edgeprof_source::is_logic(const DILocation &at) const
{
    const struct ep_words *all = words(*at.getFile());

    return all && ep_is_logic(all, ep_words_find(all, edgeprof_point_of(at)));
}

bool edgeprof_source::is_given(const DILocation &name,
                               const DILocation &at) const
{
    const struct ep_words *all = words(*name.getFile());

    if (!all || name.getFile() != at.getFile())
        return false;
    uint32_t i = ep_words_find(all, {name.getLine(), name.getColumn()});
    uint32_t inner = ep_words_find(all, edgeprof_point_of(at));
    return i != EP_NONE && inner != EP_NONE && ep_words_is_name(all, i) &&
           ep_words_is(all, i + 1, "(") && inner > i + 1 &&
           inner < all->items[i + 1].pair;
}

unsigned edgeprof_source::line_before(const DILocation &at) const
{
    const content &text = read(*at.getFile());
    StringRef before;
    StringRef behind;

    if (!split(at, &before, &behind))
        return 0;
    for (unsigned line = at.getLine(); line > 0; line--) {
        StringRef code = line == at.getLine()
                             ? before
                             : line_of(*text.buffer, text.lines, line);

        if (!code.trim().empty() && !edgeprof_compat_starts(code.ltrim(), "//"))
            return line;
    }
    return 0;
}
