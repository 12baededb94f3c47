"""What counting a program that nobody compiled for it costs: prof-patch and others.

The same file, gcc's -O2, is counted by prof-patch, in full and --once; beside them are
the plugin and BOLT's -instrument, which want a program of their own: compiled again, and
linked with its relocations.  A small load shows what each costs from the start on, with
what emulates the processor, and breakpoints that are taken away when they are hit.
"""
import glob
import os
import re
import shutil
import subprocess

import contenders
import programs
import speed

PATCH = os.path.join(programs.BIN, "prof-patch")
LONG, SMALL = "-O2", "-O2, small load"
# By its own name in the folder beside which it looks for its runtime.
BOLT = max(glob.glob("/usr/lib/llvm-*/bin/llvm-bolt"), default="llvm-bolt")
SETS = 5            # how often a program is set up, for the least time
PART = 4            # of the usual load
FIRST = 0x1000      # code comes behind the file's headers


def built(program, compiler, name, flags):
    """A row whose folder has the program, compiled."""
    row = {"program": program.name, "compiler": compiler, "level": LONG,
           "contender": name, "command": "./prog"}
    speed.build({**row, "contender": f"patched {name}"}, program,
                contenders.Contender(f"patched {name}", f"{LONG} {flags}"))
    row["folder"] = os.path.join(programs.WORK, "bench", program.name, compiler + LONG,
                                 re.sub(r"\W+", "-", f"patched {name}"))
    return row


def like(source, name, level=None):
    """A row of SOURCE's program, in a folder of its own."""
    row = {**source, "contender": name, "level": level or source["level"]}
    row["folder"] = source["folder"] + re.sub(r"\W+", "-", f" {name} {row['level']}")
    shutil.rmtree(row["folder"], ignore_errors=True)
    shutil.copytree(source["folder"], row["folder"])
    return row


def write_anew(row, source, *words):
    """Have the command WORDS write ROW's program, of SOURCE's, and note what it takes."""
    command = [*words, "-o", f"{row['folder']}/prog", f"{source['folder']}/prog"]
    taken = []
    for _ in range(SETS):
        before = speed.children_time()
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        taken.append(speed.children_time() - before)
        if done.returncode:
            raise speed.Wrong(" ".join(done.stderr[-200:].split()))
    row["setup"] = min(taken)
    found = re.search(r"(\d+) of (\d+) functions are counted", done.stderr)
    row["functions"] = int(found[2]) if found else 0


def write_weighed(row, source, counted, program, data):
    """The same, with the counts of COUNTED's program of a turn on DATA."""
    profile = f"{row['folder']}/profile"
    contenders.clear(counted["folder"])
    speed.run(speed.load(program, 1, data, counted["command"]), counted["folder"])
    subprocess.run([os.path.join(programs.BIN, "prof-merge"), "-q", "-o", profile,
                    *contenders.run_files(counted["folder"])], check=True)
    contenders.clear(counted["folder"])
    write_anew(row, source, PATCH, "-v", "--profile", profile)


def set_breakpoints(row):
    """At each address of the line table, but for those of functions that the linker
    left out, which are about 0."""
    folder = row["folder"]
    lines = subprocess.run(["objdump", "--dwarf=decodedline", f"{folder}/prog"],
                           check=True, capture_output=True, text=True,
                           errors="replace").stdout
    with open(f"{folder}/addresses", "w", encoding="utf-8") as out:
        for address in sorted(set(re.findall(r"^\S+ +\d+ +(0x[0-9a-f]+)", lines, re.M))):
            if int(address, 16) >= FIRST:
                out.write(address + "\n")
    subprocess.run(["gcc-12", "-O2", f"{programs.LOADS}/breakpoints.c", "-o",
                    f"{folder}/breakpoints"], check=True)
    row["command"] = "./breakpoints addresses ./prog"


def rows_of(program, compiler, few):
    """The first of each level is the plain build's; FEW is a small load's data."""
    plain = built(program, compiler, "plain", "")
    plugin = built(program, compiler, "edgeprof", programs.plugin_flag(compiler))
    relocated = built(program, compiler, "relocated", "-Wl,--emit-relocs")
    full, once = like(plain, "prof-patch"), like(plain, "prof-patch --once")
    weighed = like(plain, "prof-patch --profile")
    bolt = like(relocated, "BOLT")
    speed.guarded(full, write_anew, plain, PATCH, "-v")
    speed.guarded(once, write_anew, plain, PATCH, "-v", "--once")
    speed.guarded(weighed, write_weighed, plain, full, program, few)
    speed.guarded(bolt, write_anew, relocated, BOLT, "-instrument",
                  f"--instrumentation-file={bolt['folder']}/runs/fdata")
    small = [like(plain, "plain", SMALL), like(full, "prof-patch", SMALL),
             like(once, "prof-patch --once", SMALL), like(plain, "breakpoints", SMALL),
             like(plain, "prof-patch --emulate", SMALL), like(plain, "callgrind", SMALL)]
    speed.guarded(small[3], set_breakpoints)
    small[4]["command"] = f"{PATCH} --emulate ./prog"
    small[5]["command"] = ("valgrind -q --tool=callgrind"
                           " --callgrind-out-file=runs/%p ./prog")
    return [plain, plugin, full, once, weighed, bolt], small


def executed(row, program, work, data):
    """As speed's, of the file as it is: what is patched cannot be stripped.  Probes
    that remove themselves do so under valgrind, too."""
    contenders.clear(row["folder"])
    speed.run(speed.load(program, work, data, "valgrind -q --tool=callgrind"
                         " --smc-check=all --callgrind-out-file=runs/callgrind.%p"
                         " ./prog"), row["folder"])
    total = 0
    for path in contenders.run_files(row["folder"]):
        if "/callgrind." in path:
            with open(path, encoding="utf-8") as text:
                total += int(re.search(r"^(?:summary|totals): (\d+)", text.read(),
                                       re.M)[1])
    contenders.clear(row["folder"])
    return total


def instructions(row, program, data):
    row["instructions"] = executed(row, program, 1, data)


def warm(row, program, data):
    """What more of the work takes, when the first of it has been done."""
    row["warm"] = executed(row, program, 3, data) - row["instructions"]


def measure(program, compiler, rounds):
    """The rows of PROGRAM."""
    data, few = programs.make_data(), programs.make_data(speed.SMALL)
    long, small = rows_of(program, compiler, few)
    work = max(1, program.times // PART)
    speed.interleave(long, rounds,
                     lambda row: speed.load(program, work, data, row["command"]))
    speed.interleave(small, max(1, rounds // 2),
                     lambda row: speed.load(program, 1, few, row["command"]))
    for row in long:
        speed.guarded(row, instructions, program, few, error="callgrind")
    for row in (long[0], long[3]):
        speed.guarded(row, warm, program, few, error="callgrind")
    return long + small
