# RUN: %py %s
import os

from runs import EXIT, Run, counts

Run("invisible")
counts(Run("close_all").one(), [1, 1, 1, 0, 0, 0, 0, 1])
counts(Run("exit", preexec_fn=lambda: [os.close(i) for i in range(3)]).one(),
       EXIT)
