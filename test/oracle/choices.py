"""Generated choices as an oracle: a ?: is as true as its condition, whatever it chooses from.

usage: choices.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--results JSON]
       [--keep DIR]

Compilers exchange the operands of a ?: where one is a constant and the other is not, and negate
the condition.  Each function of a program has a ?: of a constant and something else, of numbers,
pointers or texts, either first, initialising, returned, given, assigned or asked, on one line or
three, of a condition that is true once of five times: so its branch has to say.  Compiled by each
compiler at -O0 to -O3.  Odd seeds are C, even ones C++.  Of what Clang computes without a branch
there is none; GCC has all.

Prints what differs; the exit status is 1 if anything did.
"""
import os
import random
import sys

import variants
from variants import Unmeasured

TIMES = 5
N_FUNCTIONS = 300
CONDITIONS = ["c", "m == 1", "!w", "ptr != 0", "m < 2", "ptr", "(c)", "m == 1 && c", "is(c)"]
CXX_CONDITIONS = ["[&] { return m == 1; }()"]

# Kind -> what of it is constant, and what is not; in C++ alone, more of both.
COMMON = {
    "number": (
        ["0", "1", "-1", "7u", "RED", "LIMIT", "'a'", "'\\n'", "sizeof(int)", "0x10", "(long)3",
         "MACRO", "INT_MAX", "(size_t)-1", "1.5", "3 * 4", "LIMIT + 1", "MACRO - 1", "~0u"],
        ["n", "*p", "p[1]", "s.x", "q->x", "f(n)", "-n", "n + 1", "(long)n", "q->in.y", "global",
         "(unsigned char)n", "n++", "!n", "~n", "q->a[n]", "*q->pp", "n > 2", "d", "n - 1",
         "1 + f(n)", "(n, s.x)"]),
    "const int *": (
        ["0", "NULL", "&global", "(int *)0", "arr", "arr + 1"],
        ["p", "q->pp", "&q->x", "p + 1", "(int *)vp", "fp(n)", "&q->a[n]", "q->pp + 1"]),
    "const char *": (
        ['""', '"none"', "NULL"],
        ["str", "q->name", "str + 1", "fs(n)", "(char *)vp"]),
}
CXX = {
    "number": (
        ["kConst", "S::kIn", "true", "false", "E::A", "int(3)", "next(2)", "S::kIn + 1"],
        ["int(n)", "static_cast<int>(n)", "ref", "o.get()", "*o", "[&] { return n; }()",
         "[&] {\n            return n;\n        }()", "q->method()", "o.v", "(int)s.x"]),
    "const int *": (
        ["nullptr"],
        ["new int(n)", "reinterpret_cast<int *>(vp)", "static_cast<int *>(vp)", "&ref", "o.ptr()",
         "new int[2]{n}"]),
    "const char *": (["nullptr"], ["t.c_str()", "t.data()", "reinterpret_cast<char *>(vp)"]),
}

HEAD = """#include <limits.h>
#include <stddef.h>
enum { RED = 3 };
#define MACRO 12
struct in { int y; };
struct st { int x; struct in in; int a[9]; int *pp; const char *name; METHOD };
static int global = 5, arr[4];
static const int LIMIT = 9;
static volatile long sink;
static int is(int c) { return c; }
static int f(int n) { return n; }
static int *fp(int n) { return &arr[n % 4]; }
static const char *fs(int n) { return n ? "x" : "y"; }
static void take(long n) { sink += n; }
static void take_ints(const int *p) { sink += p != NULL; }
static void take_text(const char *p) { sink += p != NULL; }
"""
HEAD_CXX = """#include <string>
constexpr int kConst = 8;
struct S { static constexpr int kIn = 4; };
enum E { A = 2 };
constexpr int next(int n) { return n + 1; }
struct O {
    int v;
    int get() const { return v; }
    int operator*() const { return v; }
    int *ptr() { return &v; }
};
"""
PARAMETERS = ("int c, int m, int w, int *ptr, int n, int *p, struct st s, struct st *q, double d,"
              " void *vp, const char *str")
ARGUMENTS = 'i == 1, i == 1 ? 1 : 2, i != 1, i == 1 ? arr : NULL, 3, arr, s, &s, 2.5, arr, "str"'
USES = {
    "initialising": "    {type} r = {choice};\n    {take}(r);\n",
    "assigned": "    {type} r;\n    r = {choice};\n    {take}(r);\n",
    "given": "    {take}({choice});\n",
    "returned": "    return {choice};\n",
    "asked": "    if ({choice})\n        {take}(0);\n",
    "negated": "    if (!({choice}))\n        {take}(0);\n",
}
TAKES = {"number": "take", "const int *": "take_ints", "const char *": "take_text"}


class Program:
    """TEXT, and for each condition its line and what chooses there."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.is_cxx = seed % 2 == 0
        self.source = "choices.cc" if self.is_cxx else "choices.c"
        self.text = HEAD.replace("METHOD", "int method() { return x; }" if self.is_cxx else "")
        self.choices = []
        if self.is_cxx:
            self.text += HEAD_CXX
        for number in range(N_FUNCTIONS):
            self.add_function(number)
        self.add_main()

    def operands(self, kind):
        more = CXX[kind] if self.is_cxx else ([], [])
        pair = [self.random.choice(a + b) for a, b in zip(COMMON[kind], more)]
        self.random.shuffle(pair)
        return pair

    def add_function(self, number):
        kind = self.random.choice(["number", "number", *COMMON])
        first, second = self.operands(kind)
        condition = self.random.choice(CONDITIONS + CXX_CONDITIONS * self.is_cxx)
        use = self.random.choice(list(USES))
        between = self.random.choice([" ", "\n        "])
        choice = f"{condition}{between}? {first}{between}: {second}"
        kind_of = {"number": "long"}.get(kind, kind)
        body = USES[use].format(type=kind_of, choice=choice, take=TAKES[kind])
        before = body[:body.index(condition + between + "?")]
        self.text += (f"static {kind_of if use == 'returned' else 'void'} t{number}({PARAMETERS}"
                      + ", int &ref, O o, const std::string &t" * self.is_cxx + ")\n{\n")
        self.choices.append((self.text.count("\n") + before.count("\n") + 1,
                             f"{use} {condition} ? {first} : {second}"))
        self.text += body + "}\n"

    def add_main(self):
        self.text += ("int main(void)\n{\n    struct st s = {1};\n    int k = 3;\n"
                      "    s.pp = &k;\n    s.name = \"n\";\n")
        if self.is_cxx:
            self.text += "    O o = {1};\n    std::string t(\"t\");\n"
        self.text += f"    for (int i = 0; i < {TIMES}; i++) {{\n"
        for number in range(N_FUNCTIONS):
            self.text += f"        t{number}({ARGUMENTS}{', k, o, t' * self.is_cxx});\n"
        self.text += "    }\n    return 0;\n}\n"


def check_level(build, folder, program, compiler, level):
    """(branches found, what is wrong, as texts)."""
    flags = ["-std=gnu++17"] if program.is_cxx else []
    got = variants.measure(build, folder, program.source, compiler, level, "tree", flags)
    if got.ran[0]:
        raise Unmeasured(f"ended with {got.ran[0]}")
    found, wrong = 0, []
    by_line = {}
    for (line, _), branches in got.branches.items():
        by_line.setdefault(line, []).extend(dict(branch) for branch in branches)
    for line, text in program.choices:
        branches = by_line.get(line, [])
        found += bool(branches)
        if not branches and compiler.startswith("gcc"):
            wrong.append(f"line {line}, {text}: no branch")
        if branches and {"true": 1, "false": TIMES - 1} not in branches:
            wrong.append(f"line {line}, {text}: {branches}")
    return found, wrong


def check_seed(seed, build, tested, folder):
    program = Program(seed)
    with open(os.path.join(folder, program.source), "w", encoding="utf-8") as out:
        out.write(program.text)
    compared, failures = 0, []
    for compiler in tested:
        for level in variants.levels(build, compiler):
            try:
                found, wrong = check_level(build, folder, program, compiler, level)
            except Unmeasured as error:
                found, wrong = 0, [str(error)]
            compared += found
            failures += [f"seed {seed} {compiler} {level} {text}" for text in wrong]
    return compared, failures


def main():
    return variants.run_seeds(__doc__, 2, check_seed, "Generated choices of constants",
                              "branches")


if __name__ == "__main__":
    sys.exit(main())
