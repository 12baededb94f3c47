#!/usr/bin/env python3
"""Generated decisions, of which it is known what evaluations show of each condition.

usage: mcdc.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

A program for each seed has functions with one decision each: operands of several
kinds under && || and !, in an if, a loop, a return, an initialiser, a call.  Each is called
with some combinations of their values, often too few.  Of half of the functions each operand
logs itself; which conditions decided in an evaluation, and which are shown to, by masking and
by unique cause, is computed here from these logs by brute force, and for the others from
what the operands are.  What prof-show mcdc says is shown must be, what it says is not must
not; the evaluations in which a condition decided are between its bounds.  Of decisions that are
a tree, and with the plugin's mcdc=yes of all, nothing may be unknown, if they are whole; and
these are all that have no operand that is a choice.

Clang's own MC/DC (-fcoverage-mcdc, which is by unique cause; from 19 on), of the same programs,
must be what is computed here; it may have none of a decision with a `!` before brackets, or a
choice as an operand.  So must GCC's (-fcondition-coverage, which is by masking; from 14 on), but
for what gcc_own says.

Prints what differs; the exit status is 1 if anything did.
"""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import variants
from variants import Unmeasured, driver, execute

HEAD = """#include <stdbool.h>
#include <stdio.h>
static volatile int sink;
static char asked[16];
__attribute__((noinline)) static bool same(bool a) { return a; }
__attribute__((noinline)) static bool ask(int k, bool a) { asked[k] = a ? 'T' : 'F'; return a; }
static void done(const char *name, int result) { printf("%s %d ", name, result);
 for (int i = 0; i < 16; i++) { putchar(asked[i] ? asked[i] : '-'); asked[i] = 0; } putchar('\\n'); }
"""
# How operand K, which is true if bit K of `bits` is set, is declared and written.  It begins
# with its first word.
KINDS = [
    ("bool v{0} = bits >> {0} & 1;", "v{0}"),
    ("int v{0} = bits >> {0} & 1;", "v{0}"),
    ("int v{0} = bits >> {0} & 1;", "v{0} == 1"),
    ("unsigned v{0} = (unsigned)bits >> {0} & 1;", "v{0} + 2 > 2"),
    ("double v{0} = bits >> {0} & 1;", "v{0} > 0.5"),
    ("const char *v{0} = bits >> {0} & 1 ? \"\" : 0;", "v{0}"),
    ("int v{0}[] = {{2, bits >> {0} & 1}};", "v{0}[1]"),
    ("bool v{0} = bits >> {0} & 1;", "same(v{0})"),
    ("int w{0} = bits >> {0} & 1, v{0} = w{0};", "v{0}++ > 0"),
]
CHOICE = ("int v{0} = bits >> {0} & 1;", "(sink ? v{0} : v{0} > 0)")
LOGGED = ("bool v{0} = bits >> {0} & 1;", "ask({0}, v{0})")
# How the decision is used, evaluated once, and returned; whether it is a value to Clang.
USES = [
    ("if ({0}) sink = 1; else return 0; return 1;", False),
    ("if ({0}) return 1; return 0;", False),
    ("if (!({0})) return 0; return 1;", False),
    ("while ({0}) {{ sink = 1; return 1; }} return 0;", False),
    ("for (sink = 0; {0};) return 1; return 0;", False),
    ("return {0};", True),
    ("int r = {0}; return r;", True),
    ("return same({0});", True),
    ("switch ({0}) {{ case 1: return 1; default: return 0; }}", True),
]


VARIANTS = [(level, "tree") for level in variants.LEVELS] + \
    [(level, "tree,mcdc=yes") for level in variants.LEVELS] + [("-O2", "all,mcdc=yes")]


class Decision:
    """A function of one decision, and the evaluations of it, a text of T, F and - each,
    with the decision's value."""

    def __init__(self, name, choice):
        self.name, self.choice = name, choice
        self.kinds = []
        self.is_logged = choice.randrange(2) == 0
        self.has_choice = False
        self.tree = self.grow(choice.choice([1, 2, 2, 3, 3, 3, 4]))
        if self.tree[0] == "operand" and "*" in self.kinds[0][0]:
            self.kinds[0] = KINDS[0]  # no number, which a pointer is not
        self.use, self.is_value = choice.choice(USES)
        declarations = " ".join(kind[0].format(at) for at, kind in enumerate(self.kinds))
        body = self.use.format(self.write(self.tree).replace("{", "{{").replace("}", "}}"))
        text = (f"__attribute__((noinline)) static int {name}(int bits) {{ "
                f"{declarations} {body} }}\n")
        self.columns = {}
        while "\1" in text:
            at = text.index("\1")
            end = text.index("\2")
            self.columns[at + 1] = int(text[at + 1:end])
            text = text[:at] + text[end + 1:]
        self.text = text
        self.negated = set(self.find_negated(self.tree, "!({0})" in self.use))
        self.all = range(1 << len(self.kinds))
        self.calls = [choice.choice(self.all) for _ in range(choice.randint(
            1, 2 * len(self.kinds) + 2))]
        self.evaluations = []
        for bits in self.calls:
            asked = {}
            result = self.evaluate(self.tree, bits, asked)
            self.evaluations.append(("".join(
                {True: "T", False: "F", None: "-"}[asked.get(k)]
                for k in range(len(self.kinds))), result))

    def grow(self, depth):
        if depth == 0 or len(self.kinds) > 7 or self.choice.randrange(7) == 0:
            kind = LOGGED if self.is_logged else self.choice.choice(KINDS)
            if not self.is_logged and self.choice.randrange(15) == 0:
                kind, self.has_choice = CHOICE, True
            self.kinds.append(kind)
            return ("operand", len(self.kinds) - 1)
        kind = self.choice.choice(["&&", "&&", "||", "||", "!"])
        return (kind,) + tuple(self.grow(depth - 1) for _ in range(1 if kind == "!" else 2))

    def write(self, tree):
        kind, parts = tree[0], tree[1:]
        if kind == "operand":
            return f"\1{parts[0]}\2" + self.kinds[parts[0]][1].format(parts[0])
        texts = [f"({self.write(part)})" if part[0] != "operand" or kind == "!" else
                 self.write(part) for part in parts]
        return f"!{texts[0]}" if kind == "!" else f" {kind} ".join(texts)

    def evaluate(self, tree, bits, asked):
        """With the `!` that is around one operand its own."""
        kind, parts = tree[0], tree[1:]
        if kind == "operand":
            truth = bool(bits >> parts[0] & 1)
            asked[parts[0]] = truth
            return truth
        if kind == "!":
            return not self.evaluate(parts[0], bits, asked)
        first = self.evaluate(parts[0], bits, asked)
        return self.evaluate(parts[1], bits, asked) if first == (kind == "&&") else first

    def depth(self, tree):
        """How many && and || are in each other."""
        kind, *parts = tree
        return 0 if kind == "operand" else (kind != "!") + max(map(self.depth, parts))

    def find_negated(self, tree, negated):
        """The operands with an odd number of `!` that are their own."""
        kind, *parts = tree
        if kind == "operand":
            if negated:
                yield parts[0]
        elif kind == "!":
            yield from self.find_negated(parts[0], not negated)
        else:
            for part in parts:
                yield from self.find_negated(part, False)

    def turned(self, tree=None, odd=None):
        """The operands with an odd number of `!` around them."""
        kind, *parts = tree or self.tree
        odd = "!({0})" in self.use if odd is None else odd
        if kind == "operand":
            return {parts[0]} if odd else set()
        return set().union(*(self.turned(part, odd != (kind == "!")) for part in parts))

    def has_group(self, tree=None):
        """Whether there is a `!` before brackets, or a choice: then Clang may say nothing."""
        kind, *parts = tree or self.tree
        return self.has_choice or kind == "!" and parts[0][0] != "operand" or \
            kind != "operand" and any(self.has_group(part) for part in parts)

    # ---- brute force, from evaluations alone and all values ----

    def decides(self, condition, evaluation):
        """Whether CONDITION, were it other than in EVALUATION, could make the decision
        another one, whatever those are that were not asked."""
        fixed = [(k, value == "T") for k, value in enumerate(evaluation[0])
                 if value != "-" and k != condition]
        other = evaluation[0][condition] == "F"
        return any(self.evaluate(self.tree, bits, {}) != evaluation[1] for bits in self.all
                   if all(bool(bits >> k & 1) == value for k, value in fixed)
                   and bool(bits >> condition & 1) == other)

    def decided(self, condition, value):
        return sum(e[0][condition] == value and self.decides(condition, e)
                   for e in self.evaluations)

    def masking(self, condition):
        return bool(self.decided(condition, "T") and self.decided(condition, "F"))

    def unique(self, condition):
        def is_pair(a, b):
            differ = [k for k, (x, y) in enumerate(zip(a[0], b[0]))
                      if x != y and "-" not in (x, y)]
            return a[1] != b[1] and differ == [condition]
        return any(is_pair(a, b) for a in self.evaluations for b in self.evaluations)

    def is_tree(self):
        """Whether each operand is come to in one way."""
        def has_exits(tree):  # more than one way to either value
            kind, parts = tree[0], tree[1:]
            if kind == "operand":
                return False
            return has_exits(parts[0]) if kind == "!" else True

        def is_one(tree):
            kind, parts = tree[0], tree[1:]
            if kind == "operand":
                return True
            if kind == "!":
                return is_one(parts[0])
            return is_one(parts[0]) and is_one(parts[1]) and \
                not (has_exits(parts[0]) and not self.is_along(parts[0], kind))
        return is_one(self.tree)

    def is_along(self, tree, kind):
        """Whether TREE, in front of KIND, comes to what is behind it in one way."""
        own, parts = tree[0], tree[1:]
        if own == "operand":
            return True
        if own == "!":
            return self.is_along(parts[0], "||" if kind == "&&" else "&&")
        return own == kind and self.is_along(parts[0], kind) and self.is_along(parts[1], kind)


class Program:
    def __init__(self, seed):
        choice = random.Random(seed)
        self.source = "prog.cc" if seed % 2 == 0 else "prog.c"
        self.decisions = [Decision(f"f{i}", choice) for i in range(30)]
        calls = "".join(f"done(\"{d.name}\", {d.name}({bits}));\n"
                        for d in self.decisions for bits in d.calls)
        self.text = HEAD + "".join(d.text for d in self.decisions) + \
            f"int main(void) {{\n{calls}return 0; }}\n"
        self.line = HEAD.count("\n") + 1  # of the first

    def output(self):
        return "".join(
            f"{d.name} {int(result)} {(asked if d.is_logged else '').ljust(16, '-')}\n"
            for d in self.decisions for asked, result in d.evaluations)


# ---- prof-show ----

def check_operand(decision, condition, operand, must_know):
    for name, truth in (("masking", decision.masking(condition)),
                        ("unique", decision.unique(condition))):
        said = operand[name]
        if said == "unknown":
            if must_know:
                yield f"operand {condition} {name} is {truth}, not known"
        elif (said == "shown") != truth:
            yield f"operand {condition} {name} is {truth}: {said}"
    names = ("true", "false") if condition not in decision.negated else ("false", "true")
    for value, name in zip("TF", names):
        said, decided = operand[name], decision.decided(condition, value)
        count = sum(e[0][condition] == value for e in decision.evaluations)
        if said["count"] != count or not said["decided"] <= decided <= said["decided_most"]:
            yield f"operand {condition} was {value} {count}, decided {decided}: {said}"


def check_decision(decision, compiler, has_ways, found):
    """FOUND: those of prof-show that are in the function.  HAS_WAYS: mcdc=yes."""
    seen = set()
    is_clang = compiler.startswith("clang")
    is_whole = not decision.has_choice
    for entry in found:
        mine = [decision.columns.get(operand["column"]) for operand in entry["operands"]]
        if mine == [None] * len(mine):
            continue
        if entry["whole"] and mine != list(range(len(decision.kinds))):
            yield f"whole with operands {mine}"
        if entry["whole"] != is_whole:
            yield f"whole: {entry['whole']}, {mine}"
        for condition, operand in zip(mine, entry["operands"]):
            if condition is None:
                continue
            seen.add(condition)
            yield from check_operand(decision, condition, operand,
                                     is_whole and (has_ways or decision.is_tree()))
    is_asked = len(decision.kinds) > 1 or not decision.is_value
    if not found and not is_clang and decision.use.startswith("int r"):
        is_asked = False  # in C++, GCC makes of `a[1] || b` one test
    if is_whole and is_asked and seen != set(range(len(decision.kinds))):
        yield f"only operands {seen}"


def measure(build, folder, program, compiler, level, place):
    """What prof-show mcdc has of each line."""
    made = variants.compile_counted(build, folder, program.source, compiler, level, place)
    if not made or made[0]:
        raise Unmeasured("does not compile: " + str(made and made[1][:300]))
    ran = execute(["./prog"], folder, EDGEPROF_FILE="run/%p")
    try:
        report = json.loads(variants.show(build, folder, "mcdc", "--format", "json"))
    finally:
        shutil.rmtree(os.path.join(folder, "run"), ignore_errors=True)
    if ran != (0, program.output()):
        raise Unmeasured("the program says otherwise: " + str(ran)[:300])
    lines = {}
    for entry in report["files"]:
        for decision in entry["decisions"]:
            lines.setdefault(decision["line"], []).append(decision)
    return lines


def check(program, build, folder, compiler, level, place):
    lines = measure(build, folder, program, compiler, level, place)
    for at, decision in enumerate(program.decisions):
        for wrong in check_decision(decision, compiler, "mcdc=yes" in place,
                                    lines.get(program.line + at, [])):
            yield f"{place} {decision.name}: {wrong}: {decision.text.strip()} " \
                f"{decision.evaluations}"


# ---- the compilers' own ----

def clang_records(program, folder, compiler):
    """By unique cause, of each line with a decision of several conditions: truths, and from
    LLVM 22 on its evaluations."""
    version = compiler.split("-")[1]
    made = execute([driver(compiler, program.source), "-g", "-w", "-fprofile-instr-generate",
                    "-fcoverage-mapping", "-fcoverage-mcdc", program.source, "-o", "prog"],
                   folder, variants.COMPILING)
    if not made or made[0]:
        raise Unmeasured("MC/DC of clang: " + str(made and made[1][:300]))
    execute(["./prog"], folder, LLVM_PROFILE_FILE="prog.raw")
    execute([f"llvm-profdata-{version}", "merge", "prog.raw", "-o", "prog.data"], folder)
    _, text = execute([f"llvm-cov-{version}", "export", "./prog",
                       "-instr-profile=prog.data"], folder)
    for record in json.loads(text)["data"][0]["files"][0]["mcdc_records"]:
        truths, evaluations = ([*(each for each in record if isinstance(each, list)), None])[:2]
        if evaluations is not None:
            evaluations = {("".join("-" if truth is None else "FT"[truth]
                                    for truth in each["conditions"]), each["result"])
                           for each in evaluations if each["executed"]}
        yield record[0], truths, evaluations


def clang_own(program, folder, compiler):
    """LLVM 22 takes a decision within a decision, and mistakes evaluations of some: what the
    program did not do is not compared."""
    records = list(clang_records(program, folder, compiler))
    for at, decision in enumerate(program.decisions):
        here = [record for record in records if record[0] == program.line + at]
        if any(evaluations and not evaluations <= set(decision.evaluations)
               for _, _, evaluations in here):
            continue
        got = [truths for _, truths, _ in here]
        want = [decision.unique(k) for k in range(len(decision.kinds))]
        if len(want) > 1 and got != [want] and not (got == [] and decision.has_group()):
            yield f"{decision.name}: {compiler} has {got}, not {want}: " \
                f"{decision.text.strip()} {decision.evaluations}"


def gcc_records(program, folder, compiler):
    """By masking, of each line and decision: how many conditions, and which of them never
    decided being true, and false."""
    made = execute([driver(compiler, program.source), "-w", "-O0", "--coverage",
                    "-fcondition-coverage", "-c", program.source, "-o", "prog.o"],
                   folder, variants.COMPILING)
    if not made or made[0]:
        raise Unmeasured("MC/DC of gcc: " + str(made and made[1][:300]))
    execute([driver(compiler, program.source), "--coverage", "prog.o", "-o", "prog"], folder)
    # Another GCC's data would stay, and be none to this one.
    pathlib.Path(folder, "prog.gcda").unlink(missing_ok=True)
    execute(["./prog"], folder)
    _, text = execute([f"gcov-{compiler.split('-')[1]}", "--conditions", "--json-format",
                       "--stdout", "prog.gcda"], folder, stderr=subprocess.DEVNULL)
    for line in json.loads(text)["files"][0]["lines"]:
        for record in line["conditions"]:
            yield line["line_number"], record["count"] // 2, \
                record["not_covered_true"], record["not_covered_false"]


def gcc_own(program, folder, compiler):
    """To GCC, true is what makes the decision true, were there no `!`: each turns it.  It may take
    for shown what was masked: where an operand calls a function it is several blocks, and GCC
    does not see that ways come together there; and of `a && (b || (c && d))` it takes a, if c was
    true and d false."""
    records = list(gcc_records(program, folder, compiler))
    for at, decision in enumerate(program.decisions):
        n, turned = len(decision.kinds), decision.turned()
        want = [{k for k in range(n) if not decision.decided(k, "FT"[(k in turned) != truth])}
                for truth in (True, False)]
        got = [[set(missed) for missed in record[2:]] for record in records
               if record[:2] == (program.line + at, n)]
        may_miss = decision.depth(decision.tree) > 2 or \
            any("(v" in kind[1] or kind == LOGGED for kind in decision.kinds)
        if n > 1 and not decision.has_choice and not any(
                mine == want or may_miss and mine[0] <= want[0] and mine[1] <= want[1]
                for mine in got):
            yield f"{decision.name}: {compiler} has {got}, not {want}: " \
                f"{decision.text.strip()} {decision.evaluations}"


def own(program, folder, compiler):
    """Where the compiler has MC/DC, and says otherwise."""
    name, version = re.match(r"(\w+)-(\d+)", compiler).groups()
    if name == "clang" and int(version) >= 19 and shutil.which(f"llvm-cov-{version}"):
        return clang_own(program, folder, compiler)
    if name == "gcc" and int(version) >= 14 and shutil.which(f"gcov-{version}"):
        return gcc_own(program, folder, compiler)
    return []


def check_seed(seed, build, compilers, folder):
    """(operands, failures as texts)."""
    program = Program(seed)
    failures = []
    with open(os.path.join(folder, program.source), "w", encoding="utf-8") as out:
        out.write(program.text)
    try:
        for compiler in compilers:
            for level, place in variants.of(build, compiler, VARIANTS):
                failures += [f"seed {seed} {compiler} {level} {text}" for text in
                             check(program, build, folder, compiler, level, place)]
            failures += [f"seed {seed} {compiler} -O0 {text}"
                         for text in own(program, folder, compiler)]
    except Unmeasured as error:
        failures.append(f"seed {seed}: {error}")
    return sum(len(d.kinds) for d in program.decisions), failures


def main():
    return variants.run_seeds(__doc__, 4, check_seed, "Programs of generated decisions",
                              "operands")


if __name__ == "__main__":
    sys.exit(main())
