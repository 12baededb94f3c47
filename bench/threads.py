"""The compressors on one and two threads: wall time over plain on as many.

Each thread compresses the same text in memory of its own (loads/threads.c).
"""
import programs
import speed
from programs import Program

THREADS = (1, 2)
DRIVER = {"driver": "threads.c", "timed": ["{} {threads} {n} {data}"]}
THREADED = [
    Program("zlib-threads", "zlib", ["[!t]*.c", "trees.c"], **DRIVER,
            flags=programs.ZLIB["flags"] + " -DCODEC_ZLIB -pthread", times=3),
    Program("bzip2-threads", "bzip2", programs.BZIP2_LIBRARY, **DRIVER,
            flags="-I. -DBZ_NO_STDIO -DCODEC_BZIP2 -pthread", times=1),
    Program("zstd-threads", "libzstd", programs.ZSTD_LIBRARY, **DRIVER,
            flags=programs.ZSTD["flags"] + " -DCODEC_ZSTD", times=3),
]


def measure(program, compiler, rounds):
    """The rows of PROGRAM, one for each contender and number of threads."""
    data = programs.make_data()
    built = speed.rows_of(program, compiler, ("-O2",))
    rows = [{**row, "threads": count} for count in THREADS for row in built]
    speed.interleave(rows, rounds, lambda row: speed.load(
        program, program.times, data).replace("{threads}", str(row["threads"])))
    return rows


def choose(names):
    """The threaded twins of the programs named; none named: all."""
    chosen = [p for p in THREADED
              if not names or p.name.removesuffix("-threads") in names]
    programs.fetch(chosen)
    return chosen
