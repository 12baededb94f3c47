"""What counting costs, beside the peers: the command line of bench/run.

usage: bench/run [--rounds 7] [--compilers gcc-12,clang-14]
                 [--parts speed,threads,startup,many] [--processes 10000]
                 [PROGRAM...]

Writes build/bench/results.json and build/bench/results.md, after each program
again, and prints the latter.  bench/README.md tells what the columns mean.
"""
import argparse
import datetime
import json
import os
import platform
import subprocess
import sys

import many
import programs
import speed
import startup
import table
import threads

OUT = os.path.join(programs.ROOT, "build", "bench")
PARTS = ("speed", "threads", "startup", "many")


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


def write(results):
    os.makedirs(OUT, exist_ok=True)
    for name, text in (("results.json", json.dumps(results, indent=1)),
                       ("results.md", table.markdown(results))):
        with open(os.path.join(OUT, name), "w", encoding="utf-8") as out:
            out.write(text)


def part(results, name, function, *arguments):
    """Add FUNCTION's rows to RESULTS; what it cannot do leaves the rest alone."""
    try:
        results.setdefault(name, []).extend(function(*arguments))
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        print(f"  {name}: {error}", flush=True)
        results.setdefault("failed", []).append(f"{name}: {error}")
    write(results)


def collect(args, results):
    """Measure ARGS.parts into RESULTS, written as often as there is news."""
    compilers = args.compilers.split(",")
    for name, module, chosen in (("speed", speed, programs.choose),
                                 ("threads", threads, threads.choose)):
        if name in args.parts:
            for program in chosen(args.programs):
                for compiler in compilers:
                    print(f"{name}: {program.name}, {compiler}", flush=True)
                    part(results, name, module.measure, program, compiler,
                         args.rounds)
    if "startup" in args.parts:
        print("startup", flush=True)
        part(results, "startup", startup.measure, 50 * args.rounds)
    if "many" in args.parts:
        print("many", flush=True)
        part(results, "many", many.measure, args.processes, compilers)


def main():
    parser = argparse.ArgumentParser(
        usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--compilers", default="gcc-12,clang-14")
    parser.add_argument("--parts", default=",".join(PARTS),
                        type=lambda text: text.split(","))
    parser.add_argument("--processes", type=int, default=10000)
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    if set(args.parts) - set(PARTS):
        parser.error("parts: " + ", ".join(PARTS))
    results = {"taken": taken(args.rounds)}
    collect(args, results)
    print("\n" + table.markdown(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
