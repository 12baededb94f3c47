# RUN: %py %s
import os

from runs import Run, equal

run = Run("threads", env={"EDGEPROF": "off"})
equal(os.listdir(run.dir), [])
Run("absent", env={"EDGEPROF": "off"})
Run("absent", program="main-absent")
