#!/usr/bin/env python3
"""Compile every header of core and include/ alone, as C11 and as C++17; those for
test frameworks as C++17 only.

usage: headers.py ROOT GCC GXX
"""
import glob
import os
import subprocess
import sys

FRAMEWORKS = "catch2.h", "doctest.h", "gtest.h"


def main(root, gcc, gxx):
    headers = sorted(glob.glob(root + "/core/*/*.h") +
                     glob.glob(root + "/include/edgeprof/*.h"))
    failed = 0
    for header in headers:
        languages = [[gxx, "-std=c++17", "-x", "c++"]]
        if os.path.basename(header) not in FRAMEWORKS:
            languages.append([gcc, "-std=c11", "-x", "c"])
        for language in languages:
            failed += subprocess.run(
                [*language, "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                 "-I", root + "/include", "-I", root + "/core", "-include", header, "/dev/null"],
                check=False).returncode != 0
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
