"""How the programs of test/run are made and run: what their own RUN lines say.

Shared by gcov.py and coverage.py.
"""
import glob
import os
import re

from variants import compilers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# What stands for flags there: (GCC's, Clang's).
STANDS = {"%openmp": ("", ""), "%coroutines": ("-fcoroutines", "-stdlib=libstdc++"),
          "%noaliases": ("", "")}


def openmp_library(build):
    """Where clang finds the one that the tests use: one version's serves all."""
    library = os.path.join(compilers.read(build)["tools"], "lib")
    return ["-L" + library, "-Wl,-rpath," + library]


def read(test):
    with open(test, encoding="utf-8") as text:
        return text.read()


def flags_of(test, compiler, build=None):
    """The flags of the first RUN line that makes prog of TEST alone, or None.  Clang needs
    BUILD for OpenMP."""
    kind = compiler.split("-")[0]
    text = read(test)
    if re.search(r"REQUIRES: (?!%s)(gcc|clang)\b" % kind, text):
        return None
    for found in re.finditer(r"RUN: .*%c(?:c|xx) (.*)-o prog(.*)", text):
        words = (found[1] + found[2].split("&&")[0]).split()
        if "%s" not in words or any(w[0] in "<>2" or "%" in w and w not in (
                "%s", *STANDS) for w in words) or any(
                    w.endswith((".o", ".so")) or w[:2] == "-l" for w in words):
            return None
        flags = [STANDS.get(w, (w, w))[kind == "clang"] for w in words
                 if w != "%s" and not w.startswith("-O")]
        if build and kind == "clang" and "-fopenmp" in flags:
            flags += openmp_library(build)
        return [flag for flag in flags if flag] + [f"-I{ROOT}/include"]
    return None


def arguments_of(test):
    """With which TEST is run first; None: not by itself, or in a way that a shell knows."""
    found = re.search(r"RUN: .*?\./prog\b([^&|<>;\n]*)", read(test))
    return None if not found or re.search(r"[$%*\"']", found[1]) else found[1].split()


def all_tests(without):
    return [test for test in sorted(glob.glob(os.path.join(ROOT, "test/run/*.c*")))
            if os.path.basename(test) not in without]
