# RUN: %py %s
from runs import Run, build, built, counts

build("early", "early.c", "-Wl,--no-as-needed", built("early.so"),
      "-rdynamic")
build("early-lld", "early.c", "-Wl,--no-as-needed", built("early.so"),
      "-rdynamic", "-fuse-ld=lld", "-no-pie", "-fno-pie")
for kind in ("early", "early-lld"):
    p = Run(program=kind).one()
    counts(p, [1001, 1], kind)
    counts(p, [1], "early.so")
p = Run("kill", program="early", status=-9).one()
counts(p, [1000, 1], "early", raw=True)
