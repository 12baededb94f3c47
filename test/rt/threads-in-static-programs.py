# RUN: %py %s
from runs import Run, counts

for kind in ("main-static", "main-static-pie"):
    counts(Run("c11", program=kind).one(), [1, 0, 1, 0, 0, 0, 0, 1], kind)
    counts(Run("sequence", 1000, program=kind).one(),
           [1, 1000, 1000, 0, 0, 0, 0, 1], kind)
