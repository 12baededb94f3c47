# RUN: %py %s
from runs import EXIT, Run, counts

run = Run("exit", wrap=["valgrind", "-q", "--error-exitcode=9"])
counts(run.one(), EXIT)
run = Run("threads", wrap=["valgrind", "-q", "--error-exitcode=9"])
counts(run.one(), [1, 9000000, 8, 0, 0, 0, 0, 1])
