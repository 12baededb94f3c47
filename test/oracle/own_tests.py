#!/usr/bin/env python3
"""Programs' own tests pass counted as they do without.

usage: own_tests.py BUILD [NAME...]

Builds coreutils, git and PostgreSQL from Debian's sources, as their makefiles have it, and
has them run their own tests; then again, with the built programs and libraries counted in
their places.  Each test must have the same result, and no count be below 0 or out of balance.
Of coreutils these are the tests of its 17 programs for files, of git t0000 to t0009, of
PostgreSQL its regression tests.  Prints a line for each.
"""
import argparse
import collections
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "bench"))
import programs  # noqa: E402
import projects  # noqa: E402

# A test's result, and its name.
RESULT = re.compile(r"^(PASS|FAIL|SKIP|XFAIL|XPASS|ERROR|ok|not ok):? (.*)", re.M)
PROJECTS = {
    "coreutils": {
        "configure": "FORCE_UNSAFE_CONFIGURE=1 ./configure -q --disable-nls",
        "make": "make -s -j2",
        "binaries": ["src/*"],
        # Not tests/misc, which would take as long as all of these.
        "test": "make -s -k -j2 check-TESTS SUBDIRS=. TESTS=\"$(echo tests/{chmod,chown,"
                "cp,dd,df,du,id,install,ln,ls,mkdir,mv,readlink,rm,rmdir,split,touch}"
                "/*.sh)\" 2>&1",
    },
    "git": {
        "configure": "true",
        "make": "make -s -j2 NO_CURL=1 NO_EXPAT=1 NO_GETTEXT=1 NO_OPENSSL=1 NO_TCLTK=1"
                " NO_PYTHON=1",
        "binaries": ["git", "t/helper/test-tool", "git-daemon", "git-http-backend",
                     "git-imap-send", "git-sh-i18n--envsubst", "scalar"],
        "test": "cd t && ls t000*.sh | xargs -P 2 -I{} sh -c './{} >{}.log 2>&1';"
                " cat t000*.sh.log",
    },
    "postgresql": {
        "package": "postgresql-15",
        "configure": "./configure -q --without-readline --without-zlib",
        "make": "make -s -j2 && make -s -j2 -C src/test/regress",
        "binaries": ["src/backend/postgres", "src/bin/*/*", "src/interfaces/libpq/libpq.so.*",
                     "src/pl/plpgsql/src/plpgsql.so", "src/test/regress/pg_regress",
                     "src/test/regress/*.so"],
        # The server does not run as root.
        "test": "[ $(id -u) != 0 ] || as='unshare --map-user=daemon --map-group=daemon';"
                " PGCTLTIMEOUT=600 $as make -s -C src/test/regress check 2>&1 | sed -E"
                r" 's/^(test|    ) +([^ ]+) +\.\.\. (ok|FAILED).*/\3 \2/; s/^FAILED/not ok/'",
    },
}


def build(name, project, folder):
    """The built tree of a project, made once."""
    tree = f"{folder}/{name}"
    if os.path.exists(f"{tree}/.built"):
        return tree
    source = projects.Project(name, project.get("package", ""))
    programs.fetch([source])
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(programs.source_dir(source), tree, symlinks=True)
    with open(f"{folder}/{name}.log", "w", encoding="utf-8") as log:
        subprocess.run(f"{project['configure']} && {project['make']}", shell=True,
                       check=True, cwd=tree, stdout=log, stderr=log)
    with open(f"{tree}/.built", "w", encoding="utf-8"):
        pass
    return tree


def results(project, tree, **variables):
    """Name -> result of the tests."""
    done = subprocess.run(["bash", "-c", project["test"]], cwd=tree, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", **variables},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    with open(f"{tree}.tests", "wb") as log:
        log.write(done.stdout)
    found, times = {}, collections.Counter()
    for result, name in RESULT.findall(done.stdout.decode(errors="replace")):
        times[name] += 1  # scripts may have tests of one name
        found[name, times[name]] = result
    return found


def is_program(path):
    if os.path.islink(path) or not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def patch(tool, project, tree):
    """Put counted programs in the places of the built ones; what was there is kept."""
    kept = {}
    for pattern in project["binaries"]:
        for path in filter(is_program, glob.glob(f"{tree}/{pattern}")):
            shutil.copy2(path, path + ".plain")
            kept[path] = path + ".plain"
            subprocess.run([tool, "-o", path, path], check=True)
    return kept


def wrong_counts(tool, folder):
    """How many runs there are, and what prof-show says of counts that cannot be."""
    runs = glob.glob(f"{folder}/*")
    if not runs:
        return 0, "nothing was counted"
    done = subprocess.run([tool, "functions", *runs], check=False, capture_output=True,
                          text=True)
    return len(runs), "".join(line for line in done.stderr.splitlines()
                              if re.search("below 0|balance|left out|error", line))


def check(build_folder, name, project, folder):
    """Print a line for a project; whether all is well."""
    tree = build(name, project, folder)
    plain = results(project, tree)
    kept = patch(f"{build_folder}/bin/prof-patch", project, tree)
    runs = f"{folder}/{name}.runs"
    shutil.rmtree(runs, ignore_errors=True)
    try:
        counted = results(project, tree, EDGEPROF_FILE=f"{runs}/%e.%m")
        n_runs, wrong = wrong_counts(f"{build_folder}/bin/prof-show", runs)
    finally:
        for path, old in kept.items():
            os.replace(old, path)
    different = sorted(test for test in {*plain, *counted}
                       if plain.get(test) != counted.get(test))
    passed = sum(result in ("PASS", "ok") for result in plain.values())
    print(f"{name}: {len(plain)} tests, {passed} pass, {len(different)} differ; "
          f"{len(kept)} programs counted, {n_runs} files of runs{wrong and ': ' + wrong}")
    for test in different[:20]:
        print(f"    {test[0]}: {plain.get(test)}, counted {counted.get(test)}")
    return bool(plain) and not different and not wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    folder = f"{arguments.build}/own"
    os.makedirs(folder, exist_ok=True)
    good = [check(arguments.build, name, PROJECTS[name], folder)
            for name in arguments.names or PROJECTS]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
