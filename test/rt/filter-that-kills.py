# RUN: %py %s
import os

from runs import Run, build, equal

build("filter", "filter.c")
run = Run(program="filter")
p = run.one()
random, expected = 1, []
for _ in range(1000):
    random = (random * 6364136223846793005 + 1442695040888963407) % 2**64
    expected.append(random)
equal((p.module("filter"), p.raw, p.flags), (expected, False, 0))
name, = run.files()
assert os.path.getsize(name) > 4096
