# SPDX-License-Identifier: MIT
"""What the tests of prof-run have in common: a folder of their own, a program that
counts what it is told (work.c), and the counts of its lines.

    done = prof_run("./work", "7")
    equal(loop(), (1, 7))
"""
import atexit
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.environ["TOOLS"]
PROF_RUN = f"{TOOLS}/prof-run"
# In memory: on a busy disk files are made faster than removed.
OWN = os.path.realpath(tempfile.mkdtemp(prefix="edgeprof-run-", dir="/dev/shm"))
atexit.register(shutil.rmtree, OWN, ignore_errors=True)
os.chdir(OWN)
# lit has SIGINT ignored, nohup SIGHUP, and a shell both and SIGQUIT in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM:
    signal.signal(number, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, [])
for variable in [name for name in os.environ if name.startswith("EDGEPROF")]:
    del os.environ[variable]


def compiled(name="work", counted=True, source="work.c", more=()):
    subprocess.run([os.environ["CC"], "-g", "-O1", f"{HERE}/{source}", "-o", name, "-pthread",
                    f"-I{HERE}/../../../include",
                    *(["-fplugin=" + os.environ["PLUGIN"]] if counted else []), *more], check=True)


def line_of(mark, source="work.c"):
    with open(f"{HERE}/{source}", encoding="utf-8") as text:
        return next(i for i, line in enumerate(text, 1) if f"/* {mark} */" in line)


def prof_run(*words, status=0, said=None, timeout=300, **options):
    """Run prof-run to its end; SAID is all that it says."""
    done = subprocess.run([PROF_RUN, *map(str, words)], capture_output=True,
                          text=True, timeout=timeout, check=False, **options)
    assert done.returncode == status, done
    if said is not None:
        equal(done.stderr, said)
    return done


def start(*words, **options):
    return subprocess.Popen([PROF_RUN, *map(str, words)], text=True, **options)


def report(output="prof.out", kind="lines", *words):
    done = subprocess.run([f"{TOOLS}/prof-show", kind, "--format", "json", *words,
                           output], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def loop(output="prof.out", mark="LOOP"):
    """Runs, and executions of the marked line."""
    found = report(output)
    lines = next(file["lines"] for file in found["files"]
                 if file["file"].endswith("work.c"))
    return found["runs"], next(line["count"] for line in lines
                               if line["line"] == line_of(mark))


def labels(output="prof.out"):
    """Label -> runs that have it."""
    found = report(output, "tests")
    return {test["test"]: test["runs"] for test in found["tests"]}


def folders(where="."):
    """What prof-run has there, for itself."""
    return sorted(name for name in os.listdir(where)
                  if name.startswith("prof-run.") or ".run" in name)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)


def equal(got, want):
    assert got == want, f"{got!r} != {want!r}"
