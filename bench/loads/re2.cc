/* SPDX-License-Identifier: MIT */
/* re2.cc - the load for RE2: `re2 N FILE` compiles expressions, searches FILE's
 * lines with each engine (DFA, one-pass, bit-state, NFA), rewrites, and matches
 * sets, N times, and prints a checksum. */
#include "re2/re2.h"
#include "re2/set.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

static const char *const expressions[] = {
    "[A-Za-z_]\\w*\\s*\\(",
    "^\\s*(static|extern|return)\\b",
    "(\\d+)-(\\d+)",
    "(?i)copyright.*\\b(\\d{4})\\b",
    "\\b(if|for|while) *\\((.*)\\)(.*)$",
    "(a|e|i|o|u)*([^aeiou ]+)(a|e|i|o|u)",
    "\"([^\"\\\\]|\\\\.)*\"",
    "0[xX][0-9a-fA-F]+",
    "(\\w+)\\s+(\\w+)\\s*[=;]",
    "[\\p{Lu}]{3,}",
};

static std::vector<std::string> read_lines(const char *path)
{
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; lines.size() < 2000 && std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

static size_t search(const RE2 &expression,
                     const std::vector<std::string> &lines)
{
    size_t sum = 0;
    for (const std::string &line : lines) {
        re2::StringPiece rest(line), group;
        sum += RE2::PartialMatch(line, expression);
        if (expression.NumberOfCapturingGroups() == 0)
            continue;
        while (RE2::FindAndConsume(&rest, expression, &group)) {
            sum += group.size() + 1;
            if (rest.empty())
                break;
        }
    }
    return sum;
}

static size_t rewrite(const RE2 &expression,
                      const std::vector<std::string> &lines)
{
    size_t sum = 0;
    for (size_t i = 0; i < lines.size(); i += 7) {
        std::string line = lines[i];
        sum += size_t(RE2::GlobalReplace(&line, expression, "<\\0>"));
        sum += line.size();
    }
    return sum;
}

static size_t match_set(const std::vector<std::string> &lines)
{
    RE2::Set set(RE2::Options(), RE2::UNANCHORED);
    for (const char *expression : expressions)
        set.Add(expression, nullptr);
    if (!set.Compile())
        return 0;
    size_t sum = 0;
    std::vector<int> found;
    for (const std::string &line : lines)
        if (set.Match(line, &found))
            for (int index : found)
                sum += size_t(index) + 1;
    return sum;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    std::vector<std::string> lines = read_lines(argv[2]);
    size_t sum = 0;
    for (int i = std::atoi(argv[1]); i > 0; i--) {
        for (const char *text : expressions) {
            RE2 expression(text);
            sum = sum * 31 + search(expression, lines);
            sum = sum * 31 + rewrite(expression, lines);
        }
        sum = sum * 31 + match_set(lines);
    }
    std::printf("%zu\n", sum);
}
