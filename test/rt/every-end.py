# RUN: %py %s
import signal

from runs import Run, counts

counts(Run("quick_exit").one(), [1])
counts(Run("abort", status=-signal.SIGABRT).one(), [1], raw=True)
counts(Run("kill", status=-signal.SIGKILL).one(), [1], raw=True)
counts(Run("crash", status=-signal.SIGSEGV).one(), [1], raw=True)
