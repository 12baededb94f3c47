# RUN: %py %s
import os

from profile import LOST
from runs import Run, build, built, counts

build("collide", "collide.c")
build("called-early.so", "early.c", "-shared", "-fPIC",
      "-Wl,--no-as-needed", built("early.so"))
for threads in (0, 3):
    p = Run("kill", threads, built("called-early.so"), program="collide",
            status=-9).one()
    if not os.environ["SANITIZE"]:  # their libraries are in the way
        counts(p, [1, threads], "collide", raw=True,
               flags=LOST if threads else 0)
        if not threads:  # its counters have moved
            counts(p, [1000], "called-early.so", raw=True)
    p = Run(threads, built("called-early.so"), program="collide").one()
    counts(p, [1, threads], "collide")
    counts(p, [1001], "called-early.so")
    counts(p, [1], "early.so")
    p = Run(threads, built("library.so"), program="collide").one()
    counts(p, [1, threads], "collide")
    counts(p, [0, 1000, 1], "library.so")
