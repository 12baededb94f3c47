#!/usr/bin/env python3
"""Dump the memory of a machine as a core file, when it has come to its end.

usage: memory.py IMAGE LOG CORE

The machine runs IMAGE, and is at its end when it has written the line `done` to LOG.
"""
import subprocess
import sys
import time


def main(image, log, core):
    machine = ["qemu-system-x86_64", "-M", "pc", "-m", "32", "-nodefaults", "-display",
               "none", "-no-reboot", "-monitor", "stdio", "-serial", "file:" + log,
               "-kernel", image]
    with subprocess.Popen(machine, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          text=True) as qemu:
        for _ in range(600):
            with open(log, "a+", encoding="utf-8", errors="replace") as text:
                text.seek(0)
                if "\ndone\n" in text.read():
                    break
            time.sleep(0.1)
        else:
            qemu.kill()
            sys.exit("the machine did not come to its end")
        qemu.communicate(f"dump-guest-memory {core}\nquit\n", timeout=60)


if __name__ == "__main__":
    main(*sys.argv[1:])
