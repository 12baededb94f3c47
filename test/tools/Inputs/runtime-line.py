"""runtime-line.py PROGRAM: a program that finds no runtime ends as it should, wherever
the line about that goes: stderr closed, full, without a reader, or at its largest."""
import os
import resource
import signal
import subprocess
import sys


def ends_well(stderr, prepare=None):
    def in_child():
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        if prepare:
            prepare()

    subprocess.run([sys.argv[1]], stderr=stderr, preexec_fn=in_child, check=True)


ends_well(None, lambda: os.close(2))
read, write = os.pipe()
os.close(read)
ends_well(write)
with open("/dev/full", "w") as full:
    ends_well(full)
with open("log", "w") as log:
    ends_well(log, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
assert os.path.getsize("log") == 0
