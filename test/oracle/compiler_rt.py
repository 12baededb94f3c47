"""The programs of LLVM's own tests of profiles, compiler-rt/test/profile, as their RUN lines
say how to compile them.

Fetched from the Debian source package llvm-toolchain-N into BUILD/suites, and unpacked there
once.
"""
import glob
import os
import re
import subprocess
import sys

from dejagnu import Program, number, read
from variants import compilers

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__)))), "bench"))
import programs as corpus  # noqa: E402

WITHOUT = ("Darwin", "Windows", "ContinuousSyncMode")

# What llvm-cov or gcov prints of a line: [[@LINE]]| 1|, or 1: [[@LINE]]:
PRINTED = re.compile(r"CHECK(?:-NEXT)?: *(?:\[\[#? *@LINE\]\]\| *(?P<cov>\d*) *\|"
                     r"|(?P<gcov>\d+|-|#+): *\[\[#? *@LINE\]\]:)")
# The same in a file of its own.
KEPT = re.compile(r"CHECK(?:-NEXT)?: *(\d+|-|#+): *(\d+):")


def fetch(build, clang):
    """The folder compiler-rt/test/profile of LLVM's source, e.g. of clang-14."""
    package = clang.replace("clang", "llvm-toolchain")
    folder = os.path.join(build, "suites", package)
    form = os.path.join(folder, "llvm-toolchain-*", "compiler-rt", "test", "profile")
    if not glob.glob(form):
        os.makedirs(folder, exist_ok=True)
        os.makedirs(os.path.join(corpus.WORK, "packages"), exist_ok=True)
        corpus.apt("update")
        corpus.apt("source", "--download-only", package)
        files = glob.glob(os.path.join(corpus.WORK, "packages", package + "_*"))
        tar, = [path for path in files if re.search(r"\.orig\.tar\.\w+$", path)]
        subprocess.run(["tar", "-xf", tar, "--wildcards", "*/compiler-rt/test/profile"],
                       cwd=folder, check=True)
        for path in files:
            os.remove(path)
    return glob.glob(form)[0]


def runtime(clang):
    """What has the functions that the tests ask for profiles; without profiles, they do
    nothing."""
    return subprocess.run([clang, "-print-file-name=libclang_rt.profile-x86_64.a"],
                          check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def make(root, path, library):
    """The program of the test PATH: itself, or the Inputs that its RUN lines name."""
    text = read(path)
    run = "\n".join(re.findall(r"RUN:(.*)", text))
    sources = [os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in
               re.findall(r"%S/(\S+\.(?:c|cpp))\b", run)]
    if not path.endswith(".test"):
        sources.insert(0, path)
    sources = [source for source in dict.fromkeys(sources) if os.path.exists(source)]
    sources.sort(key=lambda source: not re.search(r"\bmain *\(", read(source)))
    if not run or not sources:
        return None
    first = re.search(r"%clang.*", run)
    flags = re.findall(r"(?<=\s)-(?:std=\S+|D\w+(?:=\w+)?)", first[0] if first else "")
    return Program("llvm", os.path.relpath(path, root), sources, [
        *flags, "-I" + os.path.dirname(sources[0]),
        "-I" + os.path.join(root, "Inputs"), library, "-pthread", "-ldl"])


def programs(build, *_):
    clang = compilers.clang(build)
    root, library = fetch(build, clang), runtime(clang)
    paths = [path for path in glob.glob(f"{root}/**/*", recursive=True)
             if path.endswith((".c", ".cpp", ".test"))
             and os.path.relpath(path, root).split("/")[0] not in (*WITHOUT, "Inputs")
             and "/Inputs/" not in path]
    made = [make(root, path, library) for path in sorted(paths)]
    return list({tuple(program.sources): program for program in made if program}.values())


def annotations(source):
    """Line -> what LLVM prints of it, None: nothing."""
    found = {}
    for at, line in enumerate(read(source).split("\n"), 1):
        printed = PRINTED.search(line)
        if printed:
            found[at] = number(printed["cov"] if printed["gcov"] is None else printed["gcov"])
    if os.path.exists(source + ".gcov"):
        found.update((int(at), number(count)) for count, at
                     in KEPT.findall(read(source + ".gcov")) if at != "0")
    return found
