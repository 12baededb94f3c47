"""The ways to count that are compared: flags, levels, and what a run leaves."""
import glob
import os
from typing import NamedTuple

import programs

BOTH = ("-O2", "-O0")


class Contender(NamedTuple):
    name: str
    flags: str
    levels: tuple = ("-O2",)
    options: str = ""       # EDGEPROF_OPTIONS at compile time
    cplusplus: bool = False  # for C++ programs alone


COVERAGE = "-fprofile-instr-generate -fcoverage-mapping"
# The inline functions of the C++ library, which gcov counts and edgeprof by
# default does not.
SYSTEM = {"options": "system-headers=yes", "cplusplus": True}
GCC = [
    Contender("gcov", "--coverage", BOTH),
    Contender("gcov atomic", "--coverage -fprofile-update=atomic"),
]
CLANG = [
    Contender("coverage", COVERAGE, BOTH),
    Contender("coverage atomic", COVERAGE + " -fprofile-update=atomic"),
    Contender("ir pgo", "-fprofile-generate"),
]


def contenders(compiler, level="-O2", cplusplus=False):
    """All that COMPILER offers at LEVEL; the first is the plain build."""
    plugin = programs.plugin_flag(compiler)
    every = [Contender("plain", "", BOTH), Contender("edgeprof", plugin, BOTH),
             Contender("edgeprof, system headers", plugin, **SYSTEM),
             Contender("edgeprof, mcdc", plugin, options="mcdc=yes"),
             Contender("edgeprof, trace=ring", plugin, options="trace=ring"),
             *(GCC if compiler.startswith("gcc") else CLANG)]
    return [c for c in every
            if level in c.levels and (cplusplus or not c.cplusplus)]


def run_environment(folder):
    """Where a counted program in FOLDER writes; gcov's name their own place."""
    return {**os.environ, "EDGEPROF_FILE": f"{folder}/runs/%p",
            "LLVM_PROFILE_FILE": f"{folder}/runs/%p"}


def run_files(folder):
    """What the runs so far have left."""
    return (glob.glob(f"{folder}/runs/*") +
            glob.glob(f"{folder}/**/*.gcda", recursive=True))


def clear(folder):
    for path in run_files(folder):
        os.remove(path)


def size_of(paths):
    return sum(os.path.getsize(path) for path in paths)
