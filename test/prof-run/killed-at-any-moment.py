# RUN: %py %s
# prof-run is killed at any moment, and so is what recovers its folder: no run is lost,
# none is counted twice.
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from prefix import compiled, equal, folders, loop, prof_run, start

compiled()
RUNS = 300
TRIALS = int(os.environ.get("TRIALS", "20"))
SCRIPT = f"""i=0
while [ $i -lt {RUNS} ]; do ./work 3; i=$((i+1)); done
echo done"""
seed = random.randrange(2**32)
print("seed", seed, file=sys.stderr)
chance = random.Random(seed)


def recover(folder):
    """Kill the first attempts."""
    for _ in range(chance.randrange(3)):
        attempt = start("--recover", folder, stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * 0.03)
        attempt.kill()
        attempt.wait()
    if os.path.lexists(f"{folder}/output"):
        done = prof_run("--recover", folder)
        equal(done.stderr,
              f"prof-run: {RUNS} runs of 1 program or library: {os.getcwd()}/prof.out\n")
        equal(folders(), [])
    # Else the sum was written, and files were being removed.
    shutil.rmtree(folder, ignore_errors=True)
    equal(loop(), (RUNS, 3 * RUNS))
    os.unlink("prof.out")


for trial in range(TRIALS):
    run = start("sh", "-c", SCRIPT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    began = time.monotonic()
    # Where sums are made, now and then; else at any time.
    wanted = chance.random() * 1.2
    while time.monotonic() < began + wanted and run.poll() is None:
        time.sleep(0.001)
        if chance.random() < 0.002 and glob.glob("prof-run.*/batch*"):
            break  # glob passes over a folder that is removed meanwhile
    run.kill()
    said = run.stdout.read()
    if not said:  # it was killed before there was a command
        equal(glob.glob("prof-run.*/[0-9]*"), [])
        for folder in folders():
            shutil.rmtree(folder)
        run.wait()
        continue
    equal(said, "done\n")  # the command goes on
    if run.wait() == 0:  # it was done before
        equal(loop(), (RUNS, 3 * RUNS))
        os.unlink("prof.out")
        continue
    recover((folders() or ["none"])[0])

# Its folder is locked while it lives; another is none.
run = start("sh", "-c", "./work 1; read line", stdin=subprocess.PIPE)
while not folders() or not os.path.lexists(f"{folders()[0]}/output"):
    time.sleep(0.01)
folder = folders()[0]
prof_run("--recover", folder, status=125,
         said=f"prof-run: error: {os.getcwd()}/{folder}: its prof-run still runs\n")
os.mkdir("mine")
prof_run("--recover", "mine", status=125, said="prof-run: error: mine: no folder of a "
         "prof-run that was killed\n")
run.send_signal(signal.SIGKILL)
run.wait()
time.sleep(0.1)
run.stdin.close()
prof_run("-o", "other.out", "--recover", folder)
equal((loop("other.out"), folders(), os.path.exists("prof.out")), ((1, 1), [], False))
equal(os.path.isdir("mine"), True)
