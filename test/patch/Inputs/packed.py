#!/usr/bin/env python3
"""A static program without the tables that nothing needs to run it.

usage: packed.py PROGRAM NEW
"""
import os
import struct
import sys


def main(program, new):
    with open(program, "rb") as old:
        data = bytearray(old.read())
    struct.pack_into("<Q", data, 40, 0)  # e_shoff
    struct.pack_into("<HHH", data, 58, 0, 0, 0)  # e_shentsize, e_shnum, e_shstrndx
    with open(new, "wb") as out:
        out.write(data)
    os.chmod(new, 0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
