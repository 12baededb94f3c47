#!/usr/bin/env python3
"""How often `prof-show tests --affected` misses a test: over the last commits of a real
repository, and over mutants of the lines that they changed.

usage: affected.py [-n STEPS] [-m MUTANTS] BUILD WORK [RECIPE REPOSITORY]

BUILD is edgeprof's build tree, WORK a folder for what is made: what a call before, perhaps an
interrupted one, has left there is not made again.  REPOSITORY is a clone or an address, RECIPE a
shell file that says how to build and test it; without them it is edgeprof's own history, by
affected.sh beside this script, which says what a recipe has.

Each of the last STEPS steps of the branch, as `git log --first-parent` has them, that change
the recipe's `sources` is built with counters, as is the state before the first, and its tests
run under their names.  Each test that both have and whose result (status and output) differs must
be chosen by the profile of the state before.  Likewise for each step with the files of tests as
they were before, since most that it changes in them is new, and for MUTANTS of each step: the
state before, with one of the lines that the step changes made wrong.

Prints a line for each, and the sums.  Exit status 1 if a test was missed.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 124  # what timeout(1) says


def git(where, *args):
    done = subprocess.run(["git", "-C", where, *args], capture_output=True, check=False,
                          errors="surrogateescape")
    if done.returncode:
        sys.exit(f"git {' '.join(args)}: {done.stderr}")
    return done.stdout


class Project:
    """A clone whose states are built in place, one after the other."""

    def __init__(self, options):
        self.recipe = os.path.abspath(options.recipe)
        self.tree, self.work = f"{options.work}/tree", options.work
        self.tools, self.jobs = f"{options.build}/bin", options.jobs
        plugin = f"{options.build}/lib/edgeprof/edgeprof.so"
        self.env = {**os.environ, "FLAGS": f"-O0 -g -fplugin={plugin}", "EDGEPROF": "off",
                    "LC_ALL": "C.UTF-8", "CC": options.gcc,
                    "CXX": options.gcc.replace("gcc", "g++")}
        self.built = None  # the revision that is, as nothing but it is in the tree
        os.makedirs(options.work, exist_ok=True)
        if not os.path.isdir(self.tree):
            subprocess.run(["git", "clone", "-q", options.repository, self.tree], check=True)
        self.sources = self.shell('echo "$sources"')[1].split()

    def shell(self, words, *args, limit="600", **variables):
        """(status, output) of WORDS behind the recipe."""
        done = subprocess.run(["timeout", limit, "sh", "-c", f'. "{self.recipe}"; {words}', "sh",
                               *args], cwd=self.tree, env={**self.env, **variables},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, errors="replace")
        return done.returncode, done.stdout

    def steps(self, n):
        head = self.kept("head", lambda: git(self.tree, "rev-parse", "HEAD").strip())
        return git(self.tree, "log", "--first-parent", "--format=%H", "-n", str(n), head, "--",
                   *self.sources).split()[::-1]

    def kept(self, name, make):
        """What MAKE returns, or returned in an earlier call of this script."""
        path = f"{self.work}/{name}.json"
        if not os.path.exists(path):
            made = make()
            with open(f"{path}.new", "w", encoding="utf-8") as file:
                json.dump(made, file)
            os.rename(f"{path}.new", path)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def go(self, revision):
        """Checks it out and builds it.  False if it cannot be built."""
        if self.built != revision:
            self.built = None
            git(self.tree, "checkout", "-qf", revision)
            if not self.build():
                return False
            self.built = revision
        return True

    def build(self):
        """Of the tree as it is."""
        status, said = self.shell("build", limit="0")  # none
        if status:
            print(said[-2000:], file=sys.stderr)
        return not status

    def tests(self):
        return sorted(set(self.shell("tests")[1].split("\n")) - {""})

    def run(self, test, **variables):
        """Its result."""
        status, said = self.shell('run "$1"', test, **variables)
        return [status, "" if status == TIMEOUT else said]

    def results(self, tests):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return dict(zip(tests, pool.map(self.run, tests)))

    def counted(self, tests, profile):
        """The results of TESTS, which leave PROFILE."""
        runs = f"{self.work}/runs"
        shutil.rmtree(runs, ignore_errors=True)
        os.makedirs(runs)

        def run(test):
            return self.run(test, EDGEPROF="", EDGEPROF_LABEL=test,
                            EDGEPROF_FILE=f"{runs}/%m.prof")

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            told = dict(zip(tests, pool.map(run, tests)))
        subprocess.run([f"{self.tools}/prof-merge", "-q", "-o", profile, runs], check=True)
        return told

    def chosen(self, profile, revision):
        """By PROFILE, of REVISION, for the tree as it is; and changed files it does not know."""
        done = subprocess.run([f"{self.tools}/prof-show", "tests", "--affected", revision,
                               "--format", "json", "--source-root", self.tree, profile],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
                              cwd=self.tree)
        told = json.loads(done.stdout)
        return {test["test"] for test in told["affected"]}, set(told["unknown"])


SWAPS = [(" == ", " != "), (" != ", " == "), (" < ", " >= "), (" > ", " <= "),
         (" && ", " || "), (" || ", " && "), ("true", "false"), ("false", "true"),
         (" + ", " - "), (" - ", " + "), ("NULL", "((void*)1)"), ("0", "1")]


def wrong(text):
    """TEXT with one thing wrong; None if there is nothing in it."""
    if text.lstrip().startswith(("/", "*", "#")):
        return None
    return next((text.replace(a, b, 1) for a, b in SWAPS if a in text), None)


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read().split("\n")


def mutants(project, before, after, n):
    """(file, line, text): N of the lines that the step changes, each made wrong once."""
    made, path = [], ""
    for text in git(project.tree, "diff", "--unified=0", "--no-prefix", before, after, "--",
                    *project.sources).split("\n"):
        if text.startswith("--- "):
            path = text[4:]
        hunk = re.match(r"@@ -(\d+)(?:,(\d+))? ", text)
        if not hunk or not re.search(r"\.(c|cc|cpp)$", path):
            continue
        lines = git(project.tree, "show", f"{before}:{path}").split("\n")
        # Of what is only put in, the lines around it.
        first, size = int(hunk[1]), max(int(hunk[2] or 1), 2)
        for line in range(max(first, 1), min(first + size, len(lines) + 1)):
            bad = wrong(lines[line - 1])
            if bad is not None:
                made.append((path, line, bad))
    return made[::max(1, len(made) // n)][:n] if n else []


class State:
    """One that is built, with its tests' results and profile."""

    def __init__(self, project, revision):
        self.revision = revision
        self.profile = f"{project.work}/{revision}.prof"

        def make():
            return project.counted(project.tests(), self.profile) if project.go(revision) else {}

        self.results = project.kept(revision, make)


def judge(project, before, after):
    """What the tree, in which the tests say AFTER, has changed since the state BEFORE."""
    picked, unknown = project.chosen(before.profile, before.revision)
    both = sorted(set(before.results) & set(after))
    changed = [test for test in both if before.results[test] != after[test]]
    missed = [test for test in changed if test not in picked]
    # A test that is a file, of which no profile knows, and that has changed itself.
    own = [test for test in missed if any(test in path for path in unknown)]
    # A test whose result is another each time shows nothing.
    missed = [test for test in missed if test not in own and
              all(project.run(test) != before.results[test] for _ in range(3))]
    return {"tests": len(both), "chosen": len(picked & set(both)), "changed": changed, "own": own,
            "missed": missed}


class Sums:
    def __init__(self, what):
        self.what = what
        self.steps = self.changed = self.missed = self.chosen = self.tests = self.own = 0

    def add(self, name, found):
        """What judge() found; None if there was nothing to judge."""
        if not found:
            return
        changed, own, missed = found["changed"], found["own"], found["missed"]
        self.steps += 1
        self.changed += len(changed)
        self.missed += len(missed)
        self.own += len(own)
        self.chosen += found["chosen"]
        self.tests += found["tests"]
        print(f"{name}: {len(changed)} changed, {found['chosen']} of {found['tests']} chosen"
              + (f", changed themselves: {' '.join(own)}" if own else "")
              + (f", MISSED {' '.join(missed)}" if missed else ""), flush=True)

    def text(self):
        return (f"{self.what}: {self.steps}; results that changed: {self.changed}, missed:"
                f" {self.missed}; chosen: {self.chosen} of {self.tests} runs of tests"
                + (f"; not chosen, as they changed themselves: {self.own}" if self.own else ""))


def try_step(project, before, after):
    if before.results and after.results and project.go(after.revision):
        return judge(project, before, after.results)
    return None


def try_old_tests(project, before, after):
    """The step AFTER, with the files that are tests as they were BEFORE."""
    if not before.results or not after.results:
        return None
    files = git(project.tree, "diff", "--name-only", "--diff-filter=M", before.revision,
                after.revision).split("\n")
    files = {test: [file for file in files if test in file] for test in before.results}
    files = {test: old for test, old in files.items() if old}
    if not project.go(after.revision):
        return None
    if not files:
        return judge(project, before, after.results)
    project.built = None
    git(project.tree, "checkout", before.revision, "--", *sum(files.values(), []))
    if not project.build():
        return None
    return judge(project, before, {**after.results, **project.results(files)})


def try_mutant(project, before, path, line, text):
    git(project.tree, "checkout", "-qf", before.revision)
    project.built = None
    lines = read(f"{project.tree}/{path}")
    lines[line - 1] = text
    with open(f"{project.tree}/{path}", "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write("\n".join(lines))
    return judge(project, before, project.results(before.results)) if project.build() else None


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("-n", type=int, default=50, dest="steps")
    parser.add_argument("-m", type=int, default=1, dest="mutants")
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("work", type=os.path.abspath)
    parser.add_argument("recipe", nargs="?", default=f"{HERE}/affected.sh")
    parser.add_argument("repository", nargs="?", default=os.path.dirname(HERE))
    options = parser.parse_args()
    project = Project(options)
    sums = steps, old, mutated = Sums("steps"), Sums("with old tests"), Sums("mutants")
    before = None
    for step in project.steps(options.steps):
        name = step[:9]
        # What is between two steps has no changes to the sources.
        before = before or State(project, git(project.tree, "rev-parse", f"{step}^").strip())
        if before.results:
            for path, line, text in mutants(project, before.revision, step, options.mutants):
                where = f"{path}:{line}"
                mutated.add(f"{name} {where}", project.kept(
                    f"{step}-{where.replace('/', '-')}",
                    lambda: try_mutant(project, before, path, line, text)))
        after = State(project, step)
        steps.add(name, project.kept(f"{step}-step", lambda: try_step(project, before, after)))
        old.add(f"{name} old tests", project.kept(
            f"{step}-old", lambda: try_old_tests(project, before, after)))
        before = after
    print(*(each.text() for each in sums), sep="\n")
    return 1 if any(each.missed for each in sums) else 0


if __name__ == "__main__":
    sys.exit(main())
