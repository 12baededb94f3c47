"""Programs of the corpus beside Clang's own coverage: what coverage.py does with --corpus."""
import collections
import glob
import itertools
import json
import os
import re

import coverage_read
import gcov_projects
import gcov_read
import regions
import variants
from gcov_projects import programs

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
    functions = regions.export(folder, coverage_read.tools_of(compiler), ["./prog"],
                               "theirs-*.profraw")
    return printed, coverage_read.read_files(functions, os.path.realpath(programs.source_dir(program)))


def read_judge(args, program):
    """File's last name -> line -> what gcov has of it, printed or as its largest block."""
    gcc = variants.compilers.gcc(args.build)
    folder = make(program, gcc, "-O0", "gcov", "--coverage")
    for path in gcov_read.data_files(folder):
        os.remove(path)
    programs.run(program, folder, programs.make_data())
    return what_gcov_has(gcov_read.read_gcov(folder, gcc))


def what_gcov_has(gcov):
    """File -> line -> its counts, printed and as its largest block."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for counts in (gcov.printed, gcov.largest):
        for (name, line), count in counts.items():
            found[name][line].add(count)
    return found


def add_jumps(truth, gcov, name, text, lines):
    """Add to the TRUTH of file NAME, whose TEXT it is, those of LINES with a jump of which
    gcov has no count but by its arcs."""
    for number in lines.keys() - truth.keys():
        if gcov_read.JUMP.fullmatch(text[number - 1].strip()):
            possible = {0}
            for function in gcov.functions:
                if function.encloses((name, number)):
                    possible = {a + b for a in possible
                                for b in function.ways_on((name, number))}
            truth[number] = possible


def may_vary(program, name, text):
    """Whether TEXT, of a difference, names a line of file NAME that need not be as often in
    every run or build of PROGRAM."""
    line = re.search(r"\d+", text)[0]
    return program.latitude and re.search(program.latitude, f"{name}:{line}")


def counted_objects(tree):
    """The programs and libraries in TREE that coverage counts."""
    for path, _, names in os.walk(tree):
        for name in sorted(names):
            whole = os.path.join(path, name)
            if name.endswith(".o") or os.path.islink(whole) or not os.access(whole, os.R_OK):
                continue
            with open(whole, "rb") as file:
                if file.read(4) == b"\x7fELF" and b"__llvm_covmap" in file.read():
                    yield whole


def measure_project(build, project, compiler, level):
    """(what PROJECT's tests printed, name -> Theirs, name -> Counted) of one run of a
    build that counts for both, by names below its tree."""
    folder = os.path.join(programs.WORK, "out", project.name, f"{compiler}{level}-theirs")
    tree = os.path.realpath(folder + "/tree")
    programs.build(project, folder, compiler, " ".join(
        (level, programs.plugin_flag(compiler), *coverage_read.FLAGS,
         coverage_read.SYSTEM_MACROS)),
                   LLVM_PROFILE_FILE="/dev/null")
    printed = programs.run(project, folder, "", EDGEPROF_FILE=f"{folder}/run/%p",
                           LLVM_PROFILE_FILE=f"{folder}/{coverage_read.RAW}")
    functions = regions.export(folder, coverage_read.tools_of(compiler),
                               list(counted_objects(tree)), "theirs-*.profraw")
    return (printed, *({os.path.relpath(name, tree): counts for name, counts in found.items()}
                       for found in (coverage_read.read_files(functions, tree),
                                     read_ours(build, folder, tree))))


def check_project(args, project, compare, used):
    """Failures of a project.  What its tests do depends on time, so one build counts for
    both, by each clang."""
    _, _, gcov = gcov_projects.measure(project, variants.compilers.gcc(args.build))
    judge = what_gcov_has(gcov)
    for compiler, level in itertools.product(args.compilers, args.levels):
        if not compiler.startswith("clang"):
            yield f"{compiler} {level} has no coverage of Clang's"
            continue
        printed, theirs, ours = measure_project(args.build, project, compiler, level)
        if not printed.endswith("exit status 0\n"):
            yield f"{compiler} {level} fails"
        for name in sorted(theirs.keys() & ours.keys()):
            add_jumps(judge[name], gcov, name, theirs[name].text, ours[name].lines)
            for text in compare(theirs[name], ours[name], judge[name], used, compiler, True):
                yield f"{compiler} {level} {name} {text}"


def check(args, program, compare, used):
    """Failures as texts that name compiler and level."""
    if isinstance(program, programs.projects.Project):
        yield from check_project(args, program, compare, used)
        return
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
