# RUN: %py %s
import os

from runs import Run, equal

run = Run("exit", env={"EDGEPROF_FILE": "name"})
before = open(f"{run.dir}/name", "rb").read()
Run("exit", env={"EDGEPROF_FILE": "name"}, where=run.dir)
equal(sorted(os.listdir(run.dir)), ["name", "name.1"])
equal(open(f"{run.dir}/name", "rb").read(), before)
