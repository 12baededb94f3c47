# RUN: %py %s
import subprocess

from runs import OWN, build, built, equal

build("foreign", "foreign.c")
done = subprocess.run([built("foreign")], capture_output=True, cwd=OWN)
equal(done.returncode, 1)
assert b"threads=shared" in done.stderr and done.stderr.count(b"\n") == 1
