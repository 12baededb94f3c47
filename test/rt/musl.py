# RUN: %py %s
# The runtime serves programs of musl as well: those of the other tests, built with
# musl-gcc, behave and count as they do with glibc.  Left out is what musl has not: an
# archive, dlclose, .preinit_array, headers of the kernel, sysv_signal, dlmopen.
import os
import subprocess
import sys

os.environ["REALGCC"] = os.environ["CC"]
os.environ["CC"] = "musl-gcc"
os.environ["SANITIZE"] = "-Wl,--build-id"  # which Debian's GCC passes by itself

import build  # noqa: E402
from runs import LIB, OWN  # noqa: E402

TESTS = """
    a-living-process-can-be-read api code-that-runs-before-its-constructor every-end
    exec-writes-the-run-file fork-with-one-name forks-in-threads hundred-libraries log
    names never-overwritten no-place-for-files nothing-shows off raw-clone-is-told
    regions-are-handed-on rights-of-files shared-counters signal-snapshots
    threads-of-a-library-without-counters threads-of-all-kinds
    vfork-counts-for-the-parent
""".split()

os.environ["RT_PROGRAMS"] = OWN + "/programs"
os.mkdir(OWN + "/programs")
build.build_all(LIB, OWN + "/programs", static=False)
here = os.path.dirname(os.path.abspath(__file__))
for test in TESTS:
    print(test, flush=True)
    subprocess.run([sys.executable, f"{here}/{test}.py"], check=True)
