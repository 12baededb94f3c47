# RUN: %py %s
import os

from runs import Run, counts, equal

for bad in ("/proc/none/x", "/dev/full/x", "x" * 300):
    run = Run("threads", env={"EDGEPROF_FILE": bad})
    equal(os.listdir(run.dir), [])
counts(Run("limit", 10).one(), [1, 10, 10, 0, 0, 0, 0, 1], raw=True)
