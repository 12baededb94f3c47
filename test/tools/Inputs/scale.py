#!/usr/bin/env python3
"""Run recipes of docs/scale.md as they stand there; each must give the bytes that
one prof-merge of all runs gives.

usage: scale.py DOCS TOOLS HEADING...      (where bench/scale --keep wrote)
"""
import filecmp
import os
import re
import shutil
import subprocess
import sys


def main(docs, tools, *headings):
    with open(docs, encoding="utf-8") as file:
        text = file.read()
    env = {**os.environ, "PATH": tools + ":" + os.environ["PATH"],
           "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
           "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    shutil.move("all.prof", "want.prof")
    wrong = 0
    for heading in headings:
        recipe = re.search(rf"^### {heading}$.*?^```sh\n(.*?)^```", text,
                           re.M | re.S).group(1)
        subprocess.run(["sh", "-ec", recipe], check=True, env=env)
        parts = len(os.listdir("parts"))
        same = filecmp.cmp("all.prof", "want.prof", shallow=False)
        if parts < 4 or not same:
            wrong += 1
            print(f"{heading}: {parts} parts, same: {same}")
        os.unlink("all.prof")
        shutil.rmtree("parts")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
