"""The programs of GCC's own test suite, as its comments say how to compile them.

Fetched from the Debian package gcc-N-source into BUILD/suites, and unpacked there once.
"""
import collections
import glob
import hashlib
import os
import re
import subprocess

from variants import compilers

# `sources` are paths, the first of which is compared; `suite` is a key of SUITES.
Program = collections.namedtuple("Program", "suite name sources flags")

ANNOTATION = re.compile(r"count\((#+|=+|-|\d+)\)(?! *\{ *xfail)")

# Options of the tests that are about something else than what the program does.
OTHERS = re.compile(r"-(O\w*|fdump\S*|-coverage|fprofile-\S+|ftest-coverage|g\S*|W(?!l,)\S*|w"
                    r"|pedantic\S*|fcompare-debug\S*|fopt-info\S*|flto\S*|save-temps\S*)$")

# Of g++.dg, what is undefined on purpose, or about debuggers: not compared.
WITHOUT = ("asan", "ubsan", "tsan", "hwasan", "guality", "gcov")

# What builtins.exp says for all of that folder.
BUILTINS = ["-fno-tree-dse", "-fno-tree-loop-distribute-patterns", "-fno-tracer", "-fno-ipa-ra",
            "-fno-inline-functions", "-Wl,--allow-multiple-definition"]


def fetch(build, gcc):
    """The folder gcc/testsuite of GCC's source, e.g. of gcc-12."""
    folder = os.path.join(build, "suites", gcc)
    found = glob.glob(os.path.join(folder, "gcc-*", "gcc", "testsuite"))
    if found:
        return found[0]
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download",
                    f"{gcc}-source"], cwd=folder, check=True)
    package, = glob.glob(os.path.join(folder, "*.deb"))
    subprocess.run(["dpkg-deb", "-x", package, "package"], cwd=folder, check=True)
    tar, = glob.glob(os.path.join(folder, "package", "usr", "src", gcc, "gcc-*.tar.xz"))
    subprocess.run(["tar", "-xf", tar, "--wildcards", "gcc-*/gcc/testsuite"], cwd=folder,
                   check=True)
    subprocess.run(["rm", "-r", "package", package], cwd=folder, check=True)
    return glob.glob(os.path.join(folder, "gcc-*", "gcc", "testsuite"))[0]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        return text.read()


def is_for_us(target):
    """Whether the selector TARGET, of a directive, may mean x86-64 Linux.  (Where it does
    not after all, the plain build fails, and the program is passed over.)"""
    if re.search(r"\bia32\b|\bilp32\b", target) and not re.search(
            r"! *\{? *(ia32|ilp32)|lp64", target):
        return False
    return bool(re.search(r"\*-\*-\*|x86_64|linux|native|lp64|c\+\+", target)
                or not re.search(r"-\*|newlib|darwin", target))


def directives(text):
    return re.findall(r"\{ *(dg-[\w-]+) *(.*?) *\}\s*(?:\*/.*)?$", text, re.M)


def flags_of(text):
    flags = []
    for name, rest in directives(text):
        found = re.match(r'(?:"([^"]*)"|\{ *"?([^"{}]*)"? *\})(?:.*\{ *target (.*)\})?', rest)
        if name in ("dg-options", "dg-additional-options") and found and is_for_us(
                found[3] or ""):
            flags += (found[1] or found[2] or "").split()
    return [flag for flag in flags if not OTHERS.match(flag)] + standard(text, flags)


def standard(text, flags):
    """The option for the C++ that the test is for, if that is not the compiler's default."""
    run = re.search(r"dg-do +run *(\{.*)", text)
    if not run or any(flag.startswith(("-std", "--std", "-ansi")) for flag in flags):
        return []
    for form, name in ((r"c\+\+23(?!_down)", "gnu++2b"),
                       (r"(?<!! )c\+\+(20|2a)(?!_down)", "gnu++20"),
                       (r"c\+\+14_down|! *\{? *c\+\+17", "gnu++14"),
                       (r"! *\{? *c\+\+11|c\+\+98_only", "gnu++98")):
        if re.search(form, run[1]):
            return ["-std=" + name]
    return []


def additional(path, text):
    """The test's further sources."""
    names = [name for directive, rest in directives(text)
             if directive == "dg-additional-sources"
             for name in re.match(r'\{? *"?([^"{}]*)', rest)[1].split()]
    return [os.path.join(os.path.dirname(path), name) for name in names]


def make(suite, root, path):
    text = read(path)
    sources = [path, *additional(path, text)]
    flags = flags_of(text)
    if "/builtins/" in path:
        sources += [path[:-2] + "-lib.c", os.path.join(os.path.dirname(path), "lib", "main.c")]
        flags += BUILTINS
    return Program(suite, os.path.relpath(path, root), sources,
                   flags + ["-I" + os.path.dirname(path), "-lm", "-pthread"])


def runs(path):
    found = re.search(r"dg-do +run(.*)", read(path))
    return found and is_for_us(found[1])


def list_gcov(root):
    return [path for path in glob.glob(f"{root}/gcc.misc-tests/gcov-*.c")
            + glob.glob(f"{root}/g++.dg/gcov/*.C") if runs(path)]


def list_torture(root):
    folder = f"{root}/gcc.c-torture/execute"
    return [path for path in glob.glob(folder + "/*.c") + glob.glob(folder + "/ieee/*.c")
            + glob.glob(folder + "/builtins/*.c") if not path.endswith("-lib.c")]


def list_cxx(root):
    return [path for path in glob.glob(f"{root}/g++.dg/**/*.C", recursive=True)
            if os.path.relpath(path, root).split("/")[1] not in WITHOUT and runs(path)]


SUITES = {"gcov": list_gcov, "torture": list_torture, "g++": list_cxx}


def programs(build, suite, share):
    """One in SHARE of SUITE, always the same ones, by their names."""
    root = fetch(build, compilers.gcc(build))
    chosen = [make(suite, root, path) for path in sorted(SUITES[suite](root))]
    return [program for program in chosen if int.from_bytes(
        hashlib.sha256(program.name.encode()).digest()[:4], "big") % share == 0]


def number(text):
    """A line's count as gcov prints it."""
    return None if text in ("", "-") else 0 if text[0] in "#=" else int(text)


def annotations(source):
    """Line -> the count that the test says, None: none."""
    found = {}
    for at, line in enumerate(read(source).split("\n"), 1):
        count = ANNOTATION.search(line)
        if count:
            found[at] = number(count[1])
    return found
