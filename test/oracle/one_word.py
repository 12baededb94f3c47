#!/usr/bin/env python3
"""Projects' own tests below prof-run, as their makefiles have them: `prof-run make check`.

usage: one_word.py BUILD [--compiler C] [--again] [NAME...]
  --again: what was installed and built before

Installs edgeprof below BUILD/one-word, so that no build disturbs what runs, and builds ninja,
git and PostgreSQL from Debian's sources with it.  Of ninja `ctest` is run, of git `make test` of
t0000 to t0009, of PostgreSQL `make check`, the regression tests: alone, with EDGEPROF=off; below
prof-run --keep, with a gate that passes; and below prof-run that adds up as processes end, with a
gate that fails.

  - Each test's result, and the exit status, are those of the command alone; 2 where the gate
    fails.
  - The first sum is that of the kept runs, counter by counter, as the second reader of
    test/format adds them up, and line by line, as prof-merge does by hand.
  - What is known to be repeatable has the same counts in the second sum, which saw other runs.
  - Nothing is left behind but the kept runs.

Prints a line for each.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "bench"), os.path.join(ROOT, "test", "format")]
import programs  # noqa: E402
import projects  # noqa: E402
import reader  # noqa: E402

GIT_FLAGS = "NO_CURL=1 NO_EXPAT=1 NO_GETTEXT=1 NO_OPENSSL=1 NO_TCLTK=1 NO_PYTHON=1"
# `result`: a test's result in what the command prints.  `steady`: functions, and their files,
# that are called as often in each run.
PROJECTS = {
    "ninja": {
        "build": projects.Project(
            "ninja", "ninja-build", configure="cmake -S . -B own",
            make="cmake --build own -j2 --target ninja_test"),
        "command": "ctest --test-dir own -V",
        "result": r"Test +#\d+: (\S+) \.+[ *]*(\w+)",
        "steady": "^(main|(State|Edge|Node|Lexer|ManifestParser|Plan|DepsLog|DyndepLoader"
                  "|EvalString|BindingEnv|CLParser|DepfileParser)[A-Za-z]*::.*)",
    },
    "git": {
        "build": projects.Project("git", make=f'make -s -j2 CC="$CC" CFLAGS= {GIT_FLAGS}'),
        "command": f"make -j2 CC=false {GIT_FLAGS} -C t test"
                   " T=\"$(cd t && echo t000*.sh)\" TEST_LINT=",
        "result": r"^(ok|not ok) \d+ - (.*)",
        "steady": "^cmd__?[a-z]",
    },
    "postgresql": {
        "build": projects.Project(
            "postgresql", "postgresql-15",
            configure="./configure -q --without-readline --without-zlib"),
        "command": "make -s -C src/test/regress check",
        "result": r"^(?:test|    ) +(\S+) +\.\.\. (ok|FAILED)",
        "steady": r"^exec_simple_query |^(Define|Alter|Create|Drop)[A-Z]\w* .*/commands/",
    },
}


def install(build, again):
    prefix = f"{build}/one-word/prefix"
    if again:
        return prefix
    shutil.rmtree(prefix, ignore_errors=True)
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True,
                   stdout=subprocess.DEVNULL)
    return prefix


def made(prefix, name, compiler, folder, again):
    """The tree of a project that is built with edgeprof."""
    project = PROJECTS[name]["build"]
    if again:
        return f"{folder}/tree"
    programs.fetch([project])
    project.build(programs.source_dir(project), folder, compiler,
                  f"-O2 -fplugin={prefix}/lib/edgeprof.so", {})
    return f"{folder}/tree"


class Ran:
    """A command that has ended: its status, what it said on stderr, its tests' results."""

    def __init__(self, name, tree, prefix, **environment):
        project = PROJECTS[name]
        # PostgreSQL's server does not run as root.
        other = ["unshare", "--map-user=daemon", "--map-group=daemon"] \
            if name == "postgresql" and os.geteuid() == 0 else []
        done = subprocess.run(
            [*other, *prefix, "bash", "-c", project["command"]], cwd=tree, check=False,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            env={**os.environ, "LC_ALL": "C.UTF-8", "PGCTLTIMEOUT": "600", **environment})
        self.status, self.said = done.returncode, done.stderr
        with open(f"{tree}/../tests.log", "w", encoding="utf-8") as log:
            log.write(done.stdout + done.stderr)
        # Makefiles run scripts side by side, so that their lines mix.
        self.results = sorted(re.findall(project["result"], done.stdout, re.M))


def show(prefix, profile, *words):
    done = subprocess.run([f"{prefix}/bin/prof-show", *words, "--format", "json", profile],
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def lines_of(prefix, profile):
    return {(file["file"], line["line"]): line["count"]
            for file in show(prefix, profile, "lines")["files"] for line in file["lines"]}


def steady_of(prefix, profile, pattern):
    return sorted((row["name"], row["file"], row["calls"])
                  for row in show(prefix, profile, "functions")["functions"]
                  if re.search(pattern, f"{row['name']} {row['file']}"))


def counters_of(paths):
    """Runs, and module -> counters, added up by the second reader."""
    total = reader.Profile()
    for path in paths:
        total.add_own(reader.read(path))
    return total.runs, {key: counts for key, (_, counts, _) in total.modules.items()
                        if any(counts)}


def compare_sum(prefix, out, kept):
    """What is wrong with OUT, the sum of the runs in the folder KEPT."""
    wrong = []
    paths = sorted(path for path in glob.glob(f"{kept}/*") if os.path.isfile(path))
    sums = counters_of(paths), counters_of([out])
    if sums[0] != sums[1]:
        wrong.append(f"the second reader has {sums[0][0]} runs for {sums[1][0]}, or other counts")
    subprocess.run([f"{prefix}/bin/prof-merge", "-q", "-o", f"{kept}.hand", *paths], check=True)
    if lines_of(prefix, out) != lines_of(prefix, f"{kept}.hand"):
        wrong.append("prof-merge has other counts of lines")
    return wrong


def check(prefix, name, compiler, folder, again):
    """Print a line for a project; whether all is well."""
    tree = made(prefix, name, compiler, folder, again)
    steady = PROJECTS[name]["steady"]
    kept, first, second = (f"{folder}/{word}" for word in ("kept", "first", "second"))
    shutil.rmtree(kept, ignore_errors=True)
    run = [f"{prefix}/bin/prof-run", "-o"]
    alone = Ran(name, tree, [], EDGEPROF="off")
    passes = Ran(name, tree, [*run, first, "--keep", kept, "--fail-under-lines", "1"])
    wrong = compare_sum(prefix, first, kept)
    fails = Ran(name, tree, [*run, second, "--fail-under-lines", "99"])
    for ran, status in (passes, alone.status), (fails, alone.status or 2):
        if ran.status != status:
            wrong.append(f"exit status {ran.status}, not {status}: {ran.said[-300:]}")
        if ran.results != alone.results:
            differ = set(ran.results) ^ set(alone.results)
            wrong.append(f"other results: {sorted(differ)[:5]}")
    calls = [steady_of(prefix, path, steady) for path in (first, second)]
    differ = sorted(set(calls[0]) ^ set(calls[1]))
    if differ or not calls[0]:
        wrong.append(f"calls differ: {differ[:6]}")
    left = sorted(set(os.listdir(folder)) - {"tree", "build.log", "tests.log", "kept", "cc", "c++",
                                             "kept.hand", "first", "second"})
    if left or glob.glob(f"{tree}/prof.out*"):
        wrong.append(f"left behind: {left}")
    lines = [lines_of(prefix, path) for path in (first, second)]
    same = sum(lines[1].get(key) == count for key, count in lines[0].items())
    print(f"{name} {compiler}: {len(alone.results)} tests, status {alone.status}; "
          f"{''.join(re.findall(r'prof-run: (.* of .*): ', passes.said))}; {len(calls[0])} functions steady, "
          f"{same} of {len(lines[0])} lines; {'; '.join(wrong) or 'all right'}", flush=True)
    return bool(alone.results) and not wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--compiler", default="gcc-12")
    parser.add_argument("--again", action="store_true")
    args = parser.parse_intermixed_args()
    prefix = install(args.build, args.again)
    good = [check(prefix, name, args.compiler, f"{args.build}/one-word/{name}", args.again)
            for name in args.names or PROJECTS]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
