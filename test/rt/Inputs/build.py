#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds hand-instrumented programs (test/rt/prog) for the runtime of LIBDIR.

usage: CC=gcc-12 build.py LIBDIR OUT

Run as a program it builds those that several tests run, once, into the folder OUT;
a test builds those of its own with build().  SANITIZE in the environment is added to
the flags.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROG = os.path.join(HERE, "../prog")
INCLUDE = os.path.join(HERE, "../../../include")


def build(lib, out, source, *flags):
    if not {"-static", "-static-pie"} & set(flags):  # sanitizers cannot
        flags = [*flags, *os.environ.get("SANITIZE", "").split()]
    subprocess.run([os.environ["CC"], "-O1", "-g", "-Wall",
                    "-Wno-prio-ctor-dtor", "-I", INCLUDE,
                    f'-DRT_PATH="{lib}/libedgeprof_rt.so"', *flags, "-o", out,
                    f"{PROG}/{source}", "-pthread"], check=True)


def build_all(lib, out, static=True):
    def program(name, source, *flags):
        build(lib, f"{out}/{name}", source, *flags)

    rt = f"{lib}/libedgeprof_rt.so"
    shared = ["-shared", "-fPIC"]
    archive = ["-DSTATIC", f"{lib}/libedgeprof_rt.a", "-Wl,--build-id"]
    program("main", "main.c", "-fPIE", "-pie", "-rdynamic")
    program("main-big", "main.c", "-fPIE", "-pie", "-DN_COUNTERS=100000")
    program("main-nopie", "main.c", "-fno-pie", "-no-pie")
    if static:
        program("main-static", "main.c", "-static", *archive)
        program("main-static-pie", "main.c", "-fPIE", "-static-pie", *archive)
    program("main-linked", "main.c", rt, f"-Wl,-rpath,{lib}")
    program("main-shared", "main.c", "-DSHARED")
    program("main-atomic", "main.c", "-DATOMIC")
    program("main-noid", "main.c", "-Wl,--build-id=none")
    program("main-absent", "main.c", '-URT_PATH', '-DRT_PATH="/nowhere.so"')
    program("library.so", "library.c", *shared)
    program("flushes.so", "library.c", "-DFLUSHES", *shared)
    program("other.so", "library.c", *shared, "-DOTHER")
    program("threads.so", "threads.c", *shared)
    program("early.so", "early.c", *shared, "-DLIBRARY")


if __name__ == "__main__":
    os.makedirs(sys.argv[2], exist_ok=True)
    build_all(*map(os.path.abspath, sys.argv[1:]))
