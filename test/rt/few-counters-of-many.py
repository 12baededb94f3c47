# RUN: %py %s
# What was counted is found between long stretches of what was not, on whatever file
# system, and of tmpfs, which says where something was written.
import tempfile

from runs import Run, build, counts

build("far", "far.c", "-fPIE", "-pie")
counted = (511, 512, 1535, 3072, 4999)
want = [int(i in counted) for i in range(5000)]
counts(Run(program="far").one(), want, "far")
with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
    counts(Run(program="far", where=folder).one(), want, "far")
