# RUN: %py %s
# REQUIRES: root
# %m: the runs of a program are in one file; where that cannot be, each is in its own.
import fcntl
import os
import signal
import subprocess

from profile import CUT, Profile, is_pool, pool
from runs import EXIT, SPARE, Run, build, built, counts, directory, equal

POOL = {"EDGEPROF_FILE": "prof.out.%m"}
NO_RIGHTS = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"]


def run(where, *arguments, env=None, **options):
    return Run(*arguments, where=where, env={**POOL, **(env or {})}, **options)


def names(where):
    """What is in WHERE but raw files that wait for another run."""
    return sorted(name for name in os.listdir(where) if not SPARE.fullmatch(name))


def pools(where):
    return sorted(f"{where}/{name}" for name in os.listdir(where)
                  if is_pool(f"{where}/{name}"))


def only_pool(where, n):
    """The pool, the only file of WHERE, with N runs."""
    path, = pools(where)
    equal(names(where), [os.path.basename(path)])
    equal(len(pool(path)), n)
    return path


# One after the other, and at once.
where = directory()
for label in ("", "first", "second"):
    done = run(where, "exit", env={"EDGEPROF_LABEL": label})
runs = pool(only_pool(where, 3))
equal([r.label for r in runs], ["", "first", "second"])
for one in runs:
    counts(one, EXIT)
several = [subprocess.Popen([built("main"), "exit"], cwd=where,
                            env={**os.environ, **POOL}) for _ in range(30)]
assert not any(process.wait() for process in several)
for one in pool(only_pool(where, 33)):
    counts(one, EXIT)

# Another program has another pool, several are told apart by the process.
where = directory()
build("other", "main.c", "-DOTHER")
run(where, "exit")
run(where, "exit", program="other")
equal([len(pool(path)) for path in pools(where)], [1, 1])
where = directory()
several = [subprocess.Popen([built("main"), "exit"], cwd=where,
                            env={**os.environ, "EDGEPROF_FILE": "a/%3m/%m.prof"})
           for _ in range(5)]
assert not any(process.wait() for process in several)
found = [os.path.join(folder, name)
         for folder, _, found in os.walk(where) for name in found
         if not name.startswith(".")]
equal({path[-6] for path in found}, {str(p.pid % 3) for p in several})
equal(sum(len(pool(path)) for path in found), 5)

# Threads, forks, a sudden end: a raw file stays, and is no part of the pool.
where = directory()
run(where, "fork", 20)
only_pool(where, 21)
where = directory()
run(where, "exit")
killed = run(where, "kill", status=-signal.SIGKILL)
equal([len(pool(path)) for path in pools(where)], [1])
equal(sorted(r.raw for r in killed.profiles()), [False, True])

# exec adds the run before, and what fails takes it out again.  With a handler of signals, as
# ASan and TSan have, the raw file stays.
if not {"-fsanitize=address", "-fsanitize=thread"} & {*os.environ["SANITIZE"].split()}:
    build("exec", "exec.c", "-DN_COUNTERS=91000", "-fPIE", "-pie",
          *["-Dstrerrorname_np=strerror"] * (os.environ["CC"] == "musl-gcc"))
    where = directory()
    done = run(where, "execl", "exit", program="exec")
    counts(done.profiles()[0], [1, 1], "exec", flags=CUT)
    counts(done.profiles()[1], [1], "exec")
    only_pool(where, 2)
    where = directory()
    done = run(where, "execv", "exit", "/", program="exec")
    counts(done.profiles()[0], [1, 1, 1, 1, 1], "exec")
    only_pool(where, 1)
    where = directory()
    killed = run(where, "execv", "kill", "/", program="exec", status=-signal.SIGKILL)
    counts(killed.one(), [1, 1, 1, 1], "exec", raw=True)

# No file can be made, but the pool can be written: all that is needed.
where = directory()
run(where, "exit", wrap=NO_RIGHTS)
os.chmod(where, 0o555)
run(where, "exit", wrap=NO_RIGHTS)
path = only_pool(where, 2)
# It cannot: the run has its own.
os.chmod(where, 0o755)
os.chmod(path, 0o444)
done = run(where, "exit", wrap=NO_RIGHTS)
equal([len(done.files()), len(done.profiles())], [2, 3])


def damaged(change):
    """Files of a run that finds its pool CHANGEd, which it leaves alone."""
    folder = directory()
    run(folder, "exit")
    path, = pools(folder)
    with open(path, "rb") as file:
        data = change(file.read())
    with open(path, "wb") as file:
        file.write(data)
    run(folder, "exit")
    with open(path, "rb") as file:
        after = file.read()
    return [len(names(folder)), after == data]


equal(damaged(lambda data: b"x" + data[1:]), [2, True])
equal(damaged(lambda data: data[:20] + b"x" + data[21:]), [2, True])
equal(damaged(lambda data: data[:-1]), [2, True])
equal(damaged(lambda data: data[:7]), [2, True])
equal(damaged(lambda data: data[:8] + b"\2" + data[9:]), [2, True])
# One that was never begun, and the end of one that never became an entry.
equal(damaged(lambda data: b"")[0], 1)
equal(damaged(lambda data: data + b"cut")[0], 1)

# Full.
where = directory()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", where],
               check=True)
try:
    run(where, "exit")
    path = only_pool(where, 1)
    before = os.path.getsize(path)
    with open(f"{where}/fill", "wb", buffering=0) as file:
        try:
            while file.write(bytes(512)):
                pass
        except OSError:
            pass
    done = 0
    while done < 100:  # until nothing fits in the pool's last page
        size = os.path.getsize(path)
        run(where, "exit")
        if os.path.getsize(path) == size:
            break
        done += 1
    equal(len(pool(path)), done + 1)
    # It had the room of the run before it, and stays in that.
    own, = set(names(where)) - {"fill", os.path.basename(path)}
    counts(Profile(f"{where}/{own}"), EXIT)
    os.remove(f"{where}/fill")
    run(where, "exit")
    equal(len(pool(path)), done + 2)
finally:
    subprocess.run(["umount", where], check=True)

# Who adds waits for the lock, and what has taken the name meanwhile is the pool.
where = directory()
run(where, "exit")
path, = pools(where)
with open(path, "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    waits = subprocess.Popen([built("main"), "exit"], cwd=where,
                             env={**os.environ, **POOL})
    with open(f"/proc/{waits.pid}/syscall", encoding="utf-8") as state:
        while not state.read().startswith(("35 ", "230 ")):  # it sleeps
            state.seek(0)
    os.rename(path, path + ".away")
assert not waits.wait()
equal([len(pool(path)), len(pool(path + ".away"))], [1, 1])

# A raw file serves one run after another, but not while anyone has it mapped: a
# process born by a raw clone goes on counting in it.
where = directory()


def start(word):
    process = subprocess.Popen([built("main"), word], cwd=where, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, env={**os.environ, **POOL})
    assert process.stdout.read(1) == b"x"
    return process


def end(process):
    process.stdin.close()
    assert not process.stdout.read()
    assert not process.wait()


first = start("linger")
first.wait()
second = start("hold")
end(first)
end(second)
third = start("hold")
end(third)
for one in pool(only_pool(where, 3)):
    counts(one, [1, 0, 0, 0, 0, 0, 0, 1])
assert len(os.listdir(where)) - len(names(where)) in (2, 3)  # 3: without leases

# What threads took of it is cut off: who comes next has one.
where = directory()


def spares():
    return [os.path.getsize(f"{where}/{name}") for name in os.listdir(where)
            if SPARE.fullmatch(name)]


run(where, "threads")
grown, = spares()
run(where, "exit")
assert min(spares()) < grown
counts(pool(only_pool(where, 2))[1], EXIT)
