# RUN: %py %s
from profile import CLONE
from runs import Run, counts

run = Run("clone")
counts(run.one(), [1, 2, 0, 0, 0, 0, 0, 2], flags=CLONE)
