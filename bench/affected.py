#!/usr/bin/env python3
"""How often `prof-show tests --affected` misses a test: over the history of a real
repository, and over mutants of the lines that it changed.

usage: affected.py [-n COMMITS] [-m MUTANTS] [-j JOBS] BUILD WORK [REPOSITORY]

BUILD is edgeprof's build tree, WORK a folder for what is made.  REPOSITORY is cJSON's, a
clone or an address: its tests are programs of their own.

For each of the last COMMITS commits that change the library or its tests: the parent is
built with counters, its tests run under their names, and their profile asked for what the
commit affects.  The commit's tests then run as they are; each that the parent has and
whose result (status and output) differs must have been chosen.  Likewise for MUTANTS of
each commit: the parent, with one of the lines that the commit changes made wrong.

Prints a line for each commit, and the sums.  Exit status 1 if a test was missed.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

URL = "https://github.com/DaveGamble/cJSON"
SOURCES = ["cJSON.c", "cJSON.h", "cJSON_Utils.c", "cJSON_Utils.h", "tests/*.c", "tests/*.h"]
WITH_UTILS = ("patch", "utils")


def call(*args, **options):
    return subprocess.run(list(map(str, args)), capture_output=True, errors="replace",
                          **options)


def git(where, *args):
    done = call("git", "-C", where, *args)
    if done.returncode:
        sys.exit(f"git {' '.join(args)}: {done.stderr}")
    return done.stdout


def names(where):
    found = os.listdir(f"{where}/tests") if os.path.isdir(f"{where}/tests") else []
    return sorted(f[:-2] for f in found if f.endswith(".c") and "unity" not in f)


def build_one(where, out, name, flags):
    sources = [f"tests/{name}.c", f"{out}.unity.o"]
    if any(word in name for word in WITH_UTILS):
        sources += ["cJSON_Utils.c"] + ([] if "misc" in name else ["cJSON.c"])
    for more in ([], ["cJSON.c"]):
        done = call("cc", "-w", *flags, "-Itests", "-I.", "-Itests/unity/src",
                    "-Itests/unity/examples", *sources, *more, "-o", f"{out}/{name}", "-lm",
                    cwd=where)
        if not done.returncode:
            return None
    return done.stderr


def build(where, out, flags, jobs):
    """The tests that can be built."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    call("cc", "-w", "-c", "tests/unity/src/unity.c", "-o", f"{out}.unity.o", cwd=where)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda name: build_one(where, out, name, flags), names(where)))
    return sorted(os.listdir(out))


def results(where, out, runs=None):
    """Status and output of each test of the folder `out`."""
    told = {}
    for name in sorted(os.listdir(out)):
        env = dict(os.environ, EDGEPROF="off")
        if runs:
            env.update(EDGEPROF="", EDGEPROF_FILE=f"{runs}/%p.prof", EDGEPROF_LABEL=name)
        try:
            done = call(f"{out}/{name}", cwd=f"{where}/tests", env=env, timeout=20)
            # Where a test of unity is in the file is no result.
            text = re.sub(r"^(\S*?\.c):\d+:", r"\1:", done.stdout, flags=re.M)
            told[name] = done.returncode, text
        except subprocess.TimeoutExpired:
            told[name] = "timeout", ""
    return told


def chosen(tools, where, profile):
    done = call(f"{tools}/prof-show", "tests", "--affected", "HEAD", "--format", "ctest",
                "--source-root", where, profile)
    if done.returncode:
        sys.exit(done.stderr)
    pattern = re.compile(done.stdout.strip())
    return lambda name: pattern.search(name) is not None


SWAPS = [(" == ", " != "), (" != ", " == "), (" < ", " >= "), (" > ", " <= "),
         (" && ", " || "), (" || ", " && "), ("true", "false"), ("false", "true"),
         (" + ", " - "), (" - ", " + "), ("NULL", "((void*)1)"), ("0", "1")]


def mutants(where, commit):
    """(file, line, text): lines that COMMIT changes, each made wrong once."""
    made = []
    path = None
    for text in git(where, "diff", "--unified=0", "--no-prefix", "HEAD", commit, "--",
                    "cJSON.c", "cJSON_Utils.c").split("\n"):
        if text.startswith("--- "):
            path = text[4:]
        hunk = re.match(r"@@ -(\d+)(?:,(\d+))? ", text)
        if not hunk or not os.path.exists(f"{where}/{path}"):
            continue
        first, n = int(hunk[1]), int(hunk[2] or 1)
        with open(f"{where}/{path}", encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().split("\n")
        # Of what is only put in, the lines around it.
        for line in range(first, first + max(n, 2)):
            old = lines[line - 1] if line <= len(lines) else ""
            for a, b in SWAPS:
                if a in old and not old.lstrip().startswith(("/", "*", "#")):
                    made.append((path, line, old.replace(a, b, 1)))
                    break
    return made


def spread(items, n):
    return items[::max(1, len(items) // n)][:n] if n else []


def compare(before, after, is_chosen):
    """(tests that changed, those that were missed, those chosen)."""
    both = sorted(set(before) & set(after))
    changed = [name for name in both if before[name] != after[name]]
    return (changed, [name for name in changed if not is_chosen(name)],
            [name for name in both if is_chosen(name)])


class Sums:
    def __init__(self):
        self.steps = self.changed = self.missed = self.chosen = self.tests = 0

    def add(self, what, before, after, is_chosen):
        changed, missed, picked = compare(before, after, is_chosen)
        self.steps += 1
        self.changed += len(changed)
        self.missed += len(missed)
        self.chosen += len(picked)
        self.tests += len(before)
        print(f"{what}: {len(changed)} changed, {len(picked)} of {len(before)} chosen"
              + (f", MISSED {' '.join(missed)}" if missed else ""), flush=True)

    def text(self, what):
        return (f"{what}: {self.steps}; results that changed: {self.changed}, missed:"
                f" {self.missed}; chosen: {self.chosen} of {self.tests} tests")


def one_commit(options, where, commit, sums):
    out, runs = f"{options.work}/bin", f"{options.work}/runs"
    plugin = f"{options.build}/lib/edgeprof/edgeprof.so"
    git(where, "checkout", "-qf", f"{commit}^")
    git(where, "clean", "-qfd")
    build(where, out, ["-O0", "-g", f"-fplugin={plugin}"], options.jobs)
    shutil.rmtree(runs, ignore_errors=True)
    before = results(where, out, runs)
    if not before:
        return
    profile = f"{options.work}/before.prof"
    done = call(f"{options.tools}/prof-merge", "-q", "-o", profile, runs)
    if done.returncode:
        sys.exit(done.stderr)
    for path, line, text in spread(mutants(where, commit), options.mutants):
        with open(f"{where}/{path}", encoding="utf-8", errors="surrogateescape") as file:
            old = file.read()
        lines = old.split("\n")
        lines[line - 1] = text
        with open(f"{where}/{path}", "w", encoding="utf-8",
                  errors="surrogateescape") as file:
            file.write("\n".join(lines))
        is_chosen = chosen(options.tools, where, profile)
        build(where, f"{options.work}/after", ["-O0"], options.jobs)
        sums[1].add(f"{commit[:9]} {path}:{line}", before,
                    results(where, f"{options.work}/after"), is_chosen)
        git(where, "checkout", "-qf", "HEAD")
    git(where, "read-tree", "-u", "--reset", commit)
    is_chosen = chosen(options.tools, where, profile)
    build(where, f"{options.work}/after", ["-O0"], options.jobs)
    sums[0].add(commit[:9], before, results(where, f"{options.work}/after"), is_chosen)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("-n", type=int, default=50, dest="commits")
    parser.add_argument("-m", type=int, default=2, dest="mutants")
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("work", type=os.path.abspath)
    parser.add_argument("repository", nargs="?", default=URL)
    options = parser.parse_args()
    options.tools = f"{options.build}/bin"
    where = f"{options.work}/tree"
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(options.work, exist_ok=True)
    done = call("git", "clone", "-q", options.repository, where)
    if done.returncode:
        sys.exit(done.stderr)
    commits = git(where, "log", "--no-merges", "--format=%H", "-n", str(options.commits), "--",
                  *SOURCES).split()
    sums = Sums(), Sums()
    for commit in commits:
        one_commit(options, where, commit, sums)
    print(sums[0].text("commits"))
    print(sums[1].text("mutants"))
    return 1 if sums[0].missed + sums[1].missed else 0


if __name__ == "__main__":
    sys.exit(main())
