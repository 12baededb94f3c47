# RUN: %py %s
# REQUIRES: root
import glob
import os
import shutil
import subprocess

from profile import Profile
from runs import EXIT, built, counts, directory, equal

where = directory()
shutil.copy(built("main-static"), where)
for path in ("/main-static", "./main-static"):
    subprocess.run(["chroot", where, path, "exit"], check=True)
    left, = glob.glob(f"{where}/prof.out.*")
    counts(Profile(left), EXIT, "main-static")
    equal(Profile(left).modules[0][0], "/main-static")
    os.unlink(left)
