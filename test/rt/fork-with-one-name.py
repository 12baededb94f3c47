# RUN: %py %s
from runs import Run, equal

run = Run("fork", 20, env={"EDGEPROF_FILE": "deep/er/name"})
equal(len(run.files("deep/er/*")), 21)
