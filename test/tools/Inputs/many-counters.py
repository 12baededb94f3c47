"""A run file of a few bytes says that a module has 2^28 counters, all 0; another
that 2^24 are 1, which are in memory once.

usage: many-counters.py PROF_MERGE PROF_SHOW
"""
import resource
import struct
import subprocess
import sys
import zlib

LIMIT = 64 << 10  # KiB
READ = """
import mmap, resource
memory = mmap.mmap(-1, 128 << 20, flags=mmap.MAP_PRIVATE)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
memory.find(b"1")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before > 64 << 10)
"""


def leb(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def record(kind, body):
    return leb(kind) + leb(len(body)) + body


def run_file(plain):
    packed = zlib.compress(plain, 9)
    head = b"EDGEPROF" + struct.pack("<IIQQI", 1, 2, len(packed), len(plain),
                                     zlib.crc32(packed))
    return head + struct.pack("<I", zlib.crc32(head)) + packed


def used():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def counters(n):
    """KiB of N counters that are only read: none, where the kernel has a page of zeros for
    all memory that is."""
    said = subprocess.run([sys.executable, "-c", READ], stdout=subprocess.PIPE, check=True)
    return n * 8 >> 10 if said.stdout == b"True\n" else 0


def main(merge, show):
    n = 1 << 28
    limit = LIMIT + counters(n)
    module = (leb(1) + leb(8) + bytes(8) + leb(2) + b"/x" + leb(n) + leb(n)
              + leb(0))
    with open("many.run", "wb") as out:
        out.write(run_file(record(1, leb(1) + leb(0) + leb(0))
                           + record(3, module)))
    for words, status in (([merge, "-o", "sum", "many.run"], 0),
                          ([merge, "--scale", "3", "-o", "sum", "many.run"], 0),
                          ([show, "coverage", "many.run"], 3)):
        done = subprocess.run(words, stderr=subprocess.PIPE, check=False)
        assert done.returncode == status, (words, done)
    assert used() < limit, f"{used()} KiB"
    n = 1 << 24
    module = leb(1) + leb(8) + bytes(8) + leb(2) + b"/x" + leb(n) + leb(0) + leb(n)
    with open("ones.run", "wb") as out:
        out.write(run_file(record(1, leb(1) + leb(0) + leb(0))
                           + record(3, module + b"\1" * n)))
    subprocess.run([merge, "-o", "sum", "ones.run"], check=True)
    assert used() < max(limit, LIMIT + (n * 8 >> 10)), f"{used()} KiB"


main(*sys.argv[1:])
