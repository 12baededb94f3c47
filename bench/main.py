"""What counting costs, beside the peers: the command line of bench/run.

usage: bench/run [--rounds 7] [--compilers gcc-12,clang-14]
                 [--parts speed,others,patched,use,threads,startup,many]
                 [--processes 10000]
                 [PROGRAM...]

Writes build/bench/results.json and build/bench/results.md, after each program
again, and prints the latter; parts that are not measured stay as they were there.
More parts: "instructions" and "use-instructions" are of speed and use what a busy machine
measures as well; rows of their other programs and compilers stay.  "short" is git's tests
and 15,000 processes, "labels" what a label costs a test inside a process, "trace" what
traces cost.
A run of all parts and programs with the compilers above copies results.md to bench/,
where it is committed.
bench/README.md tells what the columns mean.
"""
import argparse
import datetime
import functools
import json
import os
import platform
import shutil
import subprocess
import sys

import labels
import many
import others
import patched
import programs
import short
import speed
import startup
import table
import threads
import traced
import use

OUT = os.path.join(programs.ROOT, "build", "bench")
USUAL = ("speed", "others", "patched", "use", "threads", "startup", "many")
INSTRUCTIONS = ("instructions", "use-instructions")
PARTS = (*USUAL, *INSTRUCTIONS, "short", "labels", "trace")


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        return next((line.split(":")[1].strip() for line in text
                     if line.startswith("model name")), platform.machine())


def version():
    return subprocess.run(["git", "describe", "--always", "--dirty"],
                          cwd=programs.ROOT, check=False, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def taken(rounds):
    """When and where, and how long the machine was busy otherwise."""
    return (f"{datetime.date.today()}, edgeprof {version()}: {processor()}, "
            f"{len(os.sched_getaffinity(0))} processors, "
            f"Linux {platform.release()}, load at the start "
            f"{os.getloadavg()[0]:.1f}, {rounds} rounds.")


def read():
    """The parts measured earlier; what is none, or was cut off, is dropped."""
    try:
        with open(os.path.join(OUT, "results.json"), encoding="utf-8") as text:
            earlier = json.load(text)
    except (FileNotFoundError, ValueError):
        return {}
    return {name: part for name, part in earlier.items()
            if name in PARTS and isinstance(part, dict)}


def write(results):
    os.makedirs(OUT, exist_ok=True)
    for name, text in (("results.json", json.dumps(results, indent=1)),
                       ("results.md", table.markdown(results))):
        with open(os.path.join(OUT, name), "w", encoding="utf-8") as out:
            out.write(text)


def publish():
    """The tables of a whole run are those that bench/README.md speaks of."""
    shutil.copyfile(os.path.join(OUT, "results.md"),
                    os.path.join(programs.ROOT, "bench", "results.md"))


def add(result, function, *arguments):
    """Add FUNCTION's rows to RESULT; what it cannot do leaves the rest alone."""
    try:
        result["rows"].extend(function(*arguments))
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        print(f"  {error}", flush=True)
        result["failed"].append(str(error))


def steps(part, args):
    """What PART is made of: a name, and a function of no argument for its rows."""
    compilers = args.compilers.split(",")
    if part == "startup":
        return [("", lambda: startup.measure(50 * args.rounds))]
    if part == "many":
        return [("", lambda: many.measure(args.processes, compilers))]
    if part == "short":
        return [("", lambda: short.measure(compilers[0], args.rounds))]
    if part == "labels":
        return [("", lambda: labels.measure(compilers[0], args.rounds))]
    if part == "patched":
        compilers = compilers[:1]
    measure, source = {"speed": (speed.measure, programs),
                       "others": (others.measure, others),
                       "patched": (patched.measure, programs), "use": (use.measure, programs),
                       "threads": (threads.measure, threads),
                       "trace": (traced.measure, programs),
                       "instructions": (speed.measure_instructions, programs),
                       "use-instructions": (use.measure_instructions, programs)}[part]
    return [(f": {program.name}, {compiler}", functools.partial(
        measure, program, compiler, args.rounds))
        for program in source.choose(args.programs) for compiler in compilers]


def kept(part, earlier, args):
    """Rows of PART that this run leaves as they were in EARLIER."""
    if part not in INSTRUCTIONS or part not in earlier:
        return []
    return [row for row in earlier[part]["rows"]
            if row["compiler"] not in args.compilers.split(",") or
            args.programs and row["program"] not in args.programs]


def is_whole(args, parser):
    return (set(args.parts) == set(USUAL) and not args.programs and
            args.compilers == parser.get_default("compilers"))


def main():
    parser = argparse.ArgumentParser(
        usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--compilers", default="gcc-12,clang-14")
    parser.add_argument("--parts", default=",".join(USUAL),
                        type=lambda text: text.split(","))
    parser.add_argument("--processes", type=int, default=10000)
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    if set(args.parts) - set(PARTS):
        parser.error("parts: " + ", ".join(PARTS))
    results = read()
    for part in args.parts:
        results[part] = {"taken": taken(args.rounds), "failed": [],
                         "rows": kept(part, results, args)}
        for name, function in steps(part, args):
            print(part + name, flush=True)
            add(results[part], function)
            write(results)
    if is_whole(args, parser):
        publish()
    print("\n" + table.markdown(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
