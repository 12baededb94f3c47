"""No report, and no message, has a control character but the end of a line.

usage: plain.py PROF_SHOW FOLDER

The folder's program, its source and the run's label have some in their names.
"""
import subprocess
import sys

REPORTS = ["lines", "functions", "files", "blocks", "branches", "coverage",
           "missing", "check --fail-under-lines 100", "tests", "dump",
           "coverage --format markdown", "coverage --format lcov",
           "coverage --format gcov", "missing --format github",
           "lines --format json"]


def control(text):
    return [c for c in text if ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160]


def main(show, folder):
    said = ""
    for words in REPORTS:
        for extra in ([], ["--binary", "q\x1b"]):
            done = subprocess.run([show, *words.split(), *extra], cwd=folder,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            text = done.stdout.decode()
            assert not control(text), (words, extra, text)
            said += text
    # The names are there, in the form for people: file, label, program.
    for name in (r"a\x1b[31m\x9b.c", r"\x1b]0;x\x07", "/esc/p"):
        assert name in said, name


main(*sys.argv[1:])
