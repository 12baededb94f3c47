#!/usr/bin/env python3
"""callgrind beside edgeprof: the calls of each function at -O0, and from where.

usage: callgrind.py BUILD [--compilers A,B] [--corpus PROGRAM,...] [--results JSON]

Both watch the same run: a program compiled with the plugin runs under callgrind, which
counts call instructions.  With --corpus the programs of bench/programs.py on a small
load, otherwise those below, of test/run.  Every function that both know must have the
same calls, and each caller must make as many calls of each such function, by pointers too
(values=yes); where it makes some of which the target is not known, at least as many.
"""
import argparse
import collections
import glob
import json
import os
import re
import shutil
import sys
import tempfile

import variants

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "bench"))
import programs  # noqa: E402

# Of test/run: those whose functions are entered by calls alone.
TESTS = ["choices.cc", "classic-max.c", "control-flow.c", "exceptions.cc", "leave.c",
         "optimised-away.c"]
VALGRIND = ("valgrind -q --tool=callgrind --demangle=no "
            "--callgrind-out-file=calls.%p ")


def one_name(symbol):
    """Of the variants of a constructor or destructor, which share their code."""
    return re.sub(r"([CD])[12](?=E)", r"\1", symbol)


def plain_name(symbol):
    """Without callgrind's number of a recursion."""
    return one_name(re.sub(r"'\d+$", "", symbol))


def read_calls(path):
    """(caller, name, calls) of the program's functions, call by call, in a callgrind
    file.  Other objects have functions of the same names: the runtime has a zlib."""
    names = {"fn": {}, "ob": {}}  # number -> name, given once
    caller = callee = None  # objects
    inside = name = None  # functions
    with open(path, encoding="utf-8") as text:
        for line in text:
            found = re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?", line)
            if found:
                is_callee, kind, number, text_of = found.groups()
                names[kind].setdefault(number, text_of)
                if kind == "fn" and is_callee:
                    name = names[kind][number]
                elif kind == "fn":
                    inside = names[kind][number]
                elif is_callee:
                    callee = names[kind][number]
                else:
                    caller = names[kind][number]
            elif line.startswith("calls="):
                if (callee or caller).endswith("/prog"):
                    yield (plain_name(inside), plain_name(name),
                           int(line[6:].split()[0]))
                callee = None


def read_callgrind(folder):
    """(caller, callee) -> calls, of all of FOLDER's calls.*."""
    calls = collections.Counter()
    for path in glob.glob(os.path.join(folder, "calls.*")):
        for caller, name, times in read_calls(path):
            calls[caller, name] += times
    return calls


def report(build, folder, name):
    return json.loads(variants.show(build, folder, name, "--format", "json"))[name]


def read_ours(build, folder):
    """name -> calls; (caller, callee) -> calls, callee None for what pointers lead
    to."""
    calls, arcs = collections.Counter(), collections.Counter()
    for function in report(build, folder, "functions"):
        calls[one_name(function["symbol"])] += function["calls"]
    for arc in report(build, folder, "calls"):
        callee = arc.get("callee_symbol")
        arcs[one_name(arc["caller_symbol"]),
             callee and one_name(callee)] += arc["calls"]
    return calls, arcs


def compare_arcs(name, functions, ours, theirs):
    """(arcs compared, arcs that differ) between FUNCTIONS, which both know."""
    pairs = {pair for pair in ours | theirs if functions.issuperset(pair)}
    wrong = 0
    by_pointer = sum(ours[caller, None] for caller in functions)
    for pair in sorted(pairs):
        pointers = ours[pair[0], None]
        if not 0 <= theirs[pair] - ours[pair] <= pointers:
            wrong += 1
            print(f"{name}: {pair[0]} -> {pair[1]}: {ours[pair]}, callgrind "
                  f"{theirs[pair]}")
    return len(pairs), wrong, by_pointer


def compare(name, build, folder):
    """(functions and arcs compared, how many of them differ)."""
    ours, arcs = read_ours(build, folder)
    ours = {key: n for key, n in ours.items() if n}
    pairs = read_callgrind(folder)
    theirs = collections.Counter()
    for (_, callee), times in pairs.items():
        theirs[callee] += times
    wrong = {key for key in ours if ours[key] != theirs.get(key)}
    for key in sorted(wrong):
        print(f"{name}: {key}: {ours[key]}, callgrind {theirs.get(key)}")
    n_arcs, n_wrong, by_pointer = compare_arcs(name, set(ours), arcs, pairs)
    print(f"{name}: {len(ours)} functions, {sum(ours.values())} calls, "
          f"{len(wrong)} differ; {n_arcs} arcs, {n_wrong} differ; "
          f"{by_pointer} calls by a pointer, of no known target", flush=True)
    return len(ours) + n_arcs, len(wrong) + n_wrong


def compare_test(build, test, compiler):
    folder = tempfile.mkdtemp(prefix="callgrind-")
    try:
        shutil.copy(os.path.join(ROOT, "test", "run", test), folder)
        status, text = variants.compile_counted(build, folder, test, compiler,
                                                "-O0", "tree,values=yes")
        if status:
            raise variants.Unmeasured(f"{test}: does not compile: {text}")
        variants.execute((VALGRIND + "./prog").split(), folder,
                         EDGEPROF_FILE="run/%p")
        return compare(f"{test} {compiler}", build, folder)
    finally:
        shutil.rmtree(folder)


def compare_program(build, program, compiler):
    folder = os.path.join(programs.WORK, "out", program.name,
                          compiler + "-callgrind")
    data = os.path.join(programs.WORK, "small")
    with open(programs.make_data(), "rb") as source, open(data, "wb") as out:
        out.write(source.read(100000))
    programs.build(program, folder, compiler,
                   # Valgrind 3.19 cannot read the DWARF 5 of Clang.
                   "-O0 -gdwarf-4 " + programs.plugin_flag(compiler),
                   EDGEPROF_OPTIONS="values=yes")
    programs.run(program, folder, data, prefix=VALGRIND,
                 EDGEPROF_FILE=f"{folder}/run/%p")
    return compare(f"{program.name} {compiler}", build, folder)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--corpus")
    args = variants.parse_compilers(parser, level="-O0")
    chosen = (programs.choose(args.corpus.split(",")) if args.corpus else TESTS)
    check = compare_program if args.corpus else compare_test
    compared = 0
    differ = collections.Counter()
    for compiler in args.compilers:
        for item in chosen:
            some, wrong = check(args.build, item, compiler)
            compared += some
            differ[compiler] += wrong
    variants.write_results(
        args, "Calls of each function beside callgrind: "
        + (args.corpus or "programs of test/run").replace(",", ", "),
        None if args.corpus else len(TESTS),
        [(compiler, "-O0", differ[compiler]) for compiler in args.compilers])
    print(f"{compared} functions and arcs, {differ.total()} differ")
    return 1 if differ.total() or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
