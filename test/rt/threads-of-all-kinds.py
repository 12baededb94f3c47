# RUN: %py %s
from runs import Run, counts, equal

counts(Run("many", 500).one(), [1, 500000, 500, 0, 0, 0, 0, 1])
counts(Run("sequence", 10000).one(), [1, 10000, 10000, 0, 0, 0, 0, 1])
counts(Run("pthread_exit").one(), [1, 0, 2, 2, 0, 0, 0, 1])
counts(Run("c11").one(), [1, 0, 1, 0, 0, 0, 0, 1])
counts(Run("looked_up").one(), [1, 8000000, 8, 0, 0, 0, 0, 1])
counts(Run("tls", 500).one(), [1, 0, 2000, 8000, 0, 0, 0, 1])
got = Run("detached", 500).one()
equal(got.module("main")[:3], [1, 0, 500])
