# RUN: %py %s
# What was counted is found between long stretches of what was not.
from runs import Run, build, counts

build("far", "far.c", "-fPIE", "-pie")
counted = (511, 512, 1535, 3072, 4999)
counts(Run(program="far").one(), [int(i in counted) for i in range(5000)], "far")
