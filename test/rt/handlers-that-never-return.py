# RUN: %py %s
import os

from profile import CUT
from runs import LIB, Run, build, counts

archive = ["-static", "-DSTATIC", f"{LIB}/libedgeprof_rt.a"]
build("handlers", "handlers.c")
build("handlers-hard", "handlers.c", "-O2", "-U_FORTIFY_SOURCE",
      "-D_FORTIFY_SOURCE=2")
build("handlers-static", "handlers.c", *archive, "-Wl,--build-id")
for kind in ("handlers", "handlers-hard", "handlers-static"):
    counts(Run("none", program=kind).one(), [1, 0, 1], kind)
    for way in ("", "-other", "-defer", "-reset"):
        p = Run("returns" + way, program=kind).one()
        counts(p, [1, 1, 1], kind)
        p = Run("within" + way, program=kind).one()
        counts(p, [1, 1, 1], kind)
        p = Run("exits" + way, program=kind).one()
        counts(p, [1, 1], kind, flags=CUT)
        p = Run("jumps" + way, program=kind).one()
        counts(p, [1, 1, 1], kind, flags=CUT)
    counts(Run("sysv", program=kind).one(), [1, 1], kind, flags=CUT)
if "thread" not in os.environ["SANITIZE"]:  # TSan forbids it
    counts(Run("thread", program="handlers").one(), [1, 1, 1], "handlers",
           flags=CUT)
