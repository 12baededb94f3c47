# RUN: %py %s
from runs import Run, counts, equal

profiles = Run("fork_threads").profiles()
equal(len(profiles), 81)
parent = [p for p in profiles if not p.raw]
equal(len(parent), 1)
counts(parent[0], [1, 40, 0, 0, 4, 0, 0, 1])
for child in profiles:
    if child.raw:
        counts(child, [0, 4, 1, 1], raw=True)
