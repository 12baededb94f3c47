# SPDX-License-Identifier: MIT
"""What the tests of the runtime have in common: to run a program in a directory of
its own, and to compare what it left.

    counts(Run("vfork").one(), [1, 1, 0, 0, 0, 0, 0, 1])

lit.local.cfg says where the runtime (RT_LIB) and the programs that all tests share
(RT_PROGRAMS) are.  All that a test makes goes when it ends.
"""
import atexit
import glob
import os
import re
import shutil
import subprocess
import tempfile

import build as programs
from profile import Profile, is_pool, pool

LIB = os.environ["RT_LIB"]
EXIT = [1, 0, 0, 0, 0, 0, 1, 1]  # main, atexit, destructor
SPARE = re.compile(r"\.prof\.out\.[0-9a-f]{16}(_[0-9])?\.[0-3]")
OWN = tempfile.mkdtemp(prefix="edgeprof-rt-")
atexit.register(shutil.rmtree, OWN, ignore_errors=True)


def directory():
    return tempfile.mkdtemp(dir=OWN)


def build(out, source, *flags):
    """Build a program that only this test runs."""
    programs.build(LIB, f"{OWN}/{out}", source, *flags)


def built(name):
    """The path of a program or library: the test's own, or one that all share."""
    own = os.path.join(OWN, name)
    return own if os.path.exists(own) else os.environ["RT_PROGRAMS"] + "/" + name


def for_others(name):
    """Name a copy of a program where users without rights can run it."""
    os.chmod(OWN, 0o755)
    return shutil.copy(built(name), OWN)


class Run:
    """One run in a directory of its own (kept in self.dir)."""

    def __init__(self, *args, program="main", wrap=(), env=None, where=None,
                 status=0, **popen):
        self.dir = where or directory()
        full = {k: v for k, v in os.environ.items()
                if not k.startswith("EDGEPROF")}
        full.update(env or {})
        self.done = subprocess.run(
            [*wrap, built(program), *map(str, args)], cwd=self.dir,
            env=full, capture_output=True, timeout=120, **popen)
        assert self.done.returncode == status, self.done
        assert not self.done.stderr or wrap, self.done.stderr

    def files(self, pattern="prof.out.*"):
        left = [f for f in os.listdir(self.dir)
                if f.startswith(".") and not SPARE.fullmatch(f)]
        assert not left, left
        return sorted(glob.glob(f"{self.dir}/{pattern}"))

    def profiles(self, pattern="prof.out.*"):
        return [run for f in self.files(pattern)
                for run in (pool(f) if is_pool(f) else [Profile(f)])]

    def one(self, pattern="prof.out.*"):
        found = self.profiles(pattern)
        assert len(found) == 1, self.files(pattern)
        return found[0]


def equal(a, b):
    assert a == b, f"{a} != {b}"


def counts(profile, expected, name="main", raw=False, flags=0):
    got = profile.module(name)
    equal((got[:len(expected)], profile.raw, profile.flags),
          (expected, raw, flags))
    assert not any(got[len(expected):])
