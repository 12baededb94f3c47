# RUN: %py %s
from profile import CUT
from runs import Run, counts

run = Run("signal", env={"EDGEPROF_SIGNAL": "USR1"})
first, second = run.profiles("snap.*")
counts(first, [1], flags=CUT)
counts(second, [1, 0, 1], flags=CUT)
counts(run.one(), [1, 0, 1, 0, 0, 0, 0, 1])

# What is no signal is told to the log, and nothing else is different.
for name in "NONE", "USR1x", "65", "32":
    run = Run("exit", env={"EDGEPROF_SIGNAL": name, "EDGEPROF_LOG": "log"})
    run.one()
    with open(f"{run.dir}/log", encoding="utf-8") as log:
        assert "cannot catch EDGEPROF_SIGNAL: error 22" in log.read(), name
