#!/usr/bin/env python3
"""gcov beside edgeprof, line by line, for the same GCC at -O0.

usage: gcov.py BUILD [--compilers gcc-11,gcc-12] [--corpus PROGRAM,...]
       [--results JSON] [TEST...]

TEST is a program of test/run (default: all that are one file), compiled by its own
first RUN line; --corpus names programs of bench/programs.py instead.  Each line's count is compared with two of gcov's:
what gcov prints, and the largest of gcov's own blocks on the line, which is the rule
of docs/counting.md applied to gcov's graph (its arcs are read with gcov-dump and
solved here).  Each rule below is a difference that docs/counting.md explains; any
other fails.
"""
import argparse
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import variants

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "bench"))
import programs  # noqa: E402

TREE = 1

# Programs whose counts gcov does not have, and why (docs/counting.md).
WITHOUT = {
    "arrays.cc": "gcov counts the turns of the compiler's loops over arrays",
    "early-signals.c": "as many signals come as there is time for",
    "fork.c": "gcov loses what children counted that leave by _exit",
    "fork-exit.c": "the same",
    "processes.c": "the same",
    "attributes.c": "has a naked function",
    "coroutine.cc": "gcov takes a resumption for a call",
    "coroutine-lines.cc": "the same",
    "lambdas.cc": "gcov has what a lambda captures where its body uses it or ends",
    "marks-unseen.c": "links from -O2 on alone",
    "constant-p.c": "gcov counts what always_inline functions leave where they are",
    "constant-p.cc": "the same",
    "merged-tests.cc": "gcov sees functions at the level that they ask for",
    "precompiled.c": "its header is compiled before it",
    "own-functions.c": "gcov writes its files with them, and its GCC knows the library's",
    "optimised-away.c": "gcov counts the const calls that are left",
    "signal-handlers.c": "the signals come when they come",
    "tail-must.c": "is for Clang alone",
    "threads-std.cc": "one thread waits in a loop",
    "thread-ends.cc": "gcov has a line for each helper of a thread_local",
}


class Function:
    """One function of a .gcno: its arcs, and the lines of its blocks."""

    def __init__(self, text):
        found = re.search(r"ident=(\d+).*`(.*)' (.*):(\d+):\d+-(\d+):\d+", text)
        self.ident = int(found.group(1))
        self.name = found.group(2)
        self.file = os.path.basename(found.group(3))
        self.first, self.last = int(found.group(4)), int(found.group(5))
        self.blocks = 0
        self.arcs = []  # [source, target, flags, count or None]
        self.lines = []  # (block, file, line)

    def ends(self):
        """The lines of its name and of its closing brace."""
        return (self.file, self.first), (self.file, self.last)

    def solve(self, counters):
        """Counts of the arcs, by in = out at each block but entry and exit."""
        counters = iter(counters)
        for arc in self.arcs:
            arc[3] = None if arc[2] & TREE else next(counters, 0)
        ends = [[[], []] for _ in range(self.blocks)]
        for arc in self.arcs:
            ends[arc[0]][1].append(arc)
            ends[arc[1]][0].append(arc)
        todo = list(range(2, self.blocks))
        while todo:
            block = todo.pop()
            into, out = ends[block]
            unknown = [arc for arc in into + out if arc[3] is None]
            if len(unknown) != 1:
                continue
            arc = unknown[0]
            total = [sum(a[3] or 0 for a in side) for side in (into, out)]
            arc[3] = abs(total[0] - total[1])
            todo += [end for end in arc[:2] if end > 1]
        return [sum(arc[3] or 0 for arc in into) for into, _ in ends]


def read_notes(text):
    """The functions of a .gcno, from gcov-dump's text."""
    functions = []
    for line in text.splitlines():
        line = line.split(":", 1)[1]
        if "FUNCTION ident" in line:
            functions.append(Function(line))
        elif re.search(r"BLOCKS \d+", line):
            functions[-1].blocks = int(re.search(r"BLOCKS (\d+)", line)[1])
        elif re.search(r"block \d+: *\d+:[0-9a-f]{4}", line):
            source = int(re.search(r"block (\d+)", line)[1])
            functions[-1].arcs += [
                [source, int(target), int(flags, 16), None] for target, flags
                in re.findall(r" (\d+):([0-9a-f]{4})", line)]
        elif re.search(r"block \d+:`", line):
            read_lines(line, functions[-1])
    return functions


def read_lines(line, function):
    block = int(re.search(r"block (\d+)", line)[1])
    for name, numbers in re.findall(r"`([^']*)':([\d, ]*)", line):
        function.lines += [(block, os.path.basename(name), int(n))
                           for n in re.findall(r"\d+", numbers)]


def read_counters(text):
    """ident -> counters, from gcov-dump's text of a .gcda."""
    counters = collections.defaultdict(list)
    ident = arcs = None
    for line in text.splitlines():
        line = line.split(":", 1)[1]
        if "FUNCTION ident" in line:
            ident = int(re.search(r"ident=(\d+)", line)[1])
        elif "COUNTERS" in line:
            arcs = "COUNTERS arcs" in line
        elif arcs and re.match(r" *\d+: +\d+:", line):
            counters[ident] += map(int, line.split(":", 2)[2].split())
    return counters


Gcov = collections.namedtuple("Gcov", "printed largest inner functions")


def read_gcov(folder, compiler):
    """What gcov says of FOLDER: (file, line) -> count, as printed, as the largest
    block, and as that without functions whose name or closing brace is there; and
    the functions."""
    gcov = compiler.replace("gcc", "gcov")
    dump = compiler.replace("gcc", "gcov-dump")
    printed, largest, inner = (collections.Counter() for _ in range(3))
    functions = []
    for data in sorted(glob.glob(os.path.join(folder, "*.gcda"))):
        base = data[:-len(".gcda")]
        texts = [subprocess.run([dump, "-l", "-p", base + ending], text=True,
                                check=True, stdout=subprocess.PIPE).stdout
                 for ending in (".gcno", ".gcda")]
        counters = read_counters(texts[1])
        for function in read_notes(texts[0]):
            functions.append(function)
            blocks = function.solve(counters[function.ident])
            lines = {}
            for block, name, line in function.lines:
                lines[name, line] = max(lines.get((name, line), 0), blocks[block])
            for key, count in lines.items():
                largest[key] += count
                if key not in function.ends():
                    inner[key] += count
        report = subprocess.run([gcov, "--json-format", "--stdout",
                                 os.path.basename(data)], text=True, check=True,
                                cwd=folder, stdout=subprocess.PIPE).stdout
        for entry in json.loads(report)["files"]:
            for line in entry["lines"]:
                printed[os.path.basename(entry["file"]), line["line_number"]] += \
                    line["count"]
    return Gcov(printed, largest, inner, functions)


def read_ours(build, folder):
    """(file, line) -> count."""
    report = json.loads(variants.show(build, folder, "lines", "--format", "json"))
    return {(os.path.basename(entry["file"]), line["line"]): line["count"]
            for entry in report["files"] for line in entry["lines"]}


# What is not executable by docs/counting.md: labels and braces alone on their line,
# loops without a condition there.  Lua has macros for a label and for nothing.
NO_CODE = re.compile(r"((case '.'|case\b[^;]*?|\w+)\s*:|vmcase\(\w+\)"
                     r"|(lua_assert|api_check)\([^;]*\);"
                     r"|for \(;;\)|do\b|[{}\s])*")
CONDITION = re.compile(r"(} )?(else )?(if|while|for|switch) \(.*")
ENDLESS = re.compile(r"while \((1|True)\).*")
JUMP = re.compile(r"(else )?(break|continue|goto \w+);")


def rule(key, ours, gcov, text):
    """The name of the rule that a line, whose source is TEXT, falls under; "" if
    there is none."""
    mine, largest = ours.get(key), gcov.largest.get(key)
    if mine == gcov.printed.get(key):
        return "same"
    if mine == largest:
        return "gcov adds what enters the line"
    if mine == gcov.inner.get(key):
        for name, end in (("head", 0), ("closing line", 1)):
            if any(key == f.ends()[end] for f in gcov.functions):
                return name
    if mine is None:
        return "label or brace" if NO_CODE.fullmatch(text) else ""
    if key not in gcov.printed:
        for name, form in (("jump alone", JUMP), ("known condition", CONDITION)):
            if form.fullmatch(text):
                return name
    elif mine > gcov.printed[key] and ENDLESS.fullmatch(text):
        return "known condition"
    if text == "return;" and mine < (largest or 0):
        return "return that shares a cleanup"
    return ""


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        return [re.sub(r"//.*|/\*.*?\*/", "", line).strip() for line in text]


def spread(lines):
    """Numbers of the lines over which conditions, choices or a return spread."""
    found, group, depth = set(), [], 0
    for number, line in enumerate(lines, 1):
        group.append(number)
        depth += line.count("(") - line.count(")")
        following = lines[number] if number < len(lines) else ""
        if depth > 0 or line.endswith(("&&", "||", "?", "=")) or (
                line.endswith(" :") and len(group) > 1) or re.match(
                r"&&|\|\||\?|:(?!:)|[-+|&^]", following):
            continue
        whole = " ".join(lines[n - 1] for n in group)
        if len(group) > 1 and re.search(r"&&|\|\||\?|return", whole):
            found.update(group)
        group, depth = [], 0
    return found


def compare(name, ours, gcov, sources):
    """The number of failures; prints a line of counts per rule.  SOURCES are paths,
    of different last components."""
    texts = {os.path.basename(path): read_text(path) for path in sources}
    several = {file: spread(lines) for file, lines in texts.items()}
    rules = collections.Counter()
    failures = 0
    for key in sorted(ours.keys() | gcov.printed.keys()):
        if key[0] not in texts:
            continue
        which = rule(key, ours, gcov, texts[key[0]][key[1] - 1])
        if not which and key[1] in several[key[0]]:
            which = "operand on another line than its operator"
        rules[which] += 1
        if not which:
            failures += 1
            print(f"{name}: {key[0]}:{key[1]}: {ours.get(key)}, gcov "
                  f"{gcov.printed.get(key)}, its largest block "
                  f"{gcov.largest.get(key)}")
    print(f"{name}: " + ", ".join(f"{count} {which or 'UNEXPLAINED'}" for which,
                                  count in sorted(rules.items())), flush=True)
    return failures


def flags_of(test):
    """The flags of the first RUN line that makes prog of TEST alone, or None."""
    with open(test, encoding="utf-8") as text:
        for line in text:
            found = re.search(r"RUN: .*%c(?:c|xx) (.*)-o prog(.*)", line)
            if not found:
                continue
            words = (found[1] + found[2].split("&&")[0]).split()
            if "%s" not in words or any(w[0] in "<>2" or "%" in w and w not in (
                    "%s", "%openmp", "%coroutines") for w in words) or any(
                        w.endswith((".o", ".so")) or w[:2] == "-l" for w in words):
                return None
            return [{"%openmp": "", "%coroutines": "-fcoroutines"}.get(w, w)
                    for w in words if w != "%s" and not w.startswith("-O")]
    return None


def compare_test(build, test, compiler):
    """Failures, or None where gcov has nothing to say."""
    name = os.path.basename(test)
    flags = [flag for flag in flags_of(test) or [] if flag]
    flags += ["-I" + os.path.join(ROOT, "include")]
    folder = tempfile.mkdtemp(prefix="gcov-")
    try:
        shutil.copy(test, folder)
        inputs = os.path.join(os.path.dirname(test), "Inputs")
        if os.path.exists(inputs):
            shutil.copytree(inputs, os.path.join(folder, "Inputs"))
        status, text = variants.compile_counted(build, folder, name, compiler,
                                                "-O0", "tree", flags)
        if status:
            raise variants.Unmeasured(f"{name}: does not compile: {text}")
        ran = variants.execute(["./prog"], folder, EDGEPROF_FILE="runs/%p")
        os.rename(os.path.join(folder, "runs"), os.path.join(folder, "run"))
        ours = read_ours(build, folder)
        variants.execute([variants.driver(compiler, name), "-O0", "-g", "-w",
                          "--coverage", "-fprofile-update=atomic", "-o", "prog",
                          name, *flags], folder)
        again = variants.execute(["./prog"], folder)
        gcov = read_gcov(folder, compiler)
        if not ran or ran != again or not gcov.functions:
            return None
        return compare(f"{name} {compiler}", ours, gcov, [test])
    finally:
        shutil.rmtree(folder)


def compare_program(build, program, compiler):
    """Failures of one program of the corpus."""
    folders = {}
    for tool, flags in (("ours", programs.plugin_flag(compiler)),
                        ("gcov", "--coverage")):
        folders[tool] = os.path.join(programs.WORK, "out", program.name,
                                     f"{compiler}-O0-{tool}")
        programs.build(program, folders[tool], compiler, "-O0 " + flags)
        programs.run(program, folders[tool], programs.make_data(),
                     EDGEPROF_FILE=f"{folders[tool]}/run/%p")
    return compare(f"{program.name} {compiler}", read_ours(build, folders["ours"]),
                   read_gcov(folders["gcov"], compiler),
                   [os.path.join(program.source_dir(), source)
                    for source in program.source_files()])


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--corpus")
    parser.add_argument("tests", nargs="*")
    args = variants.parse_compilers(parser, "gcc")
    if args.corpus:
        check, chosen = compare_program, programs.choose(args.corpus.split(","))
    else:
        check, chosen = compare_test, [
            os.path.abspath(test) for test in args.tests or
            sorted(glob.glob(os.path.join(ROOT, "test/run/*.c*")))
            if flags_of(test) is not None
            and os.path.basename(test) not in WITHOUT]
    done = collections.Counter()
    failures = collections.Counter()
    for item in chosen:
        for compiler in args.compilers:
            failed = check(args.build, item, compiler)
            done[compiler] += failed is not None
            failures[compiler] += failed or 0
    variants.write_results(
        args, "Each line beside gcov: "
        + (args.corpus or "programs of test/run").replace(",", ", "),
        None if args.corpus else min(done.values()),
        [(compiler, "-O0", failures[compiler]) for compiler in args.compilers])
    print(f"{done.total()} programs, {failures.total()} lines unexplained")
    return 1 if failures.total() or not all(done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
