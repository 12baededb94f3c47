# RUN: %py %s
from profile import SHARED
from runs import EXIT, Run, counts, equal

counts(Run("exit", program="main-shared").one(), EXIT, "main-shared")
run = Run("threads", program="main-shared").one()
equal(run.flags, SHARED)
run = Run("threads", program="main-atomic").one()
counts(run, [1, 9000000, 8, 0, 0, 0, 0, 1], "main-atomic")
