#!/usr/bin/env python3
"""Have prof-patch -p refuse processes by name, and check that they live on.

usage: refused-processes.py PROF_PATCH
"""
import ctypes
import os
import signal
import struct
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)


def traced():
    libc.ptrace(0, 0, 0, 0)  # PTRACE_TRACEME


def filtered():
    allow = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))
    program = struct.pack("HxxxxxxP", 1, ctypes.addressof(allow))
    libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
    libc.prctl(22, 2, ctypes.create_string_buffer(program), 0, 0)  # PR_SET_SECCOMP


def nothing():
    pass


def start(prepare):
    ready, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        prepare()
        os.write(tell, b"x")
        while True:
            signal.pause()
    os.read(ready, 1)
    return pid


def refuse(tool, pid, text):
    done = subprocess.run([tool, "-p", str(pid)], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 125 and text in done.stderr, (text, done)


def main(tool):
    for prepare, text in ((traced, "is traced already"), (filtered, "seccomp")):
        pid = start(prepare)
        refuse(tool, pid, text)
        os.kill(pid, signal.SIGKILL)
        assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGKILL
    pid = start(nothing)
    os.kill(pid, signal.SIGSTOP)
    os.waitpid(pid, os.WUNTRACED)
    refuse(tool, pid, "is stopped")
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    refuse(tool, pid, "has ended")  # nobody has waited for it
    os.waitpid(pid, 0)
    refuse(tool, pid, "No such process")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
