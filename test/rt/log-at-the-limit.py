# RUN: %py %s
from runs import Run, directory

where = directory()
wrap = ["sh", "-c", 'ulimit -f 0; exec "$@" 2>error', "sh"]
for target in ("log", "2"):
    Run("exit", env={"EDGEPROF_LOG": target}, where=where, wrap=wrap)
