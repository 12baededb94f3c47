#!/usr/bin/env python3
"""Check that includes and the runtime's calls run one way, and that file names
are unique.

usage: layers.py ROOT

Each room of the tree, or a file in it, names the rooms and files that it may
include, and no two modules of core or of the tools include each other, by way of
others neither: a module is the files of a
room whose names have one beginning (counts.c, counts_raw.c, counts_read.h).
A file of rt uses functions and variables of those before it in RUNTIME only.
Prints each include and each use that runs another way, each circle, and each name
that two source files have.
"""
import collections
import glob
import os
import re
import sys

ABI = "include/edgeprof/abi.h"
INCREMENT = "include/edgeprof/increment_x86_64.h"
CALL = "include/edgeprof/call_x86_64.h"
BASE = ["core/base", ABI]
GRAPH = ["core/graph", *BASE]
FORMAT = ["core/format", *GRAPH]
PROFILE = ["core/profile", *FORMAT, INCREMENT]
EMIT = ["core/emit", *FORMAT]
CODE = ["core/code", *FORMAT]
SHOW = ["prof-show", "tool", *PROFILE]
GATES = ["prof-show/gates", *SHOW]
MAY_INCLUDE = {
    "include/edgeprof": [ABI, "include/edgeprof/edgeprof.h"],
    "core/base": BASE,
    "core/graph": GRAPH,
    "core/format": FORMAT,
    "core/profile": PROFILE,
    "core/emit": EMIT,
    "core/emit/start": [ABI, INCREMENT],
    "core/code": [*CODE, INCREMENT],
    "core/weights": PROFILE,
    "rt": ["rt", "include/edgeprof"],
    "rt/alone": ["rt/alone", ABI, CALL],
    "loader": [],
    "gcc-plugin": ["gcc-plugin", *EMIT],
    "clang-pass": ["clang-pass", *EMIT],
    "tool": ["tool", *PROFILE],
    "prof-merge": ["prof-merge", "prof-merge/imports", "tool", *PROFILE],
    "prof-merge/imports": ["prof-merge/imports", *FORMAT],
    "prof-patch": ["prof-patch", "tool", *PROFILE, *CODE, CALL],
    "prof-run": ["prof-run", "tool", "core/code/place.h", *PROFILE],
    "prof-show": SHOW,
    # The command line is where the rooms meet: it takes what gates want.
    "prof-show/show_args.h": GATES,
    "prof-show/show_args.c": GATES,
    "prof-show/show_check.h": GATES,
    "prof-show/show_check.c": GATES,
    "prof-show/listing.c": ["core/code/insn.h", *SHOW],
    "prof-show/reports": ["prof-show/reports", *SHOW],
    "prof-show/exports": ["prof-show/exports", *SHOW],
    "prof-show/gates": GATES,
    # A page says what gates say of it.
    "prof-show/html": ["prof-show/html", *GATES],
}
CIRCLE_FREE = ["core", "prof-merge", "prof-patch", "prof-run", "prof-show", "tool"]
# The runtime's files, lowest first.
RUNTIME = """
    rt_arch_x86_64.c rt_string.c rt_os_linux.c rt_proc_linux.c rt_handler_linux.c rt_timer_linux.c rt_shared_linux.c rt_libc.c
    rt_state.c rt_env.c
    rt_spare.c rt_file.c rt_laps.c rt_ring.c
    rt_space.c rt_region.c
    rt_elf.c rt_patch.c rt_module.c rt_break.c
    rt_changed.c rt_part.c
    rt_crash.c rt_time.c rt_signals.c rt_fork.c rt_threads.c
    rt_frames.c rt_pool.c rt_sum.c rt_pack.c rt_write.c rt_snapshot.c rt_exec.c
    rt_divert.c
    rt_start.c
    rt_api.c
""".split()
# Where an include's name is looked for, beside the folder of the file.
BASES = ["include", "core", "prof-show", ""]


def resolve(root, folder, name):
    """The project's file that `name` means in `folder`, or None."""
    for base in (folder, *BASES):
        path = os.path.normpath(os.path.join(base, name))
        if os.path.isfile(os.path.join(root, path)):
            return path
    return None


def includes(root):
    """Yield (what is allowed, file, included file of the project)."""
    for folder, allowed in MAY_INCLUDE.items():
        for path in sorted(glob.glob(os.path.join(root, folder, "*.[ch]*"))):
            with open(path, encoding="utf-8") as text:
                names = re.findall(r'#include [<"]([^>"]+)[>"]', text.read())
            path = os.path.relpath(path, root)
            for name in names:
                target = resolve(root, folder, name)
                if target:
                    yield MAY_INCLUDE.get(path, allowed), path, target


def is_wrong(allowed, target):
    return target not in allowed and os.path.dirname(target) not in allowed


def module_of(path):
    folder, name = os.path.split(path)
    return folder + "/" + re.split(r"[_.]", name)[0]


def circles(edges):
    """The modules of CIRCLE_FREE that reach themselves by `edges`, (from, to)."""
    reached = collections.defaultdict(set)
    for start, target in edges:
        if start.split("/")[0] in CIRCLE_FREE and start != target:
            reached[start].add(target)
    for through in list(reached):
        for start in list(reached):
            if through in reached[start]:
                reached[start] |= reached[through]
    return sorted(start for start in reached if start in reached[start])


def code(path):
    """The text of a C file without comments, includes, attributes, and strings
    that are a name."""
    with open(path, encoding="utf-8") as text:
        return re.sub(r"/\*.*?\*/|//[^\n]*|#include[^\n]*|\"\w*\"|"
                      r"__attribute__\(\(.*?\)\)\s*", "", text.read(), flags=re.S)


def defined(text):
    """The names that TEXT defines for other files."""
    before = r"^((?:\w[\w *]*[ *])?)"
    function = before + r"(\w+)\([^;{}]*\)\s*\{"
    variable = before + r"\(?\*?(\w+)(?:\[\w*\]|\))?(?:;| =)"
    return {name for pattern in (function, variable)
            for before, name in re.findall(pattern, text, re.M)
            if not (name.isupper() or
                    re.search(r"\b(static|extern|typedef)\b", before))}


def wrong_uses(root):
    """Yield what in the runtime's files is used by files below them."""
    paths = glob.glob(os.path.join(root, "rt", "*.c"))
    for name in {os.path.basename(path) for path in paths} ^ set(RUNTIME):
        yield f"rt/{name} is not in the list of the runtime's files, or not there"
        return
    texts = [code(os.path.join(root, "rt", name)) for name in RUNTIME]
    words = [set(re.findall(r"\w+", text)) for text in texts]
    for high, text in enumerate(texts):
        for low in range(high):
            for name in sorted(words[low] & defined(text)):
                yield f"rt/{RUNTIME[low]} uses {name} of rt/{RUNTIME[high]}"


def shared_names(root):
    """Yield the paths of source files that have one name."""
    named = collections.defaultdict(list)
    for folder in MAY_INCLUDE:
        for path in glob.glob(os.path.join(root, folder, "*.[ch]*")):
            named[os.path.basename(path)].append(os.path.relpath(path, root))
    return [sorted(paths) for paths in named.values() if len(paths) > 1]


def main(root):
    found = list(includes(root))
    wrong = [(path, target) for allowed, path, target in found
             if is_wrong(allowed, target)]
    for path, target in wrong:
        print(f"{path} includes {target}")
    circular = circles({(module_of(path), module_of(target))
                        for _, path, target in found})
    if circular:
        print("include each other:", *circular)
    uses = list(wrong_uses(root))
    for use in uses:
        print(use)
    shared = shared_names(root)
    for paths in shared:
        print("one name, several files:", *paths)
    return 1 if wrong or circular or uses or shared or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
