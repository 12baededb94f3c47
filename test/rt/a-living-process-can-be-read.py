# RUN: %py %s
import glob
import subprocess

from profile import Profile
from runs import built, counts, directory

where = directory()
child = subprocess.Popen([built("main"), "wait"], cwd=where)
try:
    while True:
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
