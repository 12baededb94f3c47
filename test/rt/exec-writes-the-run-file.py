# RUN: %py %s
# What exec leaves is packed, and is a raw file again where exec fails.
import os
import random
import signal
import struct
import subprocess
import time

from profile import CUT, Profile, is_pool, pool
from runs import EXIT, Run, build, built, counts, directory, equal

WAYS = "execl execle execlp execv execve execvp execvpe fexecve".split()
MUSL = os.environ["CC"] == "musl-gcc"

first, second = Run("exec").profiles()
counts(first, [1], flags=CUT)
counts(second, EXIT)

build("exec", "exec.c", "-DN_COUNTERS=91000", "-fPIE", "-pie",
      *["-Dstrerrorname_np=strerror"] * MUSL)


def run(*arguments, **options):
    return Run(*arguments, program="exec", **options)


def is_packed(path):
    return not Profile(path).raw and os.stat(path).st_blocks * 512 <= 4096


for way in WAYS:
    done = run(way, "exit")
    inherits = "e" not in way[4:] and way != "fexecve"
    equal(done.done.stdout.decode(), f"a b {'-' if inherits else 'e'}\n")
    before, after = done.profiles()
    counts(before, [1, 1], "exec", flags=CUT)
    counts(after, [1], "exec")
    assert all(map(is_packed, done.files())), done.files()

# In vain: refused at once, refused by exec alone, and what is not in PATH.
for way in WAYS:
    for file, name in (("/nowhere", "ENOENT"), ("/", "EACCES"),
                       ("nowhere", "ENOENT")):
        if way == "fexecve" and file != "/":
            name = "EINVAL"  # no descriptor
        done = run(way, "exit", file)
        if not MUSL:
            equal(done.done.stdout.decode(), name + "\n")
        counts(done.one(), [1, 1, 1, 1, 1], "exec")
        assert is_packed(done.files()[0])
killed = run("execv", "kill", "/", status=-signal.SIGKILL)
counts(killed.one(), [1, 1, 1, 1], "exec", raw=True)
forked = sorted((p.module("exec")[:5] for p in run("execv", "fork",
                                                   "/").profiles()))
equal(forked, [[0, 0, 0, 0, 1], [1, 1, 1, 1, 0]])

# A child has one thread, whatever its parent had.
for done in (run("execv", "forking"),
             run("execv", "forking", env={"EDGEPROF_FILE": "prof.out.%m"})):
    equal(sorted((p.raw, p.module("exec")[0]) for p in done.profiles()),
          [(False, 0), (False, 1), (False, 1)])

# Something else may count until exec comes.
for end, also in (("thread", 5), ("handler", 6)):
    before, after = sorted(run("execv", end).profiles(), key=lambda p: not p.raw)
    got = before.module("exec")
    assert before.raw and got[1] == 1 and (got[also] in (0, 1)), got[:8]


def killed_sometime(what, name):
    """How often it has counted, by itself and by the files."""
    where = directory()
    with open(f"{where}/n", "wb") as file:
        file.write(bytes(8))
    process = subprocess.Popen([built("exec"), what, "n"], cwd=where,
                               env={**os.environ, "EDGEPROF_FILE": name})
    time.sleep(random.uniform(.002, .05))
    process.kill()
    process.wait()
    own, = struct.unpack("<Q", open(f"{where}/n", "rb").read())
    total = 0
    for name in os.listdir(where):
        path = f"{where}/{name}"
        if name.startswith("prof") and any(open(path, "rb").read(8)):
            total += sum(run.module("exec")[1] for run in (
                pool(path) if is_pool(path) else [Profile(path)]))
    return own, total


for name in ("prof.out.%p", "prof.out.%m"):
    most = 0
    for what in ("loop", "chain"):
        for _ in range(40):
            own, total = killed_sometime(what, name)
            assert total - own in (0, 1), (name, what, own, total)
            most = max(most, own)
    assert most > 2, most
