# RUN: %py %s
# Thousands of short runs: the files that are there meanwhile are few, the sums exact.
import os
import threading

from prefix import OWN, compiled, equal, folders, labels, loop, prof_run, start

RUNS, JOBS = 4000, 4
compiled()
os.symlink("work", "other")
SCRIPT = f"""for job in {' '.join(map(str, range(JOBS)))}; do
    i=0
    while [ $i -lt {RUNS // JOBS} ]; do ./work $i; i=$((i+1)); done &
done
wait"""
done = start("sh", "-c", SCRIPT)
most, batches = 0, 0
while done.poll() is None:
    for folder in folders():
        try:
            names = os.listdir(folder)
        except FileNotFoundError:
            continue
        most = max(most, sum(name[0].isdigit() for name in names))
        batches = max([batches, *(int(name[4:]) for name in names
                                  if name.startswith("sum.") and name[4:].isdigit())])
    threading.Event().wait(0.01)
equal((done.returncode, folders()), (0, []))
share = RUNS // JOBS
equal(loop(), (RUNS, JOBS * share * (share - 1) // 2))
assert batches > 2 and most < RUNS / 3, (batches, most)

# In sums that were added up meanwhile labels are those of their programs.
prof_run("--label-each", "sh", "-c", "ln -f work one; i=0; while [ $i -lt 700 ]; do "
         "./work 1; ./one 2; i=$((i+1)); done")
equal((loop(), labels()), ((1400, 2100), {"work": 700, "one": 700}))

# A program that is gone at the end has its notes in the sum.
prof_run("sh", "-c", "cp work gone; ./gone 5; while [ ! -e prof-run.*/sum.1 ]; do "
         "sleep 0.1; done; rm gone")
equal(loop(), (1, 5))

# Kept: all of them, none added up before the end.
prof_run("--keep", "kept", "sh", "-c",
         "i=0; while [ $i -lt 300 ]; do ./work 1; i=$((i+1)); done")
equal((loop(), len(os.listdir("kept")), folders()), ((300, 300), 300, []))
prof_run("--keep", "kept", "./work", 1, status=125,
         said=f"prof-run: error: {OWN}/kept: not empty\n")
