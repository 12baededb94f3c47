#!/usr/bin/env python3
"""Check that includes run one way, and that file names are unique.

usage: layers.py ROOT

Each room of the tree names the rooms that it may include.  Prints each include
that runs another way, and each name that two source files have.
"""
import collections
import glob
import os
import re
import sys

ABI = "include/edgeprof/abi.h"
BASE = ["core/base", ABI]
GRAPH = ["core/graph", *BASE]
FORMAT = ["core/format", *GRAPH]
PROFILE = ["core/profile", *FORMAT]
EMIT = ["core/emit", *FORMAT]
SHOW = ["prof-show", "tool", *PROFILE]
MAY_INCLUDE = {
    "include/edgeprof": [],
    "core/base": BASE,
    "core/graph": GRAPH,
    "core/format": FORMAT,
    "core/profile": PROFILE,
    "core/emit": EMIT,
    "core/weights": ["core/emit/weights.h", *PROFILE],
    "rt": ["rt", "include/edgeprof"],
    "loader": [],
    "gcc-plugin": ["gcc-plugin", *EMIT],
    "clang-pass": ["clang-pass", *EMIT],
    "tool": ["tool", *PROFILE],
    "prof-merge": ["prof-merge", "tool", *PROFILE],
    "prof-show": SHOW,
    "prof-show/reports": SHOW,
    "prof-show/exports": SHOW,
    "prof-show/gates": SHOW,
    "prof-show/html": SHOW,
}
# Where an include's name is looked for, beside the folder of the file.
BASES = ["include", "core", "prof-show", ""]


def resolve(root, folder, name):
    """The project's file that `name` means in `folder`, or None."""
    for base in (folder, *BASES):
        path = os.path.normpath(os.path.join(base, name))
        if os.path.isfile(os.path.join(root, path)):
            return path
    return None


def wrong_includes(root):
    """Yield (file, included file), and None once for each include checked."""
    for folder, allowed in MAY_INCLUDE.items():
        for path in sorted(glob.glob(os.path.join(root, folder, "*.[ch]*"))):
            with open(path, encoding="utf-8") as text:
                names = re.findall(r'#include [<"]([^>"]+)[>"]', text.read())
            for name in names:
                target = resolve(root, folder, name)
                if not target:
                    continue
                yield None
                if not any(target == room or os.path.dirname(target) == room or
                           target.startswith(room + "/") for room in allowed):
                    yield os.path.relpath(path, root), target


def shared_names(root):
    """Yield the paths of source files that have one name."""
    named = collections.defaultdict(list)
    for folder in MAY_INCLUDE:
        for path in glob.glob(os.path.join(root, folder, "*.[ch]*")):
            named[os.path.basename(path)].append(os.path.relpath(path, root))
    return [sorted(paths) for paths in named.values() if len(paths) > 1]


def main(root):
    found = list(wrong_includes(root))
    wrong = [pair for pair in found if pair]
    for path, target in wrong:
        print(f"{path} includes {target}")
    shared = shared_names(root)
    for paths in shared:
        print("one name, several files:", *paths)
    return 1 if wrong or shared or len(found) == len(wrong) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
