# RUN: %py %s
from runs import EXIT, Run, counts, equal

for kind in ("main", "main-nopie", "main-static", "main-static-pie",
             "main-linked", "main-noid", "main-big"):
    counts(Run("exit", program=kind).one(), EXIT, kind)
    counts(Run("_exit", program=kind).one(), [1], kind, raw=True)
    threads = Run("threads", program=kind).one()
    counts(threads, [1, 9000000, 8, 0, 0, 0, 0, 1], kind)
    forks = Run("fork", 3, program=kind).profiles()
    equal(sorted(p.module(kind)[:3] for p in forks),
          [[0, 3, 0]] * 3 + [[1, 5, 1]])
