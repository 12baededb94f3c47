"""Programs of the corpus beside Clang's own coverage: what coverage.py does with --corpus."""
import collections
import glob
import json
import os
import re
import sys

import coverage_read
import gcov_read
import regions
import variants
from run_lines import ROOT

sys.path.append(os.path.join(ROOT, "bench"))
import programs  # noqa: E402

Counted = collections.namedtuple("Counted", "lines branches")


def read_report(build, folder, name, root):
    report = json.loads(variants.show(build, folder, name, "--format", "json",
                                      "--root", root))
    for entry in report["files"]:
        yield os.path.realpath(os.path.join(root, entry["file"])), entry


def read_ours(build, folder, root):
    """Name -> Counted, of each file."""
    found = collections.defaultdict(lambda: Counted({}, {}))
    for name, entry in read_report(build, folder, "lines", root):
        found[name].lines.update((line["line"], line["count"]) for line in entry["lines"])
    for name, entry in read_report(build, folder, "branches", root):
        for branch in entry["branches"]:
            found[name].branches.setdefault((branch["line"], branch["column"]), []).append(
                tuple((x["name"], x["count"]) for x in branch["outcomes"]))
    return found


def make(program, compiler, level, tool, flags):
    folder = os.path.join(programs.WORK, "out", program.name, f"{compiler}{level}-{tool}")
    programs.build(program, folder, compiler, f"{level} {flags}", EDGEPROF="off",
                   LLVM_PROFILE_FILE="/dev/null")
    return folder


def read_theirs(program, compiler):
    """(what it printed, name -> Theirs)."""
    folder = make(program, compiler, "-O0", "theirs", " ".join(coverage_read.FLAGS))
    for path in glob.glob(f"{folder}/theirs-*"):
        os.remove(path)
    printed = programs.run(program, folder, programs.make_data(),
                           LLVM_PROFILE_FILE=f"{folder}/{coverage_read.RAW}")
    functions = regions.export(folder, coverage_read.tools_of(compiler), "./prog",
                               "theirs-*.profraw")
    return printed, coverage_read.read_files(functions, os.path.realpath(programs.source_dir(program)))


def read_judge(args, program):
    """File's last name -> line -> what gcov has of it, printed or as its largest block."""
    gcc = variants.compilers.gcc(args.build)
    folder = make(program, gcc, "-O0", "gcov", "--coverage")
    for path in gcov_read.data_files(folder):
        os.remove(path)
    programs.run(program, folder, programs.make_data())
    gcov = gcov_read.read_gcov(folder, gcc)
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for counts in (gcov.printed, gcov.largest):
        for (name, line), count in counts.items():
            found[name][line].add(count)
    return found


def may_vary(program, name, text):
    """Whether TEXT, of a difference, names a line of file NAME that need not be as often in
    every run or build of PROGRAM."""
    line = re.search(r"\d+", text)[0]
    return program.latitude and re.search(program.latitude, f"{name}:{line}")


def check(args, program, compare, used):
    """Failures as texts that name compiler and level."""
    printed, theirs = read_theirs(program, args.reference)
    judge = read_judge(args, program)
    root = programs.source_dir(program)
    for compiler in args.compilers:
        for level in args.levels:
            folder = make(program, compiler, level, "ours", programs.plugin_flag(compiler))
            again = programs.run(program, folder, programs.make_data(),
                                 EDGEPROF_FILE=f"{folder}/run/%p")
            if again != printed:
                yield f"{compiler} {level} printed otherwise"
            ours = read_ours(args.build, folder, root)
            for name in sorted(theirs.keys() & ours.keys()):
                short = os.path.basename(name)
                for text in compare(theirs[name], ours[name], judge[short], used, compiler, True):
                    if may_vary(program, short, text):
                        used[""] -= 1
                        used["line that may run more or less"] += 1
                    else:
                        yield f"{compiler} {level} {short} {text}"
