#!/usr/bin/env python3
"""gcov beside edgeprof, line by line, for the same GCC at -O0.

usage: gcov.py BUILD [--compilers gcc-11,gcc-12] [--corpus PROGRAM,...]
       [--prof-run] [--results JSON] [TEST...]

TEST is a program of test/run (default: all that are one file), compiled by its own
first RUN line; --corpus names programs of the corpus instead (those of bench/).
--prof-run runs those with makefiles of their own below prof-run, whose sum
is compared; it is for those of which no process is killed.  Each line's count is compared
with two of gcov's: what gcov prints, and the largest of gcov's own blocks on the line,
which is the rule of docs/counting.md applied to gcov's graph (gcov_read.py).  Each rule
below is a difference that docs/counting.md explains; any other fails.
"""
import argparse
import collections
import functools
import json
import os
import re
import shutil
import sys
import tempfile

import gcov_projects
import gcov_read
import variants
from gcov_projects import others, programs
from gcov_read import JUMP, next_line, read_gcov
from run_lines import all_tests, flags_of

# Programs whose counts gcov does not have, and why (docs/counting.md).
WITHOUT = {
    "arrays.cc": "gcov counts the turns of the compiler's loops over arrays",
    "early-signals.c": "as many signals come as there is time for",
    "choices-folded.c": "gcov has no block of the constants that GCC folds",
    "constructor-choices.cc": "gcov counts virtual bases that are not initialised",
    "defaulted.cc": "gcov counts what is defaulted where its class is",
    "defaulted-comparisons.cc": "the same",
    "fork.c": "gcov loses what children counted that leave by _exit",
    "fork-exit.c": "the same",
    "processes.c": "the same",
    "attributes.c": "has a naked function",
    "coroutine.cc": "gcov takes a resumption for a call",
    "coroutine-lines.cc": "the same",
    "lambda-operands.cc": "gcov has the call of a lambda where its body ends",
    "lambdas.cc": "gcov has what a lambda captures where its body uses it or ends",
    "lists-left.cc": "gcov has what a list is for where it ends",
    "member-initialisers.cc": "gcov has them where the constructor is",
    "members.cc": "the same",
    "marks-unseen.c": "links from -O2 on alone",
    "constant-p.c": "gcov counts what always_inline functions leave where they are",
    "constant-p.cc": "the same",
    "merged-tests.cc": "gcov sees functions at the level that they ask for",
    "precompiled.c": "its header is compiled before it",
    "openmp-loops.c": "gcov counts the loops that OpenMP makes",
    "own-functions.c": "gcov writes its files with them, and its GCC knows the library's",
    "own-string.c": "gcov's runtime calls its functions",
    "not-compiled.c": "the rules here take what is not compiled for parts of statements",
    "optimised-away.c": "gcov counts the const calls that are left",
    "signal-handlers.c": "the signals come when they come",
    "system-macros.cc": "gcov has what the system's macros are given where they stand",
    "tail-must.c": "is for Clang alone",
    "setgid-threads.c": "as many threads are made as there is time for",
    "thread-ends.cc": "gcov has a line for each helper of a thread_local",
}


def read_ours(build, folder, name_of=os.path.basename, words=()):
    """(file, line) -> count; and (file, line) -> how often the branches at one place of it
    decided, at most."""
    lines, branches = (json.loads(variants.show(build, folder, what, "--format", "json", *words))
                       for what in ("lines", "branches"))
    decided = collections.Counter()
    for entry in branches["files"]:
        for branch in entry["branches"]:
            # The computed gotos of a function are one jump in both compilers.
            if branch["kind"] != "goto":
                key = name_of(entry["file"]), branch["line"]
                decided[key] = max(decided[key], sum(x["count"] for x in branch["outcomes"]))
    return {(name_of(entry["file"]), line["line"]): line["count"]
            for entry in lines["files"] for line in entry["lines"]}, decided


def check_branches(name, ours, decided):
    """How many lines have branches that decide oftener than the line is executed."""
    wrong = [key for key, count in sorted(decided.items()) if count > ours.get(key, 0)]
    for file, line in wrong:
        print(f"{name}: {file}:{line}: {ours.get((file, line))}, a branch of it "
              f"{decided[file, line]}")
    return len(wrong)


# What is not executable by docs/counting.md: labels and braces alone on their line,
# loops without a condition there.  Lua has macros for a label and for nothing.
NO_CODE = re.compile(r"(else\b|(case '.'|case\b[^;]*?|\w+)\s*:|case [^:;?]*|vmcase\(\w+\)"
                     r"|(lua_assert|api_check)\([^;]*\);"
                     r"|for ?\( ?;; ?\)|do\b|[{}\s;])*")
CONDITION = re.compile(r"(} ?)?(else )?(if|while|for|switch|assert) ?\(.*")
ENDLESS = re.compile(r"while ?\((1|[Tt]rue|TRUE)\).*")
RETURN = re.compile(r"(else )?return\b.*")
JUMP_BEHIND = re.compile(r".*\W(return\b[^;]*|break|continue|goto \w+);\W*")
ARRAY = re.compile(r".*(\bnew\b.*\[|\bdelete ?\[\]).*|(const )?\w+ \w+\[[^=]*\]( = \{.*)?;.*")
BINDING = re.compile(r"(const )?auto ?&{0,2} ?\[.*\] =.*")
CAST = re.compile(r".*\([\w ]+\*+\)\s*")
HANDLER = re.compile(r"(} *)?catch \(.*")
LAMBDA = re.compile(r".*= ?\[[^\]]*\].*\{")
HEAD = re.compile(r"(for|while|if|[A-Z]+(_[A-Z]+)*) ?\(.*\)")


def rule(key, ours, gcov, text):
    """The name of the rule that a line, whose source is TEXT, falls under; "" if
    there is none."""
    mine, largest = ours.get(key), gcov.largest.get(key)
    if mine == gcov.printed.get(key):
        return "same"
    if mine and key not in gcov.printed and mine in gcov.sums[key]:
        return "initialiser outside functions"
    if mine == largest:
        return "gcov adds what enters the line"
    if mine == gcov.inner.get(key):
        for name, end in (("head", 0), ("closing line", 1)):
            if key in gcov.ends[end]:
                return name
    if mine and mine == gcov.owned.get(key):
        return "functions that the compiler makes"
    if mine is None:
        if NO_CODE.fullmatch(text):
            return "label or brace"
        if JUMP.fullmatch(text) and gcov.printed[key] in (
                0, gcov.printed[next_line(gcov, key)]):
            return "jump that nothing leads to"
        return ""
    if key not in gcov.printed:
        for name, form in (("jump alone", JUMP), ("known condition", CONDITION)):
            if form.fullmatch(text):
                return name
    elif mine > gcov.printed[key] and ENDLESS.fullmatch(text):
        return "known condition"
    elif JUMP.fullmatch(text):
        if mine < gcov.printed[key]:
            return "jump that others share"
        if mine not in gcov.sums[key]:
            return "jump alone"
    if re.search(r"\bfork(_process)?\(\)", text) and mine == 2 * (largest or 0):
        return "fork, which returns twice"
    if mine in gcov.sums[key]:
        if JUMP.fullmatch(text) or RETURN.fullmatch(text):
            return "jump that shares a cleanup"
        if text.startswith("}"):
            return "closing brace before it"
        for name, form in (("loop over an array", ARRAY), ("choice of a handler", HANDLER),
                           ("binding, where gcov has what uses its names", BINDING)):
            if form.fullmatch(text):
                return name
    return ""


TEXT = re.compile(r"""R"(\w*)\(.*?\)\1"|("|')(\\.|(?!\2|\n).)*\2|//[^\n]*|/\*.*?\*/|\[\[\w[^]]*\]\]""",
                  re.DOTALL)


def read_text(path):
    """Its lines, with neither comments nor what is quoted nor attributes."""
    def blank(found):
        word = found[0]
        quoted = '""' if word[0] in '"R' else "'.'" if word[0] == "'" else ""
        return quoted + "\n" * word.count("\n")
    with open(path, encoding="utf-8", errors="replace") as text:
        return [line.strip() for line in TEXT.sub(blank, text.read()).split("\n")]


def read_made(path):
    """File -> line -> text, of what has places of other files in PATH, by its #line."""
    with open(path, encoding="utf-8", errors="replace") as text:
        places = [re.match(r'#line (\d+) "(.*)"$', line) for line in text]
    found, file, number = collections.defaultdict(dict), "", 0
    for place, line in zip(places, read_text(path)):
        if place:
            file, number = place[2], int(place[1]) - 1
        elif file:
            found[file][number] = f"{found[file].get(number, '')} {line}".strip()
        number += 1
    return found


class Lists:
    """The braces that are open behind what was read: whether each is a list's."""

    def __init__(self):
        self.open, self.last = [], ""

    def read(self, line):
        for char in "".join(line.split()):
            if char == "{":
                self.open.append(self.last in ("=", ",") or (
                    self.last == "{" and self.is_in()))
            elif char == "}" and self.open:
                self.open.pop()
            self.last = char

    def is_in(self):
        return bool(self.open) and self.open[-1]


def spread(lines):
    """Line -> the lines over which its conditions, choice, list, head of a loop, return or
    call spread, if over several."""
    found, group, depth, lists, has_list = {}, [], 0, Lists(), False
    for number, line in enumerate(lines, 1):
        group.append(number)
        if line.startswith("#"):
            continue
        lists.read(line)
        has_list = has_list or lists.is_in()
        depth = 0 if line == "}" else depth + line.count("(") - line.count(")")
        following = lines[number] if number < len(lines) else ""
        if depth > 0 or lists.is_in() or re.search(
                r"(?<![-+])[-+*/%|&^?=!]$|[|&]{2}$", line) or (
                line.endswith(":") and any("?" in lines[n - 1] for n in group)
        ) or re.match(
                r"&&|\|\||\?|:(?!:)|[-+|&^]", following):
            continue
        whole = " ".join(lines[n - 1] for n in group)
        if len(group) > 1 and (has_list or re.search(
                r"^static\b|&&|\|\||\?|return|(for|if|while) \(|[-+*/%|&^]=|[\w)] ?\(", whole)):
            found.update(dict.fromkeys(group, group))
        group, depth, has_list = [], 0, False
    return found


def is_operand(key, lines, ours, gcov):
    """Whether what we have at KEY one of gcov's blocks has on one of LINES, those of its
    statement."""
    return len(lines) > 0 and (key not in ours or any(
        ours[key] in gcov.sums[key[0], line] for line in lines))


def list_end(lines, number):
    """The line on which the last list ends that begins on line NUMBER and is open there;
    or 0."""
    text, depth = lines[number - 1], 0
    if not re.search(r"([\w\]=>(,{]|^) *\{[^{}]*(\{[^{}]*\}[^{}]*)*$", text) or re.match(
            r"(else|do|try|struct|class|enum|union)\b", text):
        return 0
    for end, text in enumerate(lines[number - 1:], number):
        depth += text.count("{") - text.count("}")
        if depth <= 0:
            return end
    return 0


def goes_on(lines, number):
    """The lines below line NUMBER on which the statement goes on that begins there, or an
    operand."""
    end = list_end(lines, number)
    if end:
        return range(number + 1, end + 1)
    for end, text in enumerate(lines[number - 1:], number):
        is_list = text == "{" and lines[end - 2].endswith(("=", "(", ","))
        if re.search(r";|[{}]$", text) and not is_list:
            return range(number + 1, end + 1)
    return ()


def leads_there(count, functions, key):
    """Whether COUNT is how often control went on to KEY, which gcov does not have in one
    of FUNCTIONS at least, by their arcs."""
    possible = {0}
    for function in functions:
        if function.encloses(key):
            ways = function.ways_on(key) | ({0} if function.has(key) else set())
            possible = {a + b for a in possible for b in ways}
    return count in possible


# Those of which gcov prints no count, or another; its graph has ours.
UNPRINTED = ("jump alone", "jump that others share", "known condition")


def is_known(key, which, ours, gcov, functions, text):
    """Whether gcov's own graph has what we have at KEY, which is one of UNPRINTED, of a file
    whose lines are TEXT: as the way there, as what stands behind an endless loop's condition,
    or, for a switch, in whose block that of the line before ends."""
    more = ours[key] - gcov.printed.get(key, 0)
    if leads_there(more if more > 0 else ours[key], functions, key):
        return True
    if which != "known condition":
        return False
    if text[key[1] - 1].startswith("switch"):
        return any(ours[key] in function.asked_last(key) for function in functions
                   if function.encloses(key))
    return ours[key] in gcov.sums[next_line(gcov, key, text)]


def is_before_jump(key, ours, functions, text):
    """Whether a jump ends the line at KEY, whose source is TEXT, of which gcov has the count
    with that of another line's jump to the same place; its graph has ours without."""
    return JUMP_BEHIND.fullmatch(text) and any(
        ours[key] == function.shared(key) for function in functions if function.has(key))


def heads(functions, texts):
    """The lines of heads that spread over several; GCC has a constructor begin at the
    colon, or in front of it."""
    found = set()
    for function in functions:
        for number in range(function.first, function.last + 1):
            line = texts.get(function.file, [])[number - 1:number]
            if not line or line[0].startswith("{"):
                break
            found.add((function.file, number))
            if "{" in line[0] or line[0].startswith(":"):
                break
    return found


def unused(ours, gcov, texts):
    """The lines of static functions of which we have none: nothing refers to them, or
    only others of that kind do."""
    found = set()
    for function in gcov.uncalled:
        keys = {(name, line) for _, name, line in function.lines}
        head = texts.get(function.file, [])[:function.first]
        head = head[-1 - head[::-1].index("}"):] if "}" in head else head
        if not keys & ours.keys() and "static" in " ".join(head):
            found |= keys
    return found


def compare(name, report, gcov, texts, latitude=""):
    """The number of failures; prints a line of counts per rule.  REPORT is ours, TEXTS are the lines
    of the files that are compared, by name; where LATITUDE is found, as FILE:LINE, they may
    run more or less."""
    ours, decided = report
    several = {file: spread(lines) for file, lines in texts.items()}
    rules = collections.Counter()
    functions = collections.defaultdict(list)
    for function in gcov.functions:
        for file in {file for _, file, _ in function.lines}:
            functions[file].append(function)
    missing, above = unused(ours, gcov, texts), heads(gcov.functions, texts)
    failures = check_branches(name, ours, decided)
    for key in sorted(ours.keys() | gcov.printed.keys()):
        if key[0] not in texts:
            continue
        which = rule(key, ours, gcov, texts[key[0]][key[1] - 1])
        if which in UNPRINTED and not is_known(key, which, ours, gcov,
                                               functions[key[0]], texts[key[0]]):
            which = ""
        if not which and key in ours and is_before_jump(
                key, ours, functions[key[0]], texts[key[0]][key[1] - 1]):
            which = "before a jump that others share"
        if not which and is_operand(key, several[key[0]].get(key[1], ()), ours, gcov):
            which = "operand on another line than its operator"
        if (not which and key in ours and key not in gcov.printed
                and CAST.fullmatch(texts[key[0]][key[1] - 2])
                and ours[key] in gcov.sums[key[0], key[1] - 1]):
            which = "operand of a cast on the line before"
        if not which and ours.get(key, -1) > gcov.printed.get(key, -1) and any(
                ours[key] in gcov.sums[key[0], line] for line in goes_on(texts[key[0]], key[1])):
            which = "what goes on below"
        if not which and ours.get(key) in gcov.sums[key] and HEAD.fullmatch(
                texts[key[0]][key[1] - 2]):
            which = "end of a scope that has no braces"
        if not which and LAMBDA.fullmatch(texts[key[0]][key[1] - 1]) and any(
                ours.get(key) in gcov.sums[key[0], line] for line in range(
                    key[1], list_end(texts[key[0]], key[1]) + 1)):
            which = "what a lambda captures"
        if not which and key in missing:
            which = "function that nothing refers to"
        if not which and key in above and key not in ours:
            which = "head"
        if not which and latitude and re.search(latitude, "%s:%d" % key):
            which = "line that may run more or less"
        rules[which] += 1
        if not which:
            failures += 1
            print(f"{name}: {key[0]}:{key[1]}: {ours.get(key)}, gcov "
                  f"{gcov.printed.get(key)}, its largest block "
                  f"{gcov.largest.get(key)}")
    print(f"{name}: " + ", ".join(f"{count} {which or 'UNEXPLAINED'}" for which,
                                  count in sorted(rules.items())), flush=True)
    return failures


def compare_test(build, test, compiler):
    """Failures, or None where gcov has nothing to say."""
    name = os.path.basename(test)
    flags = flags_of(test, compiler) or []
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
        if not ran or ran != again or not gcov.ends[0]:
            return None
        return compare(f"{name} {compiler}", ours, gcov, {name: read_text(test)})
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
                   {os.path.basename(source): read_text(
                       os.path.join(programs.source_dir(program), source))
                    for source in program.source_files()}, program.latitude)


def compare_project(build, project, compiler, below=False):
    """Failures of one program of the corpus that has makefiles of its own; gcov counts
    the same run, which may be BELOW prof-run."""
    folder, printed, gcov = gcov_projects.measure(project, compiler, below)
    tree = folder + "/tree"
    name_of = gcov_read.by_path(tree)(tree)  # of a link what it leads to
    ours = read_ours(build, folder, name_of, ["--root", tree])
    texts = {}
    for file in {file for file, _ in ours[0].keys() | gcov.printed.keys()}:
        path = os.path.join(tree, file)
        if os.path.isfile(path) and not file.startswith(("..", "/")):
            texts[file] = [project.expanded(line) for line in read_text(path)]
    for file in [file for file in texts if file.endswith(".c")]:
        for source, lines in read_made(os.path.join(tree, file)).items():
            source = os.path.normpath(os.path.join(os.path.dirname(file), source))
            if source != file and source in texts:
                texts[source] = [project.expanded(lines.get(number, "")) for number in
                                 range(1, max(len(texts[source]), *lines) + 1)]
    return (not printed.endswith("exit status 0\n")) + compare(
        f"{project.name} {compiler}", ours, gcov, texts)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--corpus")
    parser.add_argument("--prof-run", action="store_true")
    parser.add_argument("tests", nargs="*")
    args = variants.parse_compilers(parser, "gcc", "-O0")
    if args.corpus:
        check, chosen = compare_program, others.find(args.corpus.split(","))
    else:
        check, chosen = compare_test, [
            os.path.abspath(test) for test in args.tests or all_tests(WITHOUT)
            if flags_of(test, "gcc") is not None]
    done = collections.Counter()
    failures = collections.Counter()
    for item in chosen:
        for compiler in args.compilers:
            if isinstance(item, programs.projects.Project):
                check = functools.partial(compare_project, below=args.prof_run)
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
