# RUN: %py %s
import os

from runs import Run, equal

run = Run("kill", env={"EDGEPROF_FILE": "d/raw"}, status=-9,
          preexec_fn=lambda: os.umask(0))
Run("exit", env={"EDGEPROF_FILE": "d/run", "EDGEPROF_LOG": "d/log"},
    where=run.dir, preexec_fn=lambda: os.umask(0))
for name, mode in (("", 0o755), ("/raw", 0o644), ("/run", 0o644),
                   ("/log", 0o644)):
    equal(os.stat(f"{run.dir}/d{name}").st_mode & 0o777, mode)
