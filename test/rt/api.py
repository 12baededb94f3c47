# RUN: %py %s
from profile import CUT, Profile
from runs import Run, counts, equal

run = Run("api")
counts(run.one(), [0, 0, 1, 1, 0, 0, 0, 1])
equal(run.one().label, "by api")
snap = Profile(f"{run.dir}/api.snap")
counts(snap, [0, 0, 1], flags=CUT)
