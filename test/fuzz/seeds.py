#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the inputs that fuzzing starts from: of real programs and real runs.

usage: seeds.py BUILD OUT

OUT gets a folder per fuzz target.  An input that stands for a run file is
sixteen bytes of head and the file's records, unpacked (fuzz.h).
"""
import glob
import os
import re
import struct
import subprocess
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD, OUT = (os.path.abspath(p) for p in sys.argv[1:3])
RUN = os.path.join(HERE, "..", "run")
sys.path += [os.path.dirname(HERE), os.path.join(HERE, "..", "format")]
import compilers  # noqa: E402
import import_samples as samples  # noqa: E402
import make  # noqa: E402

GCC, CLANG = compilers.gcc(BUILD), compilers.clang(BUILD)
# control-flow.c has every kind of edge of C, exceptions.cc those of C++.
PROGRAMS = [  # and how they end
    ("control-flow.c", GCC, "-fplugin=", 0),
    ("control-flow.c", CLANG, "-fpass-plugin=", 0),
    ("leave.c", GCC, "-fplugin=", 7),
    ("exceptions.cc", compilers.driver(GCC, ".cc"), "-fplugin=", 0),
    ("sigkill.c", GCC, "-fplugin=", -9),  # leaves a raw file
    ("crash.c", GCC, "-fplugin=", -6),  # and stacks, which STOPS are for
    ("crash.c", CLANG, "-fpass-plugin=", -6),
    ("mcdc.c", GCC, "-fplugin=", 0),  # and WAYS
    ("trace.c", GCC, "-fplugin=", 0),  # marks that rings have
]
OPTIONS = {"crash.c": "frames=yes", "mcdc.c": "mcdc=yes", "trace.c": "trace=ring"}


def run(*command, status=0, **options):
    done = subprocess.run(command, stdout=subprocess.DEVNULL, **options)
    assert done.returncode == status, (command, done.returncode)


def save(target, name, data):
    os.makedirs(f"{OUT}/{target}", exist_ok=True)
    with open(f"{OUT}/{target}/{name}", "wb") as file:
        file.write(data)


def load(path):
    with open(path, "rb") as file:
        return file.read()


def unpacked(path):
    data = load(path)
    if data[12] == 1:  # raw
        return data
    return data[:16] + zlib.decompressobj().decompress(data[40:])


def build(where, source, compiler, flag):
    run(compiler, "-O1", "-g", f"{flag}{BUILD}/lib/edgeprof/edgeprof.so", "-o",
        f"{where}/prog", os.path.join(RUN, source),
        env=dict(os.environ, EDGEPROF_OPTIONS=OPTIONS.get(source, "")))
    run("strip", "-o", f"{where}/bare", f"{where}/prog")
    run("objcopy", "-O", "binary", "--only-section=.edgeprof.notes",
        "--set-section-flags", ".edgeprof.notes=alloc", f"{where}/bare",
        f"{where}/notes")


def run_it(where, status):
    """Runs of two labels, and their sum."""
    for name, label in (("run", "a label"), ("other", "another")):
        run("./prog", cwd=where, status=status, env=dict(
            os.environ, EDGEPROF_FILE=name, EDGEPROF_LABEL=label))
    run(f"{BUILD}/bin/prof-merge", "-q", "-o", "sum", "run", "other", cwd=where)


def trace_it(where, name):
    """The paths of all calls but main's."""
    run(f"{BUILD}/bin/prof-run", "-q", "--trace", "[!m]*", "-o", "traced", "./prog", cwd=where)
    traced = unpacked(f"{where}/traced")
    for target in ("counts", "profile"):
        save(target, f"{name}-traced", traced)
    save("merge", f"{name}-traced", struct.pack("<II", len(traced), len(traced)) + traced * 3)


def save_all(where, name, other):
    """OTHER is the one before, for sums of different programs."""
    run_file, merged = unpacked(f"{where}/run"), unpacked(f"{where}/sum")
    merged += make.samples() + make.stacks()
    save("notes", name, load(f"{where}/notes"))
    save("binary", name, load(f"{where}/bare"))
    save("counts", f"{name}-packed", load(f"{where}/sum"))
    for target in ("counts", "profile"):
        save(target, f"{name}-run", run_file)
        save(target, f"{name}-sum", merged)
    for kind, parts in (("same", (run_file, merged)), ("other", (merged, other))):
        sizes = [len(part) for part in parts]
        save("merge", f"{name}-{kind}",
             struct.pack("<II", *sizes) + b"".join(parts) + run_file)
    return run_file


other = b""
for number, (*how, status) in enumerate(PROGRAMS):
    folder = f"{OUT}/programs/{number}"
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(f"{folder}/*"):
        os.remove(old)
    build(folder, *how)
    run_it(folder, status)
    other = save_all(folder, str(number), other)
    if OPTIONS.get(how[0]) == "trace=ring":
        trace_it(folder, str(number))

for number, source in enumerate(("control-flow.c", "exceptions.cc")):
    plain = f"{OUT}/programs/plain-{number}"
    run(compilers.driver(GCC, os.path.splitext(source)[1]), "-O2", "-o", plain,
        os.path.join(RUN, source))
    run("strip", plain)
    save("code", str(number), load(plain))

# Static, as small as only musl's are; not position-independent; with locks that overlap.
for name, how in (("static", ["musl-gcc", "-static"]),
                  ("static-pie", ["musl-gcc", "-static-pie", "-fPIE"]),
                  ("exec", [GCC, "-no-pie", "-fno-pie"])):
    plain = f"{OUT}/programs/{name}"
    run(*how, "-O2", "-s", "-o", plain, f"{HERE}/../patch/locks.c")
    save("code", name, load(plain))

for name in ("not-compiled.c", "begun-below.cc", "hidden-conditions.c", "lambdas.cc"):
    text = load(os.path.join(RUN, name))
    for at in range(0, len(text), 1000):
        save("words", f"{name}-{at}", text[at:at + 1000])

folder = f"{OUT}/programs/sent"
os.makedirs(folder, exist_ok=True)
run(GCC, "-g", "-ffreestanding", "-nostdlib", "-static", "-fno-stack-protector",
    f"-I{HERE}/../../include", f"-fplugin={BUILD}/lib/edgeprof/edgeprof.so",
    "-fplugin-arg-edgeprof-runtime=none", "-o", f"{folder}/prog",
    f"{HERE}/../tools/images.c")
log = subprocess.run(f"{folder}/prog", check=True, stdout=subprocess.PIPE).stdout
save("sent", "log", log)
save("sent", "mixed", b"boot\n[ 0.1] " + log[:100] + b"\n" + log)
parts = [bytes.fromhex(line.decode())[:-4] for line in re.findall(rb"edgeprof:(\w+)", log)]
save("sent", "parts", b"\0" + b"".join(bytes([len(part)]) + part for part in parts))
run(GCC, "-g", "-ffreestanding", "-fno-pie", f"-I{HERE}/../../include",
    f"-fplugin={BUILD}/lib/edgeprof/edgeprof.so", "-fplugin-arg-edgeprof-runtime=none",
    "-c", "-o", f"{folder}/module.o", f"{HERE}/../tools/images.c")
run("ld", "-r", "--force-group-allocation", "-T",
    f"{HERE}/../../include/edgeprof/kernel-module.lds", "-o", f"{folder}/module.ko",
    f"{folder}/module.o")
run("objcopy", "--strip-debug", f"--add-section=.modinfo={HERE}/fuzz.h", f"{folder}/module.ko")
save("binary", "module", load(f"{folder}/module.ko"))
run("strip", f"{folder}/prog")
save("binary", "sent", load(f"{folder}/prog"))

for name in ("LCOV", "LCOV2", "COBERTURA", "CALLGRIND", "GCOV", "LLVM"):
    save("imports", name, getattr(samples, name).encode())
