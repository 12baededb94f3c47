# RUN: %py %s
from runs import Run, counts

script = ["-batch", "-ex", "break at_barrier", "-ex", "run", "-ex",
          "print barrier", "-ex", "print $gs_base", "-ex", "finish",
          "-ex", "delete", "-ex", "continue", "--args"]
run = Run("many", 3, wrap=["gdb", *script])
assert b"exited normally" in run.done.stdout, run.done.stdout
counts(run.one(), [1, 3000, 3, 0, 0, 0, 0, 1])
