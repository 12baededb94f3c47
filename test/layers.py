#!/usr/bin/env python3
"""Check that includes run one way, and that no *_compat matter leaks.

usage: layers.py ROOT

tools, adapters -> core -> include/edgeprof/abi.h; rt -> abi.h and edgeprof.h;
the adapters never meet.  Prints each include that runs another way.
"""
import glob
import os
import re
import sys

MAY_INCLUDE = {
    "include/edgeprof": [],
    "core": ["core", "include/edgeprof/abi.h"],
    "rt": ["rt", "include/edgeprof"],
    "loader": [],
    "gcc-plugin": ["gcc-plugin", "core", "include/edgeprof/abi.h"],
    "clang-pass": ["clang-pass", "core", "include/edgeprof/abi.h"],
    "tool": ["tool", "core", "include/edgeprof/abi.h"],
    "prof-merge": ["prof-merge", "tool", "core", "include/edgeprof/abi.h"],
    "prof-show": ["prof-show", "tool", "core", "include/edgeprof/abi.h"],
}


def resolve(root, folder, name):
    """The project's file that `name` means in `folder`, or None."""
    for base in (folder, "include", "core", "tool"):
        path = os.path.normpath(os.path.join(base, name))
        if os.path.exists(os.path.join(root, path)):
            return path
    return None


def main(root):
    wrong = checked = 0
    for folder, allowed in MAY_INCLUDE.items():
        for path in sorted(glob.glob(os.path.join(root, folder, "*.[ch]*"))):
            with open(path, encoding="utf-8") as text:
                names = re.findall(r'#include [<"]([^>"]+)[>"]', text.read())
            for name in names:
                target = resolve(root, folder, name)
                checked += target is not None
                if target and not any(target == a or target.startswith(a + "/")
                                      for a in allowed):
                    wrong += 1
                    print(f"{os.path.relpath(path, root)} includes {target}")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
