# RUN: %py %s
from runs import Run, counts

counts(Run("vfork").one(), [1, 1, 0, 0, 0, 0, 0, 1])
