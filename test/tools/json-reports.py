#!/usr/bin/env python3
"""Check that the JSON of every report is whole and of its form.

usage: json-reports.py PROF_SHOW
"""
import json
import subprocess
import sys

REPORTS = {"lines": "files", "functions": "functions", "files": "files",
           "blocks": "functions", "branches": "files", "coverage": "files",
           "missing": "files"}


def main(tool):
    wrong = 0
    for report, items in REPORTS.items():
        text = subprocess.run([tool, report, "--format", "json"], check=True,
                              stdout=subprocess.PIPE).stdout
        document = json.loads(text)
        if (list(document)[:2] != ["format", "version"]
                or document["format"] != "edgeprof-" + report
                or document["version"] != 1 or document["runs"] != 1
                or document["cut"] != 0 or document["notes"]
                or not document[items]):
            wrong += 1
            print(f"{report}: {text[:300]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
