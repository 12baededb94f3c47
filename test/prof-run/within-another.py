# RUN: %py %s
# A prof-run within another: each output has all that ran below it, and the outer one's
# has what an inner one left that was killed.
import os

from prefix import (PROF_RUN, compiled, equal, folders, labels, loop, prof_run, start,
                    wait_for)

compiled()
INNER = f"{PROF_RUN} -q"
prof_run("-o", "outer", "sh", "-c",
         f"./work 1; {INNER} -o one sh -c './work 10; {INNER} -o two ./work 100';"
         f"{INNER} -o three ./work 1000",
         said="prof-run: 4 runs of 1 program or library: outer\n")
equal([loop(name) for name in ("two", "one", "three", "outer")],
      [(1, 100), (2, 110), (1, 1000), (4, 1111)])

# Many of them, side by side, under make; their sums go into batches.
with open("Makefile", "w", encoding="utf-8") as file:
    file.write("all: $(addprefix t,$(shell seq 1 60))\n"
               f"t%:\n\t@{INNER} -o out$* sh -c './work $*; ./work 1'\n")
prof_run("-o", "outer", "make", "-sj4", said="prof-run: 120 runs of 1 program or "
         "library: outer\n")
equal(loop("outer"), (120, 60 * 61 // 2 + 60))
equal([loop(f"out{i}") for i in range(1, 61)], [(2, i + 1) for i in range(1, 61)])

# Labels of an inner one stay; the outer one's are for those that have none.
prof_run("-o", "outer", "--label-each", "sh", "-c",
         f"{INNER} --label mine ./work 1; {INNER} ./work 2; ./work 3")
equal(labels("outer"), {"mine": 1, "work": 1})
equal(loop("outer"), (3, 6))

# An inner one is killed, in the midst or at its end: the outer one has it all.
for trial in range(10):
    done = prof_run("-o", "outer", "sh", "-c",
                    f"{INNER} -o inner sh -c 'echo > begun; i=0; while [ $i -lt 40 ]; do ./work 2; "
                    "i=$((i+1)); done; echo > done' & "
                    f"while [ ! -e begun ]; do :; done; sleep 0.{trial:02}; kill -9 $! 2>/dev/null; "
                    "while [ ! -e done ]; do sleep 0.01; done; rm begun done; ./work 5",
                    timeout=60)
    equal((loop("outer"), folders()), ((41, 85), []))

# What it runs in is gone: it is on its own.
prof_run("./work", 3, env=dict(os.environ, EDGEPROF_RUN=f"{os.getcwd()}/none"))
equal(loop(), (1, 3))

# An inner one outlives the outer one: each has what there was at its end.
with open("said", "w+", encoding="utf-8") as said:
    run = start("-o", "outer", "sh", "-c", f"{INNER} -o inner sh -c './work 7; ./work 1 "
                "2500; ./work 10' & sleep 0.3", stderr=said)
    equal(run.wait(), 0)
    said.seek(0)
    text = said.read()
equal(loop("outer"), (2, 8))
folder, = folders()
equal(text, "prof-run: 2 counted processes still run: added up as of now\n"
      "prof-run: 2 runs (1 cut off) of 1 program or library: outer\n"
      f"prof-run: warning: {os.getcwd()}/{folder}: holds more than was added up, and "
      "stays\n")
wait_for(lambda: not any(".run" in name for name in os.listdir(folder)))
equal((loop("inner"), os.listdir(folder)), ((3, 18), []))
os.rmdir(folder)
prof_run("--wait", "-o", "outer", "sh", "-c",
         f"{INNER} -o inner sh -c 'sleep 1.5; ./work 10' & ./work 1")
equal((loop("outer"), loop("inner"), folders()), ((2, 11), (1, 10), []))
