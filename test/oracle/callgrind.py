#!/usr/bin/env python3
"""callgrind beside edgeprof: the calls of each function at -O0.

usage: callgrind.py BUILD [--compilers A,B] [--corpus PROGRAM,...] [--results JSON]

Both watch the same run: a program compiled with the plugin runs under callgrind, which
counts call instructions.  With --corpus the programs of bench/programs.py on a small
load, otherwise those below, of test/run.  Every function that both know must have the
same calls.
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


def read_calls(path):
    """(name, calls) of the program's functions, call by call, in a callgrind file.
    Other objects have functions of the same names: the runtime has a zlib."""
    names = {"fn": {}, "ob": {}}  # number -> name, given once
    caller = callee = name = None  # objects, function
    with open(path, encoding="utf-8") as text:
        for line in text:
            found = re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?", line)
            if found:
                is_callee, kind, number, text_of = found.groups()
                names[kind].setdefault(number, text_of)
                if kind == "fn":
                    name = names[kind][number]
                elif is_callee:
                    callee = names[kind][number]
                else:
                    caller = names[kind][number]
            elif line.startswith("calls="):
                if (callee or caller).endswith("/prog"):
                    yield re.sub(r"'\d+$", "", name), int(line[6:].split()[0])
                callee = None


def read_callgrind(folder):
    """name -> calls, of all of FOLDER's calls.*."""
    calls = collections.Counter()
    for path in glob.glob(os.path.join(folder, "calls.*")):
        for name, times in read_calls(path):
            calls[one_name(name)] += times
    return calls


def read_ours(build, folder):
    """name -> calls."""
    report = json.loads(variants.show(build, folder, "functions", "--format",
                                      "json"))
    calls = collections.Counter()
    for function in report["functions"]:
        calls[one_name(function["symbol"])] += function["calls"]
    return calls


def compare(name, build, folder):
    """(functions compared, functions that differ)."""
    ours = {key: n for key, n in read_ours(build, folder).items() if n}
    theirs = read_callgrind(folder)
    wrong = {key for key in ours if ours[key] != theirs.get(key)}
    for key in sorted(wrong):
        print(f"{name}: {key}: {ours[key]}, callgrind {theirs.get(key)}")
    print(f"{name}: {len(ours)} functions, {sum(ours.values())} calls, "
          f"{len(wrong)} differ", flush=True)
    return len(ours), len(wrong)


def compare_test(build, test, compiler):
    folder = tempfile.mkdtemp(prefix="callgrind-")
    try:
        shutil.copy(os.path.join(ROOT, "test", "run", test), folder)
        status, text = variants.compile_counted(build, folder, test, compiler,
                                                "-O0", "tree")
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
                   "-O0 -gdwarf-4 " + programs.plugin_flag(compiler))
    programs.run(program, folder, data, prefix=VALGRIND,
                 EDGEPROF_FILE=f"{folder}/run/%p")
    return compare(f"{program.name} {compiler}", build, folder)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--corpus")
    args = variants.parse_compilers(parser)
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
    print(f"{compared} functions, {differ.total()} differ")
    return 1 if differ.total() or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
