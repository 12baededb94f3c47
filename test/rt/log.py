# RUN: %py %s
from runs import Run

run = Run("exit", env={"EDGEPROF_LOG": "log"})
assert "wrote" in open(f"{run.dir}/log").read()
