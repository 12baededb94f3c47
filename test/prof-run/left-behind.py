# RUN: %py %s
# Processes that outlive the command are added up as they are then, or waited for.
import os
import signal
import subprocess
import time

from prefix import compiled, equal, folders, loop, prof_run, start, wait_for

compiled()
# It ends soon: nobody need say so.
prof_run("./work", 5, "left", 100,
         said="prof-run: 2 runs of 1 program or library: prof.out\n")
equal((loop(), loop(mark="LATER")), ((2, 5), (2, 5)))

# A daemon that forks twice, of which prof-run is not the parent before the first has ended.
prof_run("sh", "-c", "(setsid ./work 3 left 300 >/dev/null 2>&1 &); ./work 1",
         said="prof-run: 3 runs of 1 program or library: prof.out\n")
equal((loop(), loop(mark="LATER"), folders()), ((3, 4), (3, 3), []))

# One that has none of its processes counted for a while, but is at work.
prof_run("sh", "-c", "(setsid sh -c './work 2 120; timeout 0.25 sh -c \"while :; do :; done\"; "
         "exec ./work 3' >/dev/null 2>&1 &); ./work 1",
         said="prof-run: 3 runs of 1 program or library: prof.out\n")
equal((loop(), folders()), ((3, 6), []))

# It does not: of what it does later nothing is counted.
began = time.monotonic()
with open("said", "w+", encoding="utf-8") as said:
    run = start("sh", "-c", "./work 5 left 7000 & ./work 1", stderr=said)
    equal(run.wait(), 0)
    said.seek(0)
    text = said.read()
equal(text, "prof-run: 1 counted process still runs: added up as of now\n"
      "prof-run: 3 runs (1 cut off) of 1 program or library: prof.out\n")
equal((loop(), loop(mark="LATER"), folders()), ((3, 6), (3, 0), []))
assert time.monotonic() < began + 6.5
time.sleep(max(0, began + 7.5 - time.monotonic()))
equal(folders(), [])  # nor is it made again

# Waited for; until a signal comes.
prof_run("--wait", "./work", 7, "left", 1700,
         said="prof-run: 2 runs of 1 program or library: prof.out\n")
equal((loop(), loop(mark="LATER")), ((2, 7), (2, 7)))
run = start("--wait", "./work", 8, "left", 3000, stderr=subprocess.PIPE)
# Both have a file; that of the first, which has ended, may be in a sum already.
wait_for(lambda: folders() and len([name for name in os.listdir(folders()[0])
                                    if name.endswith(".prof") or name.startswith("sum.")]) == 2)
time.sleep(0.5)
run.send_signal(signal.SIGTERM)
equal((run.wait(), run.stderr.read()),
      (0, "prof-run: 1 counted process still runs: added up as of now\n"
       "prof-run: 2 runs (1 cut off) of 1 program or library: prof.out\n"))
equal((loop(), loop(mark="LATER")), ((2, 8), (2, 0)))

# What is left and counts nothing is not waited for.
prof_run("sh", "-c", "./work 2 & wait; sleep 30 >/dev/null 2>&1 & echo $! > pid")
with open("pid", encoding="utf-8") as file:
    os.kill(int(file.read()), signal.SIGKILL)  # an error if it ran no more
equal(loop(), (1, 2))
