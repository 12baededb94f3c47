"""Programs of the corpus beside Clang's own coverage: what coverage.py does with --corpus."""
import collections
import glob
import itertools
import json
import os
import re
import shutil

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


def run(program, folder, **files):
    """What PROGRAM's load prints.  A program may read its environment: it is as large whoever
    counts."""
    return programs.run(program, folder, programs.make_data(),
                        **{"LLVM_PROFILE_FILE": "none", "EDGEPROF_FILE": "none"} | files)


def read_theirs(program, compiler):
    """(what it printed, name -> Theirs)."""
    folder = make(program, compiler, "-O0", "theirs",
                  " ".join((*coverage_read.FLAGS, coverage_read.SYSTEM_MACROS)))
    for path in glob.glob(f"{folder}/theirs-*"):
        os.remove(path)
    printed = run(program, folder, LLVM_PROFILE_FILE=f"{folder}/{coverage_read.RAW}")
    functions = regions.export(folder, coverage_read.tools_of(compiler), ["./prog"],
                               "theirs-*.profraw")
    return printed, coverage_read.read_files(functions, os.path.realpath(programs.source_dir(program)))


def read_judge(args, program):
    """What gcov has of PROGRAM, by the last names of its files."""
    gcc = variants.compilers.gcc(args.build)
    folder = make(program, gcc, "-O0", "gcov", "--coverage")
    for path in gcov_read.data_files(folder):
        os.remove(path)
    run(program, folder)
    return gcov_read.read_gcov(folder, gcc)


def what_gcov_has(gcov):
    """File -> line -> its counts, printed and as its largest block."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for counts in (gcov.printed, gcov.largest):
        for (name, line), count in counts.items():
            found[name][line].add(count)
    return found


def unreturned_by(gcov, name):
    """How often calls of file NAME did not return, in the functions with a line, up to that
    line or, IN_LOOP, anywhere."""
    functions = [function for function in gcov.functions if function.file == name]
    return lambda line, in_loop: sum(
        function.unreturned(line, in_loop) for function in functions
        if function.first <= line <= function.last)


def read_killed(build, folder, root):
    """(how many processes of the run in FOLDER were killed, what they counted)."""
    killed = folder + "/killed"
    shutil.rmtree(killed, ignore_errors=True)
    os.makedirs(killed + "/run")
    for path in gcov_projects.killed_files(folder + "/run"):
        shutil.copy(path, killed + "/run")
    times = len(os.listdir(killed + "/run"))
    return times, read_ours(build, killed, root) if times else {}


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
    """(what PROJECT's tests printed, how many processes were killed, name -> Theirs, name ->
    Counted, name -> Counted of those) of one run of a build that counts for both, by names
    below its tree."""
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
    n_killed, killed = read_killed(build, folder, tree)
    return (printed, n_killed,
            *({os.path.relpath(name, tree): counts for name, counts in found.items()}
              for found in (coverage_read.read_files(functions, tree),
                            read_ours(build, folder, tree), killed)))


def check_project(args, project, compare, used):
    """Failures of a project.  What its tests do depends on time, so one build counts for
    both, by each clang."""
    _, _, gcov = gcov_projects.measure(project, variants.compilers.gcc(args.build), below=False)
    judge = what_gcov_has(gcov)
    for compiler, level in itertools.product(args.compilers, args.levels):
        if not compiler.startswith("clang"):
            yield f"{compiler} {level} has no coverage of Clang's"
            continue
        printed, n_killed, theirs, ours, killed = measure_project(
            args.build, project, compiler, level)
        if not printed.endswith("exit status 0\n"):
            yield f"{compiler} {level} fails"
        for name in sorted(theirs.keys() & ours.keys()):
            add_jumps(judge[name], gcov, name, theirs[name].text, ours[name].lines)
            def unreturned(line, in_loop, by_gcov=unreturned_by(gcov, name), in_killed=(
                    killed[name].lines if name in killed else {})):
                return by_gcov(line, in_loop) + n_killed * (in_killed.get(line, 0) > 0)
            for text in compare(theirs[name], ours[name], judge[name], used, compiler,
                                unreturned):
                yield f"{compiler} {level} {name} {text}"


def check(args, program, compare, used):
    """Failures as texts that name compiler and level."""
    if isinstance(program, programs.projects.Project):
        yield from check_project(args, program, compare, used)
        return
    printed, theirs = read_theirs(program, args.reference)
    gcov = read_judge(args, program)
    judge = what_gcov_has(gcov)
    root = programs.source_dir(program)
    for compiler in args.compilers:
        for level in args.levels:
            folder = make(program, compiler, level, "ours", programs.plugin_flag(compiler))
            again = run(program, folder, EDGEPROF_FILE=f"{folder}/run/%p")
            if again != printed:
                yield f"{compiler} {level} printed otherwise"
            ours = read_ours(args.build, folder, root)
            for name in sorted(theirs.keys() & ours.keys()):
                short = os.path.basename(name)
                for text in compare(theirs[name], ours[name], judge[short], used, compiler,
                                    unreturned_by(gcov, short)):
                    if may_vary(program, short, text):
                        used[""] -= 1
                        used["line that may run more or less"] += 1
                    else:
                        yield f"{compiler} {level} {short} {text}"
