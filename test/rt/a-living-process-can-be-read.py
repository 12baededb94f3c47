# RUN: %py %s
import glob
import subprocess
import time

from profile import Profile
from runs import built, counts, directory

where = directory()
child = subprocess.Popen([built("main"), "wait"], cwd=where)
end = time.monotonic() + 60
try:
    while True:
        assert time.monotonic() < end, "it is not counted"
        found = glob.glob(f"{where}/*")
        if found:
            try:
                p = Profile(found[0])
            except AssertionError:
                continue
            if p.modules and p.module("main")[0]:
                break
    counts(p, [1], raw=True)
finally:
    child.kill()
    child.wait()
