# RUN: %py %s
from runs import Run, counts

run = Run("sequence", 1000, env={"EDGEPROF_LOG": "log"})
raw = Run("sequence", 1000, wrap=["sh", "-c", '"$@"; ls -s', "sh"])
counts(run.one(), [1, 1000, 1000, 0, 0, 0, 0, 1])
assert raw.done.stdout
