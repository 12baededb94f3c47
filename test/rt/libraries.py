# RUN: %py %s
from runs import Run, built, counts

lib = built("library.so")
p = Run("dlopen", 100, lib).one()
counts(p, [1, 100, 0, 0, 0, 0, 0, 1])
counts(p, [0, 100, 100], "library.so")
p = Run("dlopen_threads", lib).one()
counts(p, [0, 800000, 1], "library.so")
