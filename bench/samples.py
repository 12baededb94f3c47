#!/usr/bin/env python3
"""What a sample costs the command, and how much of it is the kernel's interrupt.

usage: samples.py BUILD [--rounds N] [--hz HZ] [--turns N]

A loop runs without samples; with events of CPU time that only count, that go off and write
nothing, that write and nobody reads (loads/samples.c); and below prof-run --time and --stacks.
All in turn, each round beginning with another; a round's times are divided by that without
samples.  Prints medians, quartiles, and microseconds of CPU time a sample.
"""
import argparse
import os
import statistics
import subprocess
import tempfile

LOADS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loads")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--hz", type=int, default=999)
    parser.add_argument("--turns", type=int, default=150000000)
    args = parser.parse_args()
    run = f"{args.build}/bin/prof-run"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cc", "-O1", f"{LOADS}/samples.c", "-o", f"{folder}/samples"], check=True)
        ways = {mode: ["./samples", mode, args.hz, args.turns]
                for mode in ("none", "counting", "silent", "ring")}
        below = [run, "-q", "-o", "/dev/null"]
        plain = ["./samples", "none", args.hz, args.turns]
        ways["prof-run"] = [*below, *plain]
        ways["prof-run --time"] = [*below, f"--time={args.hz}", *plain]
        ways["prof-run --stacks"] = [*below, f"--time={args.hz}", "--stacks", *plain]
        names = list(ways)
        rounds = []
        for i in range(args.rounds):
            took = {}
            for name in names[i % len(names):] + names[:i % len(names)]:
                done = subprocess.run(list(map(str, ways[name])), cwd=folder, check=True, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                took[name] = int(done.stdout)
            rounds.append(took)
    print(f"{'':20}{'ratio':>8}  {'quartiles':16}  us a sample")
    for name in names:
        ratios = [took[name] / took["none"] for took in rounds]
        low, middle, high = statistics.quantiles(ratios, n=4)
        print(f"{name:20}{middle:8.4f}  {low:.4f}, {high:.4f}  {(middle - 1) * 1e6 / args.hz:10.1f}")


if __name__ == "__main__":
    main()
