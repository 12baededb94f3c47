#!/usr/bin/env python3
"""Have prof-patch -p refuse processes by name, and check that they live on.  One with a filter
of calls to the kernel is counted by root, and its filter is then what it was.

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
    """memfd_create kills, as does SIGUSR1, by calling it."""
    signal.signal(signal.SIGUSR1, lambda *_: os.memfd_create("x"))
    steps = ctypes.create_string_buffer(
        struct.pack("HBBI", 0x20, 0, 0, 0) +  # the call's number
        struct.pack("HBBI", 0x15, 0, 1, 319) +  # memfd_create
        struct.pack("HBBI", 6, 0, 0, 0x80000000) +  # SECCOMP_RET_KILL_PROCESS
        struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))  # SECCOMP_RET_ALLOW
    program = struct.pack("HxxxxxxP", 4, ctypes.addressof(steps))
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


def count_filtered(tool):
    pid = start(filtered)
    if os.getuid() == 0:
        subprocess.run([tool, "-p", str(pid), "-o", "run", "--window", "1"], check=True)
    else:
        refuse(tool, pid, "seccomp")
    os.kill(pid, 0)
    os.kill(pid, signal.SIGUSR1)
    assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGSYS


def refuse_sharing(tool):
    """A child that has its parent's memory until it executes a program, where kcmp tells."""
    if libc.syscall(312, os.getpid(), os.getpid(), 1, 0, 0) != 0:
        return
    os.mkfifo("fifo")
    parent = os.fork()
    if parent == 0:
        opens = (os.POSIX_SPAWN_OPEN, 0, "fifo", os.O_RDONLY, 0)
        child = os.posix_spawn("/bin/true", ["true"], {}, file_actions=[opens])
        os._exit(os.waitpid(child, 0)[1])
    child = None
    while not child:
        with open(f"/proc/{parent}/task/{parent}/children", encoding="ascii") as children:
            child = children.read()
    refuse(tool, int(child), f"shares its memory with process {parent}")
    os.close(os.open("fifo", os.O_WRONLY))
    assert os.waitpid(parent, 0)[1] == 0


def main(tool):
    count_filtered(tool)
    refuse_sharing(tool)
    pid = start(traced)
    refuse(tool, pid, "is traced already")
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
