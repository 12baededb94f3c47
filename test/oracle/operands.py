#!/usr/bin/env python3
"""Generated conditions, of which is known how often each operand is evaluated, and true.

usage: operands.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

A program for each seed has functions with one condition each: variables of several
types, under && || ! ?:, of which one operand may be a number, in an if, a loop, a return,
an initialiser, a call, behind +=, in C++ in a throw and the calls of overloaded
operators.  Each is called with every combination of their values, and what comes of that
is computed here.  The programs are laid out as in layouts.py, and compiled by each compiler at
-O0 to -O3.  With one token a line, each operand's first token has the operand's count,
or none, an operator none; and a line has the largest of its tokens'.  In all layouts, each
branch stands where an operand begins, and was as often true and false as that; no other
branch is there.

Prints what differs; the exit status is 1 if anything did.
"""
import collections
import random
import sys

import generate
import layouts
import variants
from variants import Unmeasured

HEAD = """#include <stdbool.h>
struct fields { bool set; unsigned bit : 1; int number; };
static volatile int sink;
__attribute__((noinline)) static bool same(bool a) { return a; }
__attribute__((noinline)) static long wide(int a) { return a; }
"""
CXX_HEAD = """struct held {
  int n;
  ~held() {}
  operator bool() const { return n; }
};
struct made {
  int n;
  explicit made(int k) : n(k) {}
  bool get() const { return n; }
};
template <int N> __attribute__((noinline)) static bool pick(int n) { return n; }
struct sum {
  int n;
  sum &operator+=(int k) { n += k; return *this; }
  void operator-=(int k) { n -= k; }
  int operator[](int k) const { return k + n; }
};
"""
BOOL = "bool v{0} = bits >> {0} & 1;"
INT = "int v{0} = bits >> {0} & 1;"
# How operand K, which is true if bit K of `bits` is set, is declared and written, and how many
# tokens of it are before the last that names it, or before the signs in front of that.
KINDS = [
    (BOOL, "v{0}"),
    (INT, "v{0}"),
    (INT, "v{0} == 1"),
    ("unsigned v{0} = (unsigned)bits >> {0} & 1;", "v{0} + 2 > 2"),
    ("double v{0} = bits >> {0} & 1;", "v{0} > 0.5"),
    ("const char *v{0} = bits >> {0} & 1 ? \"\" : 0;", "v{0}"),
    ("struct fields v{0} = {{(bits >> {0} & 1) != 0, 0, 0}};", "v{0}.set"),
    ("struct fields w{0} = {{0, (unsigned)bits >> {0} & 1, 0}}, *v{0} = &w{0};", "v{0}->bit"),
    ("struct fields v{0} = {{0, 0, bits >> {0} & 1}};", "v{0}.number != 0"),
    ("int v{0}[] = {{2, bits >> {0} & 1}};", "v{0}[1]"),
    (BOOL, "same(v{0})", 2),
    ("char w{0}[4], *v{0} = w{0}; w{0}[1] = w{0}[2] = w{0}[3] = bits >> {0} & 1;", "*++v{0}"),
    ("int w{0} = bits >> {0} & 1, v{0} = w{0};", "(++v{0}, v{0}-- > 1)"),
    (INT, "__builtin_expect(v{0}, 1)", 2),
    (INT, "(long)v{0}", 2),
    (INT, "v{0} & 1"),
    (INT, "~v{0} == -2"),
    (INT, "-v{0}"),
    (INT, '"ab"[v{0}] == \'b\'', 2),
    (INT, "(&v{0})[0]"),
    (INT, "(v{0} += 0)"),
    (INT, "((v{0}))"),
    (INT, "(v{0} ^ 1) == 0"),
    (INT, "1 <= v{0}", 2),
    (INT, "sizeof(char[3]) + v{0} > 3", 8),
]
C_KINDS = [
    (INT, "({{ int t = v{0}; t; }})", 5),
    (INT, "_Generic(v{0}, int: v{0}, default: 0)", 6),
]
CXX_KINDS = [
    (BOOL, "[&] {{ return v{0}; }}()", 5),
    (BOOL, "[](bool x) mutable -> bool {{ return x; }}(v{0})", 15),
    (INT, "bool(v{0})", 2),
    (INT, "static_cast<bool>(v{0})", 5),
    (INT, "held{{v{0}}}", 2),
    (INT, "made(v{0}).get()", 2),
    (INT, "pick<3>(v{0})", 5),
    (INT, "(held{{v{0}}}.n > 0)", 2),
    (BOOL, "[=] {{ if (bits < 0) return true; return same(v{0}); }}()", 16),
]
# What else decides: `n` and `i` of loops, and `bits` of a declaration with ?:.
OTHERS = ("n", "i", "bits")
# What no operand begins with.
OPERATORS = ("?", ":", "&&", "||")
# How the condition is used; TURNS more evaluations follow one that is true.
USES = [
    ("if ({0}) sink = 1; else sink = 2; return 0;", 0),
    ("if ({0}) return 1; return 0;", 0),
    ("return {0};", 0),
    ("int r = {0}; return r;", 0),
    ("sink = {0}; return 1;", 0),
    ("same({0}); return 1;", 0),
    ("while ({0}) {{ sink = 1; break; }} return 0;", 0),
    ("for (sink = 0; {0};) return 1; return 0;", 0),
    ("int n = 0; do n++; while (({0}) && n < 2); return n;", 1),
    ("int n = 0; while (({0}) && n < 2) n++; return n;", 2),
    ("switch ({0}) {{ case 1: return 3; default: return 4; }}", 0),
    ("sink |= {0}; return 1;", 0),
    ("long r = 3; r += {0}; return r;", 0),
    ("int r[] = {{3, 4}}; return r[({0})];", 0),
    ("return ({0}) ? 0 : wide(1);", 0),
    ("short r = ({0}) ? wide(1) : 2; return r;", 0),
    ("double r = ({0}) ? 2 : wide(1); return r > 0;", 0),
    ("sink += ({0}) ? wide(2) : 1; return 1;", 0),
]
CXX_USES = [
    ("sum r = {{1}}; r += {0}; return r.n;", 0),
    ("sum r = {{1}}; r -= ({0}) ? 0 : wide(1); return r.n;", 0),
    ("sum r = {{1}}; r -= {0}; return r.n;", 0),
    ("sum r = {{1}}; return r[({0})];", 0),
    ("try {{ throw {0}; }} catch (...) {{ return 1; }}", 0),
]


def first_operand(tree):
    """The one that TREE begins with."""
    return tree[1] if tree[0] == "operand" else first_operand(tree[1])


class Condition:
    """A function of one condition; of its operands, `counts` and, with the `!` that are
    their own, `truths`: how often false, and true.  So are `values`, what each ?: chose, by its
    first operand."""

    def __init__(self, name, choice, uses, kinds):
        self.choice = choice
        self.of_kinds = kinds
        self.kinds = []
        tree = self.grow(choice.randint(1, 4), root=True)
        use, turns = choice.choice(uses)
        declarations = " ".join(kind[0].format(at) for at, kind in enumerate(self.kinds))
        self.text = (f"__attribute__((noinline)) static int {name}(int bits) {{ "
                     f"{declarations} {use.format(self.write(tree))} }}\n")
        self.counts = collections.Counter({at: 0 for at in range(len(self.kinds))})
        self.truths = {at: [0, 0] for at in range(len(self.kinds))}
        self.values = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
        for bits in range(1 << len(self.kinds)):
            for _ in range(turns + 1):
                if not self.evaluate(tree, bits):
                    break

    def grow(self, depth, root=False):
        if not root and (depth == 0 or len(self.kinds) > 5 or
                         self.choice.randrange(5) == 0):
            self.kinds.append(self.choice.choice(self.of_kinds))
            return ("operand", len(self.kinds) - 1)
        kind = self.choice.choice(["&&", "&&", "||", "||", "!", "?"])
        known = self.choice.choice([1, 2, None, None, None]) if kind == "?" else None
        parts = [("known", self.choice.randrange(2)) if i == known else self.grow(depth - 1)
                 for i in range({"!": 1, "?": 3}.get(kind, 2))]
        return (kind, *parts)

    def write(self, tree):
        kind, parts = tree[0], tree[1:]
        if kind == "operand":
            return self.kinds[parts[0]][1].format(parts[0])
        if kind == "known":
            return str(parts[0])
        texts = [self.write(part) for part in parts]
        for i, part in enumerate(parts):
            if part[0] != "known" and (part[0] != "operand" or kind in "!?"):
                texts[i] = f"({texts[i]})"
        if kind == "!":
            return f"!{texts[0]}"
        if kind == "?":
            yes, no = (self.is_pointer(part) * "!!" + text
                       for part, text in zip(parts[1:], texts[1:]))
            return f"{texts[0]} ? {yes} : {no}"
        return f" {kind} ".join(texts)

    def is_pointer(self, tree):
        return tree[0] == "operand" and self.kinds[tree[1]][0].startswith("const char *")

    def evaluate(self, tree, bits, negated=False):
        kind, parts = tree[0], tree[1:]
        if kind == "operand":
            self.counts[parts[0]] += 1
            truth = bool(bits >> parts[0] & 1)
            self.truths[parts[0]][truth != negated] += 1
            return truth
        if kind == "!":
            return not self.evaluate(parts[0], bits, not negated)
        if kind == "known":
            return bool(parts[0])
        first = self.evaluate(parts[0], bits)
        if kind == "?":
            value = self.evaluate(parts[1 if first else 2], bits)
            self.values[first_operand(tree)][tree][value != negated] += 1
            return value
        return self.evaluate(parts[1], bits) if first == (kind == "&&") else first


class Program(generate.Source):
    def __init__(self, seed):
        choice = random.Random(seed)
        self.cxx = seed % 2 == 0
        self.source = "prog.cc" if self.cxx else "prog.c"
        uses = USES + CXX_USES if self.cxx else USES
        kinds = KINDS + (CXX_KINDS if self.cxx else C_KINDS)
        self.conditions = [Condition(f"f{i}", choice, uses, kinds) for i in range(30)]
        calls = "".join(f"for (int i = 0; i < {1 << len(c.kinds)}; i++) sink = f{i}(i);\n"
                        for i, c in enumerate(self.conditions))
        self.text = (HEAD + (CXX_HEAD if self.cxx else "") +
                     "".join(c.text for c in self.conditions) +
                     f"int main(void) {{\n{calls}return 0; }}\n")

    def promises(self, tokens):
        """Of each operand the token that names it last, its count, its first token, its
        truths, and those of each ?: that begins with it."""
        at = -1
        for i, condition in enumerate(self.conditions):
            at = tokens.index(f"f{i}", at + 1)
            end = tokens.index("main" if i + 1 == len(self.conditions) else f"f{i + 1}", at)
            for operand, count in condition.counts.items():
                named = max(k for k in range(at, end) if tokens[k] == f"v{operand}")
                before = condition.kinds[operand][2:]
                yield (named, count, named - sum(before), condition.truths[operand],
                       [*condition.values[operand].values()])


def branch_of(truths):
    return (("true", truths[1]), ("false", truths[0]))


def is_only(truths, values, got):
    """Whether the branch of TRUTHS is all that was GOT.  Where a ? b : c is asked for, Clang
    may have a branch of its value, too, which stands where it begins (docs/counting.md): of
    each of VALUES, which do."""
    more = collections.Counter(got)
    more.subtract([branch_of(truths)])
    more.subtract(branch_of(value) for value in values)
    return branch_of(truths) in got and max(more.values()) <= 0


def check_branches(program, tokens, places, branches):
    """What was true how often, and what else decides."""
    first = {at: (truths, values) for _, _, at, truths, values in program.promises(tokens)}
    known = 0
    for at, place in enumerate(places):
        got = branches.get(place)
        if not got or tokens[at] == "switch":
            continue
        known += at in first
        text = " ".join(tokens[max(at - 4, 0):at + 5])
        if at not in first and tokens[at] not in OTHERS:
            yield f"{text}: no operand / {got}"
        if at in first and not is_only(*first[at], got):
            truths, values = first[at]
            yield f"{text}: {branch_of(truths)}, {[*map(branch_of, values)]} / {got}"
    for place in set(branches) - set(places):
        yield f"a branch at {place}, where no token is"
    if known < len(first) / 3:
        yield f"{known} of {len(first)} operands have outcomes"


def check(program, build, folder, compiler, level, texts):
    tokens = [token for _, token in layouts.tokens_of(texts["tokens"])]
    single = None
    for name, text in texts.items():
        got, counts = layouts.measure(build, folder, program, compiler, level, text)
        for wrong in check_branches(program, tokens, layouts.columns_of(text), got.branches):
            yield f"{name}: {wrong}"
        if single:
            for wrong in layouts.check_lines(name, tokens, single, counts):
                yield f"{name}: {wrong}"
            continue
        single = counts
        for at, (token, (_, count)) in enumerate(zip(tokens, single)):
            if token in OPERATORS and count is not None:
                yield f"{' '.join(tokens[at - 9:at + 1])}: has {count}"
        known = 0
        for at, want, *_ in program.promises(tokens):
            count = single[at][1]
            known += count is not None
            if count not in (want, None):
                yield f"{' '.join(tokens[at - 4:at + 5])}: {want} / {count}"
        if not known:
            yield "no operand has a count"


def check_seed(seed, build, compilers, folder):
    """(operands, failures as texts)."""
    program = Program(seed)
    failures = []
    try:
        texts = layouts.layouts(build, folder, program.source, program.text)
        for compiler in compilers:
            for level in variants.levels(build, compiler):
                failures += [f"seed {seed} {compiler} {level} {text}" for text in
                             check(program, build, folder, compiler, level, texts)]
        layouts.save(texts, folder, program.source)
    except Unmeasured as error:
        failures.append(f"seed {seed}: {error}")
    return sum(len(c.counts) for c in program.conditions), failures


def main():
    return variants.run_seeds(__doc__, 4, check_seed, "Programs of generated conditions",
                              "operands")


if __name__ == "__main__":
    sys.exit(main())
