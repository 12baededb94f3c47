"""Print a recipe's configuration of cargo as this test needs it.

usage: recipe.py FILE BUILD LEVEL FLAGS

edgeprof lies in BUILD, the optimiser's level is LEVEL, and a flag that is not among FLAGS is
none of this rustc's.
"""
import sys

path, build, level, flags = sys.argv[1:]
with open(path, encoding="utf-8") as recipe:
    for line in recipe:
        if "collapse-macro" in line and "collapse-macro" not in flags:
            continue
        line = line.replace("/opt/edgeprof", build)
        if line.startswith("rustflags = ["):
            line += f'    "-Copt-level={level[2:]}",\n'
        print(line, end="")
