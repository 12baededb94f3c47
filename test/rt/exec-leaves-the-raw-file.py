# RUN: %py %s
from runs import EXIT, Run, counts

first, second = sorted(Run("exec").profiles(), key=lambda p: not p.raw)
counts(first, [1], raw=True)
counts(second, EXIT)
