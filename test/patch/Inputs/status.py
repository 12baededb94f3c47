#!/usr/bin/env python3
"""usage: status.py STATUS COMMAND...

Run COMMAND with a cache of its own; succeed if it ends with STATUS.
"""
import os
import subprocess
import sys


def main(wanted, *command):
    environment = {**os.environ, "XDG_CACHE_HOME": os.path.abspath("cache")}
    found = subprocess.run(command, env=environment, check=False).returncode
    if found != int(wanted):
        print(f"{' '.join(command)}: status {found}, expected {wanted}")
    return found != int(wanted)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
