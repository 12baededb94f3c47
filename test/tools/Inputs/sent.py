#!/usr/bin/env python3
"""A second reader of what programs without a runtime send, from docs/format.md alone.

usage: sent.py LOG BYTES

Exit status 1 unless the counters of the one run in LOG are BYTES, those of the section.
"""
import re
import struct
import sys
import zlib


def join(log):
    """The data of the last sending that is whole."""
    data, last = b"", None
    for digits in re.findall(rb"edgeprof:([0-9a-f]{22,})", log):
        part = bytes.fromhex(digits.decode())
        assert zlib.crc32(part[:-4]) == struct.unpack("<I", part[-4:])[0]
        tag, offset = struct.unpack("<HI", part[:6])
        if offset & 0x7fffffff == 0:
            data = b""
        assert offset & 0x7fffffff == len(data)
        data += part[6:-4]
        if offset >> 31:
            last = data
            assert tag == struct.unpack("<H", data[:2])[0]
    return last


def leb(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def counters(data):
    assert zlib.crc32(data[:-4]) == struct.unpack("<I", data[-4:])[0]
    _number, at = leb(data, 12)
    flags, at = leb(data, at)
    size, at = leb(data, at)
    found = []
    while len(found) < size:
        value, at = leb(data, at)
        zeros, at = leb(data, at) if value == 0 else (1, at)
        found += [value] * zeros
    assert (flags, len(found), at) == (0, size, len(data) - 4)
    return found


def main(log, section):
    with open(log, "rb") as sent, open(section, "rb") as memory:
        found = counters(join(sent.read()))
        assert memory.read() == struct.pack(f"<{len(found)}Q", *found)


if __name__ == "__main__":
    main(*sys.argv[1:])
