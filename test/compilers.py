"""The compilers that a build tree's tests use, as CMake wrote them down.

BUILD/test/compilers.json: `tested`, all of them by name (gcc-12, clang-14); `last`, those of
them of which -O2 is enough; `gcc` and `clang`, the one of each where one is enough; `tools`, the folder of an LLVM's tools;
`rustc` and `rust`, its path and release ("": there is none that has an adapter).
"""
import json
import os


def read(build):
    with open(os.path.join(build, "test", "compilers.json"),
              encoding="utf-8") as text:
        return json.load(text)


def tested(build, kind=""):
    """All whose name begins with KIND; rustc only if that is asked for."""
    if kind == "rustc":
        return [rustc(build)[0]] if read(build)["rust"] else []
    return [name for name in read(build)["tested"] if name.startswith(kind)]


def levels(build, compiler, every):
    """Those of the levels EVERY, which have -O2, at which COMPILER is tested."""
    return ["-O2"] if compiler in read(build)["last"] else every


def gcc(build):
    return read(build)["gcc"]


def clang(build):
    return read(build)["clang"]


def newest(build, kind):
    """The compiler of that KIND with the highest version."""
    return max(tested(build, kind), key=lambda name: int(name.split("-")[1]))


def rustc(build):
    """Its name, as rustc-1.63, and path."""
    return "rustc-" + read(build)["rust"], read(build)["rustc"]


def tool(build, name):
    """One of LLVM's tools."""
    return os.path.join(read(build)["tools"], "bin", name)


def driver(compiler, source):
    """The compiler's driver for the language of SOURCE."""
    if not source.endswith((".cc", ".C", ".cpp")):
        return compiler
    return compiler.replace("gcc", "g++").replace("clang", "clang++")
