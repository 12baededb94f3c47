"""What traces cost: trace=ring, with and without weights that were measured, and prof-run --trace.

All do a twentieth of the usual load, in turn: prof-run keeps the path of main, so all of it,
which takes it 50 times the plain load's time; or of a function that nobody calls, and then
only looks through what comes.  Weights are those of the small load.
"""
import os
import subprocess

import contenders
import patched
import programs
import speed

PART = 20           # of the usual load
KEPT = {"prof-run --trace main": "main", "prof-run --trace, no call": "nobody"}


def train(row, program):
    """The profile of ROW's program from the small load.  It is traced itself: functions with
    calls of their own unit are others without."""
    profile = os.path.join(row["folder"], "profile")
    contenders.clear(row["folder"])
    speed.run(speed.load(program, 1, programs.make_data(speed.SMALL)), row["folder"])
    subprocess.run([os.path.join(programs.BIN, "prof-merge"), "-q", "-o", profile,
                    *contenders.run_files(row["folder"])], check=True)
    return profile


def build_weighed(row, program, ring):
    speed.build(row, program, contenders.Contender(
        row["contender"], programs.plugin_flag(row["compiler"]),
        options=f"trace=ring,profile={train(ring, program)}"))


def rows_of(program, compiler):
    """The first is the plain build's."""
    rows = speed.rows_of(program, compiler, ("-O2",),
                         ("plain", "edgeprof", "edgeprof, trace=ring"))
    ring = rows[-1]
    if "error" in ring:
        return rows
    weighed = {key: ring[key] for key in ("program", "compiler", "level")}
    weighed["contender"] = "edgeprof, trace=ring, profile="
    speed.guarded(weighed, build_weighed, program, ring)
    for name, function in KEPT.items():
        rows.append(patched.like(ring, name))
        rows[-1]["command"] = (f"{programs.BIN}/prof-run -q --calls 1 --trace {function} "
                               "-o runs/prof.out ./prog")
    return [*rows, weighed]


def measure(program, compiler, rounds):
    """The rows of PROGRAM under COMPILER."""
    rows, data = rows_of(program, compiler), programs.make_data()
    work = max(1, program.times // PART)
    speed.interleave(rows, rounds, lambda row: speed.load(
        program, work, data, row.get("command", "./prog")))
    return rows
