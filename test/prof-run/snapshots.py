# RUN: %py %s
# What has been counted so far, of a process and of all that a prof-run has: whoever
# works on it, no run is missing or counted twice; windows are differences.
import os
import signal
import subprocess
import time

from prefix import (TOOLS, compiled, equal, folders, labels, loop, prof_run, start,
                    wait_for)

compiled()


def taken(what, output="now"):
    done = subprocess.run([f"{TOOLS}/prof-run", "-o", output, "--snapshot", str(what)],
                          capture_output=True, text=True, check=False)
    if done.returncode == 0:
        equal(done.stderr, f"prof-run: {what} as of now: {output}\n")
        return loop(output)[1]
    equal(done.returncode, 125)
    return done.stderr


# A process, with or without prof-run; one that counts nothing.
alone = subprocess.Popen(["./work", "7", "100000"])
wait_for(lambda: any(name.startswith("prof.out.") for name in os.listdir(".")))
wait_for(lambda: taken(alone.pid) == 7)
alone.kill()
alone.wait()
equal(taken(alone.pid), f"prof-run: error: process {alone.pid}: No such process\n")
equal(taken(os.getpid()), f"prof-run: error: process {os.getpid()}: counts into no file\n")
equal(taken("none"), "prof-run: error: none: No such file or directory\n")

# One that has counted nothing yet, and what goes with no snapshot.
run = start("-q", "sh", "-c", "echo > begun; exec sleep 100", start_new_session=True)
wait_for(lambda: os.path.exists("begun"))  # before, the child has its prof-run's lock, too
folder, = folders()
wait_for(lambda: os.path.lexists(f"{folder}/output"))
equal(taken(folder), f"prof-run: error: {folder}: nothing was counted yet\n")
os.killpg(run.pid, signal.SIGKILL)
run.wait()
prof_run("--recover", folder, said="prof-run: warning: nothing was counted: no program that "
         "ran was compiled with edgeprof; --patch counts others\n")
os.mkdir("empty")
prof_run("--recover", "empty", status=125, said="prof-run: error: empty: no folder of a "
         "prof-run that was killed\n")
os.rmdir("empty")
prof_run("--wait", "-p", "1", status=125, said="prof-run: error: --snapshot: only -o, -q "
         "and gates go with it\n")
prof_run("--window", "1", "true", status=125, said="prof-run: error: --window goes with "
         "--snapshot\n")

# All of a prof-run, and of one within it, while they add up: each run does three turns,
# and a log has a line of each run before it starts and when it has ended.
run = start("-q", "-o", "all", "sh", "-c", f"""
one() {{ i=0; while [ $i -lt 700 ]; do echo >> began; ./work 3; echo >> ended; i=$((i+1))
    done; }}
{TOOLS}/prof-run -q -o inner sh -c 'i=0; while [ $i -lt 300 ]; do
    echo >> began; ./work 3; echo >> ended; i=$((i+1)); done' &
one & one & wait""")
wait_for(lambda: os.path.exists("ended"))
folder, = folders()
tries, most = 0, 0
while run.poll() is None:
    least = os.path.getsize("ended")
    got = taken(folder)
    if isinstance(got, str):
        assert run.wait() == 0, got  # it has ended meanwhile
        break
    assert 3 * least <= got <= 3 * os.path.getsize("began"), (least, got)
    tries, most = tries + 1, max(most, got)
equal((loop("all"), loop("inner"), folders()), ((1700, 5100), (300, 900), []))
assert tries > 5 and most > 100, (tries, most)

# One that ends removes its runs, and first of all the link.
run = start("-q", "sh", "-c", "./work 3; echo > ready; exec sleep 100")
wait_for(lambda: os.path.exists("ready"))
folder, = folders()
equal(taken(folder), 3)
os.unlink(f"{folder}/output")
equal(taken(folder), f"prof-run: error: {folder}: no folder of a prof-run that runs\n")
run.terminate()
equal((run.wait(), folders()), (-signal.SIGTERM, []))

# A series; the difference of two is what was done between them.
prof_run("--every", 1, "sh", "-c", "./work 5; sleep 1.5; ./work 30; sleep 1")
equal([loop(name) for name in ("snap.1.prof.out", "snap.2.prof.out", "prof.out")],
      [(1, 5), (2, 35), (2, 35)])
subprocess.run([f"{TOOLS}/prof-merge", "-o", "window", "--subtract", "snap.1.prof.out",
                "snap.2.prof.out"], check=True)
equal(loop("window"), (1, 30))
prof_run("--every", "0", "true", status=125, said="prof-run: error: 0: not a "
         "whole number of seconds above 0\n")

# A window of a daemon, which has a run of its own and the same label before and after.
env = dict(os.environ, EDGEPROF_LABEL="daemon", EDGEPROF_FILE="daemon.prof")
daemon = subprocess.Popen(["./work", "5", "steps"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=env, text=True)
daemon.stdout.readline()


def steps(n):
    for _ in range(n):
        daemon.stdin.write("x")
        daemon.stdin.flush()
        equal(daemon.stdout.read(1), "x")


steps(3)
equal((taken(daemon.pid), loop("now", "STEP")), (5, (1, 4)))
os.rename("now", "early")
window = start("--snapshot", daemon.pid, "--window", 100, "-o", "window",
               stderr=subprocess.PIPE)
time.sleep(1)
steps(4)
window.send_signal(signal.SIGINT)  # it need not last so long
equal((window.wait(), window.stderr.read()),
      (0, f"prof-run: {daemon.pid} in a window: window\n"))
steps(2)
equal((loop("window"), loop("window", "STEP"), labels("window")),
      ((1, 0), (1, 4), {"daemon": 1}))
# So is the difference of two snapshots, which is of no run.
taken(daemon.pid)
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "more", "now", "--subtract", "early"],
               check=True)
equal(loop("more", "STEP"), (0, 6))
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "none", "now", "--subtract", "now"], check=True)
equal(subprocess.run([f"{TOOLS}/prof-show", "lines", "none"], check=False,
                     capture_output=True).returncode, 3)
window = prof_run("-p", daemon.pid, "--window", "1s", "-o", "window")
equal(loop("window", "STEP"), (1, 0))
daemon.stdin.close()
daemon.wait()
equal(loop("daemon.prof", "STEP"), (1, 10))
prof_run("--window", 1, "true", status=125,
         said="prof-run: error: --window goes with --snapshot\n")
