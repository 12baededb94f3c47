# RUN: %py %s
# The counts of a process without threads are packed where they are, not from a copy.
# Should somebody count there meanwhile, the file is whole all the same.
from runs import Run, build

build("racing", "racing.c", "-no-pie", "-fno-pie")
for i in range(10):
    got = Run(program="racing").one().module("racing")
    assert len(got) == 100000 and all(got), got[:9]
