# RUN: %py %s
from runs import Run, build, built, counts

build("alternate", "alternate.c")
p = Run(built("library.so"), built("other.so"), program="alternate").one()
counts(p, [0, 50, 50], "library.so")
counts(p, [0, 50, 50], "other.so")
