"""packages.py FOLDER - the Debian packages in FOLDER: name, what it depends on and the
like, control files, and what it installs, with the targets of links.
"""
import pathlib
import subprocess
import sys


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


for package in sorted(pathlib.Path(sys.argv[1]).glob("*.deb")):
    for field in ("Package", "Version", "Section", "Depends", "Provides"):
        text = run("dpkg-deb", "-f", package, field).strip()
        if text:
            print(f"{field}: {text}")
    for line in run("dpkg-deb", "-I", package).splitlines():
        if " bytes," in line and "size " not in line:
            print("control:", line.split()[-1])
    for line in run("dpkg-deb", "-c", package).splitlines():
        words = line.split(None, 5)
        if not words[0].startswith("d"):
            print(words[0], words[5][1:])
    print()
