# RUN: %py %s
from runs import Run, build, built, counts

build("host", "host.c")
for way in ("here", "apart"):
    p = Run(way, built("flushes.so"), program="host").one()
    counts(p, [0, 400000, 1, 800000, 400000000, 1200000, 1600000],
           "flushes.so")
