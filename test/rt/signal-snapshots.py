# RUN: %py %s
from profile import CUT
from runs import Run, counts

run = Run("signal", env={"EDGEPROF_SIGNAL": "USR1"})
first, second = run.profiles("snap.*")
counts(first, [1], flags=CUT)
counts(second, [1, 0, 1], flags=CUT)
counts(run.one(), [1, 0, 1, 0, 0, 0, 0, 1])
