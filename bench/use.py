"""What a profile of an earlier run gains: use=FILE beside the compilers' own.

A contender is trained by a quarter of the load, and by the small one, and built again
with what these have left.  All are measured on the whole load, in turn.
"""
import glob
import os
import re
import subprocess
from typing import NamedTuple

import contenders
import programs
import speed

PROF_MERGE = os.path.join(programs.BIN, "prof-merge")
PROF_SHOW = os.path.join(programs.BIN, "prof-show")
PROFILE = "profile"  # in the contender's folder
VALUES = "values=yes"


class Trained(NamedTuple):
    name: str
    flags: str = ""      # of the first build; none: there is no training
    first: str = ""      # EDGEPROF_OPTIONS of the first
    use: str = ""        # of the second, {} being the profile
    options: str = ""    # EDGEPROF_OPTIONS of the second, likewise
    merge: tuple = ()    # the command; run files follow
    prints: bool = False  # the command prints the profile


def link_time(compiler):
    """The level at which the linker optimises all files together."""
    if compiler.startswith("gcc"):
        return "-O2 -flto"
    return f"-O2 -flto=thin -fuse-ld=lld-{compiler.split('-')[1]}"


def trained(compiler):
    plugin = programs.plugin_flag(compiler)
    merge = (PROF_MERGE, "-o", PROFILE)
    if compiler.startswith("gcc"):
        own = Trained("-fprofile-use", "-fprofile-generate", use="-fprofile-use")
        form, sampled = "afdo", "-g1 -fauto-profile={}"
    else:
        version = compiler.split("-")[1]
        own = Trained("-fprofile-use", "-fprofile-generate", use="-fprofile-use={}",
                      merge=(f"llvm-profdata-{version}", "merge", "-o", PROFILE))
        form = "llvm-text"
        sampled = "-g1 -fdebug-info-for-profiling -fprofile-sample-use={}"
    return [Trained("plain"), own,
            Trained("use=, count=no", plugin, "", plugin, "use={},count=no", merge),
            Trained("use= of values=yes, count=no", plugin, VALUES, plugin,
                    "use={},count=no", merge),
            Trained("prof-show pgo", plugin, "", sampled, merge=(
                PROF_SHOW, "pgo", "--format", form), prints=True),
            Trained("edgeprof", plugin, "", plugin),
            Trained("edgeprof, use=", plugin, "", plugin, "use={}", merge),
            Trained("edgeprof, use= of values=yes", plugin, VALUES, plugin, "use={}",
                    merge)]


def train(row, program, contender, folder):
    """Leave what a quarter of the load did as FOLDER/profile, or as GCC's files.

    The small load, of which instructions are counted, is done as well: zstd does small
    inputs by functions that no large one comes to.
    """
    programs.build(program, folder, row["compiler"],
                   f"{row['level']} {contender.flags}",
                   EDGEPROF_OPTIONS=contender.first)
    for work, data in ((max(1, program.times // 4), programs.make_data()),
                       (1, programs.make_data(speed.SMALL))):
        speed.run(speed.load(program, work, data), folder)
    if contender.merge:
        done = subprocess.run([*contender.merge, *contenders.run_files(folder)],
                              cwd=folder, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        if contender.prints:
            with open(os.path.join(folder, PROFILE), "wb") as file:
                file.write(done.stdout)
    for path in glob.glob(f"{folder}/runs/*"):
        os.remove(path)


def build(row, program, contender):
    folder = os.path.join(programs.WORK, "bench", "use", program.name,
                          row["compiler"] + re.sub(r"[ =]", "", row["level"]),
                          str(row["number"]))
    profile = os.path.join(folder, PROFILE)
    if contender.flags and (contender.options or contender.use != contender.flags):
        train(row, program, contender, folder)
    row["folder"] = folder
    row["compile"] = programs.build(
        program, folder, row["compiler"],
        f"{row['level']} {contender.use.format(profile)}", keep=True,
        EDGEPROF_OPTIONS=contender.options.format(profile))
    for path in glob.glob(f"{folder}/*.gcda"):
        os.remove(path)
    speed.measure_size(row)


def built(program, compiler, level="-O2", names=None):
    """The rows of PROGRAM, trained and built: those of the contenders NAMES, or of all."""
    pairs = [({"program": program.name, "compiler": compiler, "level": level,
               "contender": contender.name, "number": i}, contender)
             for i, contender in enumerate(trained(compiler))
             if not names or contender.name in names]
    for row, contender in pairs:
        speed.guarded(row, build, program, contender)
    return [row for row, _ in pairs]


def measure(program, compiler, rounds):
    """The rows of PROGRAM under COMPILER."""
    rows = built(program, compiler)
    data = programs.make_data()
    speed.interleave(rows, rounds,
                     lambda row: speed.load(program, program.times, data))
    speed.all_instructions(program, rows)
    return rows


def measure_instructions(program, compiler, _rounds):
    """The rows of what users choose between; no time is taken."""
    rows = [row for level in ("-O2", link_time(compiler))
            for row in built(program, compiler, level, (
                "plain", "-fprofile-use", "use=, count=no", "edgeprof", "edgeprof, use="))]
    speed.all_instructions(program, rows)
    return rows
