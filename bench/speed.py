"""Run time, executed instructions, sizes and compile time, program by program.

A row is a dictionary: program, compiler, level, contender, and what was measured
or "error", why it was not.
"""
import concurrent.futures
import glob
import hashlib
import os
import re
import resource
import subprocess
import time

import contenders
import programs

LEVELS = ("-O2", "-O0")
SLOW = 3            # -O0 gets a third of the work
SMALL = 256 << 10   # bytes of input under callgrind
LIMIT = "600"       # seconds, for one run of a load


class Wrong(Exception):
    """A contender that cannot be measured: why."""


def children_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def load(program, work, data, command="./prog"):
    """The shell script that does WORK times PROGRAM's work by COMMAND."""
    return programs.filled(" && ".join(program.timed), program, work, data, command)


def run(script, folder):
    """Processor and wall seconds of SCRIPT, and a digest of its output."""
    os.makedirs(f"{folder}/runs", exist_ok=True)
    used, start = children_time(), time.perf_counter()
    with open(f"{folder}/out", "wb") as out, open(f"{folder}/err", "wb") as err:
        status = subprocess.run(
            ["timeout", LIMIT, "sh", "-c", script], cwd=folder, stdout=out,
            stderr=err, check=False,
            env=contenders.run_environment(folder)).returncode
    taken = time.perf_counter() - start, children_time() - used
    if status:
        with open(f"{folder}/err", encoding="utf-8", errors="replace") as err:
            raise Wrong(f"the load ended with status {status}: " +
                        " ".join(err.read()[-200:].split()))
    with open(f"{folder}/out", "rb") as out:
        digest = hashlib.sha256(out.read()).hexdigest()
    return *taken, digest


def measure_size(row):
    folder = row["folder"]
    size = subprocess.run(["size", f"{folder}/prog"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    row["text"] = int(size.splitlines()[1].split()[0])
    row["file"] = os.path.getsize(f"{folder}/prog")
    row["side_files"] = contenders.size_of(
        os.path.join(folder, name) for name in os.listdir(folder)
        if name.endswith(".gcno"))


def build(row, program, contender):
    """Fill in ROW's folder, compile time and sizes."""
    folder = os.path.join(programs.WORK, "bench", program.name, row["compiler"] +
                          row["level"], re.sub(r"\W+", "-", contender.name))
    try:
        row["compile"] = programs.build(program, folder, row["compiler"],
                                        f"{row['level']} {contender.flags}",
                                        EDGEPROF_OPTIONS=contender.options)
    except subprocess.CalledProcessError as error:
        raise Wrong("does not compile") from error
    row["folder"] = folder
    measure_size(row)


def one_round(row, script, want):
    """Run SCRIPT once, whose output's digest must be WANT, if there is one yet."""
    contenders.clear(row["folder"])
    wall, cpu, digest = run(script, row["folder"])
    if want not in (None, digest):
        raise Wrong("its output differs from the plain build's")
    row.setdefault("wall", []).append(wall)
    row.setdefault("cpu", []).append(cpu)
    row["run_files"] = contenders.size_of(contenders.run_files(row["folder"]))
    return digest


def guarded(row, function, *arguments, error="error"):
    """FUNCTION's result; what goes wrong becomes ROW's ERROR."""
    if "error" in row:
        return None
    try:
        return function(row, *arguments)
    except (Wrong, OSError, subprocess.SubprocessError) as reason:
        row[error] = str(reason)
        print(f"  {row['program']} {row['compiler']} {row['level']} "
              f"{row['contender']}: {reason}", flush=True)
        return None


def interleave(rows, rounds, script_of):
    """ROUNDS times all ROWS in turn, each round beginning with another.

    The first row must be the plain build's.
    """
    want = {}
    for i in range(rounds):
        for row in rows[i % len(rows):] + rows[:i % len(rows)]:
            key = row.get("threads"), row["level"]
            digest = guarded(row, one_round, script_of(row), want.get(key))
            want.setdefault(key, digest)


def count_instructions(row, program, data):
    """Instructions that all processes of a small load execute, by callgrind.

    Without debug information and symbols: valgrind 3.19 gives up on the DWARF 5
    of Clang, and on the symbols of its coverage.
    """
    folder = row["folder"]
    contenders.clear(folder)
    subprocess.run(["strip", "-s", "-o", f"{folder}/bare", f"{folder}/prog"],
                   check=True)
    run(load(program, 1, data, "valgrind -q --tool=callgrind --callgrind-out-file="
             f"{folder}/runs/callgrind.%p ./bare"), folder)
    total = 0
    for path in glob.glob(f"{folder}/runs/callgrind.*"):
        with open(path, encoding="utf-8") as text:
            found = re.search(r"^(?:summary|totals): (\d+)", text.read(), re.M)
        if not found:
            raise Wrong("callgrind counted nothing")
        total += int(found[1])
    row["instructions"] = total
    contenders.clear(folder)


def side_by_side(function, items):
    """FUNCTION of each of ITEMS, as many at a time as there are processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(function, items))


def all_instructions(program, rows):
    data = programs.make_data(SMALL)
    side_by_side(lambda row: guarded(row, count_instructions, program, data,
                                     error="callgrind"), rows)


def rows_of(program, compiler, levels=LEVELS, names=None):
    """The rows of PROGRAM, built: those of the contenders NAMES, or of all."""
    cplusplus = any(not s.endswith(".c") for s in program.source_files())
    pairs = [({"program": program.name, "compiler": compiler, "level": level,
               "contender": contender.name}, contender)
             for level in levels
             for contender in contenders.contenders(compiler, level, cplusplus)
             if not names or contender.name in names]
    side_by_side(lambda pair: guarded(pair[0], build, program, pair[1]), pairs)
    return [row for row, _ in pairs]


def measure(program, compiler, rounds):
    """The rows of PROGRAM under COMPILER."""
    rows = rows_of(program, compiler)
    data = programs.make_data()
    work = {"-O2": program.times, "-O0": max(1, program.times // SLOW)}
    interleave(rows, rounds,
               lambda row: load(program, work[row["level"]], data))
    all_instructions(program, rows)
    return rows


def measure_instructions(program, compiler, _rounds):
    """The rows of PROGRAM at -O2 that say what users choose between; no time is taken."""
    rows = rows_of(program, compiler, ("-O2",),
                   ("plain", "edgeprof", "edgeprof, mcdc", "gcov", "coverage"))
    all_instructions(program, rows)
    return rows
