#!/usr/bin/env python3
"""Run static.c's program without counting and counted, and check what it leaves.

usage: static-runs.py PROF_PATCH PROF_SHOW PROF_MERGE PROGRAM
"""
import json
import os
import shutil
import subprocess
import sys

WANTED = {"work": 7, "tick": 4000000, "handler": 2, "jumper": 5, "threaded": 20, "main": 4}


def run(program, **variables):
    return subprocess.run([program], check=True, capture_output=True, text=True,
                          env={**os.environ, **variables}).stdout


def is_raw(path):
    with open(path, "rb") as file:
        return file.read(13)[12] == 1  # docs/format.md


def main(patch, show, merge, program):
    with open("garbage", "w", encoding="utf-8") as file:
        file.write("no program")
    os.chmod("garbage", 0o755)
    new = os.path.abspath(program + ".counted")
    shutil.rmtree("runs", ignore_errors=True)
    subprocess.run([patch, "-o", new, program], check=True)
    plain = run(os.path.abspath(program))
    counted = run(new, EDGEPROF_FILE=os.path.abspath("runs/a/%p"))
    with open("want", "w", encoding="utf-8") as file:
        file.write(plain)
    wrong = plain != counted
    files = [f"runs/a/{name}" for name in os.listdir("runs/a")]
    raw = [path for path in files if is_raw(path)]
    if len(files) != 7 or len(raw) != 1:
        print(f"{len(files)} files, {len(raw)} of them raw")
        wrong = True
    subprocess.run([merge, "-o", "all", *files], check=True)
    functions = json.loads(subprocess.run(
        [show, "functions", "--format", "json", "all"], check=True,
        capture_output=True).stdout)["functions"]
    calls = {item["name"]: item["calls"] for item in functions}
    stripped = all(name.startswith("sub_") for name in calls)
    for name, number in WANTED.items():
        if not stripped and calls.get(name) != number:
            print(f"{program}: {name}: {calls.get(name)} calls, not {number}")
            wrong = True
    if stripped and 4000000 not in calls.values():
        print(f"{program}: no function has tick's calls")
        wrong = True
    order = calls.get("order", 500)
    if not stripped and not 300 < order < 1500:
        print(f"{program}: {order} calls of order by qsort")
        wrong = True
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
