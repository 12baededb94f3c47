# RUN: %py %s
import os

from runs import EXIT, Run, built, counts, equal

loader = "/lib64/ld-linux-x86-64.so.2"
run = Run("exit", wrap=[loader], env={"EDGEPROF_FILE": "%e"})
counts(run.one("main"), EXIT)
equal(run.one("main").modules[0][0], os.path.realpath(built("main")))
