#!/usr/bin/env python3
"""Compile every header of core and include/ alone, as C11 and as C++17.

usage: headers.py ROOT GCC GXX
"""
import glob
import subprocess
import sys


def main(root, gcc, gxx):
    headers = sorted(glob.glob(root + "/core/*/*.h") +
                     glob.glob(root + "/include/edgeprof/*.h"))
    failed = 0
    for header in headers:
        for language in ([gcc, "-std=c11", "-x", "c"],
                         [gxx, "-std=c++17", "-x", "c++"]):
            failed += subprocess.run(
                [*language, "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                 "-I", root + "/include", "-I", root + "/core", "-include", header, "/dev/null"],
                check=False).returncode != 0
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
