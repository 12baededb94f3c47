# RUN: %py %s
import glob
import os

from profile import Profile
from runs import Run, equal

env = {"EDGEPROF_FILE": "d/%e-%h-%p-%%-%q{FRUIT}-%b-%t", "FRUIT": "pear",
       "TMPDIR": "x", "EDGEPROF_LABEL": "a label"}
run = Run("exit", env=env)
path, = glob.glob(f"{run.dir}/d/*/*") or glob.glob(f"{run.dir}/d/*")
name = os.path.basename(path).split("-")
equal((name[0], name[-4:-2], name[-1]), ("main", ["%", "pear"], "x"))
equal(len(name[-2]), 40)
equal(Profile(path).label, "a label")
killed = Run("kill", env={"EDGEPROF_LABEL": "cut"}, status=-9).one()
equal(killed.label, "cut")
