# RUN: %py %s
"""By calls, where there are no instructions for it; and where these fail, too."""
import signal

from profile import LOST
from runs import EXIT, Run, build, built, counts, equal

build("without", "without.c")
for what, counted, flags in ("fsgsbase", 1, 0), ("gs", 0, LOST), ("set", 0, LOST):
    wrap = [built("without"), what]
    counts(Run("exit", wrap=wrap).one(), EXIT)
    counts(Run("threads", wrap=wrap).one(), [1, 9000000, 8, 0, 0, 0, 0, 1])
    forks = Run("fork", 3, wrap=wrap).profiles()
    equal(sorted(p.module("main")[:3] for p in forks),
          [[0, 3, 0]] * 3 + [[1, 5, 1]])
    counts(Run("kill", wrap=wrap, status=-signal.SIGKILL).one(), [counted],
           raw=True, flags=flags)
