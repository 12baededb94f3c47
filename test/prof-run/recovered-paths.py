# RUN: %py %s
# --recover takes the marks that a prof-run that was killed had not taken, whoever is killed when,
# and no call twice.
import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from prefix import TOOLS, compiled, equal, folders, prof_run, start, wait_for

compiled("steps", source="steps.c", more=["-O2", "-fplugin-arg-edgeprof-trace=ring"])
N = 30000
SAID = re.compile(r"prof-run: warning: --trace: prof-run was killed: of what it had taken, calls "
                  r"that it had not written are missing; it had taken (\d+) laps of threads that "
                  r"went on\n")
seed = random.randrange(2**32)
print("seed", seed, file=sys.stderr)
chance = random.Random(seed)


def calls(may_be_none=False):
    """Of each call its number, how many marks it passed, and whether it ended."""
    done = subprocess.run([f"{TOOLS}/prof-show", "trace", "--format", "json", "--function", "none",
                           "prof.out"], capture_output=True, text=True, check=not may_be_none)
    if may_be_none and done.returncode == 3:
        assert "no trace: " in done.stderr, done.stderr
        return []
    found = [(call["call"]["number"], call["marks"], call["call"]["ended"])
             for call in json.loads(done.stdout)["threads"] if "call" in call]
    return sorted(found)


def begin(pause, *program):
    """A prof-run, and the process of its program, which waits for its input."""
    if os.path.exists("begun"):
        os.unlink("begun")
    run = start("-q", *program, "--trace", "step", "./steps", str(N), str(pause), "begun",
                stdin=subprocess.PIPE)
    wait_for(lambda: os.path.exists("begun"))
    with open("begun", encoding="ascii") as begun:
        return run, int(begun.read())


def go(run):
    run.stdin.write("\n")
    run.stdin.flush()


def stat(pid):
    """Its state and its parent."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        state, parent = file.read().rsplit(")", 1)[1].split()[:2]
    return state, int(parent)


def has_ended(pid):
    try:
        return stat(pid)[0] == "Z"
    except FileNotFoundError:
        return True


def recover(folder, attempts=0):
    """How many laps are said to have been taken; None: nothing is said to be missing."""
    for _ in range(attempts):
        attempt = start("-q", "--recover", folder, stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * 0.1)
        attempt.kill()
        attempt.wait()
        if not os.path.lexists(f"{folder}/output"):
            shutil.rmtree(folder, ignore_errors=True)
            return None
    said = prof_run("-q", "--recover", folder).stderr
    equal(folders(), [])
    match = SAID.fullmatch(said)
    assert match or said == "", said
    return match and int(match[1])


# All of them.
run, _ = begin(0)
go(run)
equal(run.wait(), 0)
ALL = calls()
equal([call[0] for call in ALL], list(range(1, N + 1)))
equal({marks - number % 200 for number, marks, _ in ALL}, {ALL[199][1]})

# None was taken: none is missing.  So it is in the folder of a prof-run within another.
for outer in (), (f"{TOOLS}/prof-run", "-q"):
    run, pid = begin(0, *outer)
    above = {run.pid, stat(pid)[1]}
    equal(len(above), 1 + bool(outer))
    for each in above:
        os.kill(each, signal.SIGSTOP)
    go(run)
    wait_for(lambda: has_ended(pid))
    for each in above:
        os.kill(each, signal.SIGKILL)
    run.wait()
    equal(recover(folders()[0]), 0)
    equal(calls(), ALL)

# It is killed at any moment, and the program goes on, or not; what recovers is killed, too.
for trial in range(int(os.environ.get("TRIALS", "3"))):
    run, pid = begin(30000)
    go(run)
    time.sleep(chance.random())
    run.send_signal(signal.SIGSTOP)
    went_on = trial % 2 == 0 and not has_ended(pid)
    if trial % 2:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    run.kill()
    run.wait()
    wait_for(lambda: has_ended(pid))
    if folders():  # else it was done before
        recover(folders()[0], chance.randrange(3))
    # A prof-run that is killed as its program has ended may have taken all and written none.
    found = calls(may_be_none=not went_on)
    equal([call[0] for call in found], list(range(1, len(found) + 1)))
    # Runs of calls that follow each other: what was written, what was not taken, and what
    # is in the ring, where nobody took laps for long.
    whole = [marks for _, marks, ended in found if ended]
    gaps = sum((later - former) not in (1, -199) for former, later in zip(whole, whole[1:]))
    assert gaps <= 2 and len(whole) + 1 >= len(found), (gaps, len(whole), len(found))
    if went_on: # else calls that had been taken and not written may be the last ones
        equal(found[-1][1:], ALL[-1][1:])
