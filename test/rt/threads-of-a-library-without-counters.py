# RUN: %py %s
from runs import Run, built, counts

p = Run("foreign_threads", built("threads.so")).one()
counts(p, [1, 4000000, 0, 0, 0, 0, 0, 1])
