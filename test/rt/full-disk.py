# RUN: %py %s
# REQUIRES: root
import glob
import os
import subprocess

from profile import Profile
from runs import Run, counts, directory, equal

where = directory()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", where],
               check=True)
try:
    open(f"{where}/fill", "wb").write(b"x" * 65536)
except OSError:
    pass
try:
    Run("threads", where=where)
    equal(os.listdir(where), ["fill"])
    os.truncate(f"{where}/fill", 40960)  # too little for 30 threads
    Run("many", 30, where=where)
    found = glob.glob(f"{where}/prof*")
    counts(Profile(found[0]), [1, 30000, 30, 0, 0, 0, 0, 1])
finally:
    subprocess.run(["umount", where], check=True)
