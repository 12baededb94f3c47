#!/usr/bin/env python3
"""Write the recipes of a document as files.

usage: recipes.py DOCUMENT PROGRAM FOLDER

A fenced block after a line `<!-- PATH -->` becomes FOLDER/PATH, beside a copy of
PROGRAM named prog.c.
"""
import os
import re
import shutil
import sys


def main(document, program, folder):
    with open(document, encoding="utf-8") as file:
        blocks = re.findall(r"^<!-- (\S+) -->\n```\w*\n(.*?)^```$", file.read(),
                            re.MULTILINE | re.DOTALL)
    for path, text in blocks:
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        shutil.copy(program, os.path.join(os.path.dirname(path), "prog.c"))
    return 0 if blocks else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
