#!/usr/bin/env python3
"""Show `run`, `raw` and `prog` with one byte changed, many times.

usage: flips.py PROF_SHOW
"""
import random
import resource
import subprocess
import sys

TIMES = 150  # of each kind


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))


def interesting(name, data):
    """The bytes that may be changed: of a program, its headers and notes."""
    if name != "prog":
        return range(len(data))
    notes = data.index(b"EPpn")
    return [*range(64), *range(notes - 64, data.rindex(b"EPpn") + 512),
            *range(len(data) - 64 * 48, len(data))]


def main(tool):
    random.seed(20261121)
    wrong = 0
    for name in ("run", "raw", "prog"):
        with open(name, "rb") as file:
            good = file.read()
        places = interesting(name, good)
        for _ in range(TIMES):
            data = bytearray(good)
            at = random.choice(places)
            data[at] ^= random.randrange(1, 256)
            with open("broken", "wb") as file:
                file.write(data)
            profile, binary = ("run", "broken") if name == "prog" else (
                "broken", "prog")
            done = subprocess.run([tool, "lines", "--binary", binary, profile],
                                  capture_output=True, preexec_fn=limit,
                                  check=False, timeout=20)
            if done.returncode not in (0, 1, 3) or (
                    done.returncode and b"prof-show: error: " not in done.stderr):
                wrong += 1
                print(f"{name}, byte {at} is {data[at]}: {done.returncode}\n"
                      f"{done.stderr.decode(errors='replace')[:500]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
