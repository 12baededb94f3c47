#!/usr/bin/env python3
"""Check the JSON of every report against docs/reports.schema.json.

usage: schema.py PROF_SHOW SCHEMA PLACE INPUT...
"""
import json
import subprocess
import sys

import jsonschema

REPORTS = ("lines", "functions", "calls", "files", "blocks", "branches", "coverage",
           "histogram", "loops", "mcdc", "missing", "tests")


def show(tool, form, *arguments, status=0):
    done = subprocess.run([tool, *arguments, "--format", form], check=False,
                          stdout=subprocess.PIPE)
    assert done.returncode == status, (arguments, done.returncode)
    return done.stdout.decode()


def validator(schema, part=None):
    cls = jsonschema.Draft202012Validator
    cls.check_schema(schema)
    if part:
        schema = {"$ref": "#/$defs/" + part, "$defs": schema["$defs"]}
    return cls(schema)


def main(tool, path, place, *inputs):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    wrong = []

    def check(what, document, part=None):
        wrong.extend(f"{what}: {e.json_path}: {e.message[:200]}" for e in
                     validator(schema, part).iter_errors(document))
    for report in REPORTS:
        check(report, json.loads(show(tool, "json", report, *inputs)))
        for line in show(tool, "jsonl", report, *inputs).splitlines():
            item = json.loads(line)
            if "format" not in item and "total" not in item \
                    and "greedy" not in item:
                check(report + " item", item, report + "-item")
    gates = ("check", "--fail-under-lines", "100", "--fail-under-branches", "1", *inputs)
    check("check", json.loads(show(tool, "json", *gates, status=2)))
    for line in show(tool, "jsonl", *gates, status=2).splitlines()[1:-1]:
        check("check item", json.loads(line), "check-item")
    check("missing", json.loads(show(tool, "json", "missing", "--mcdc", *inputs)))
    check("diff", json.loads(show(tool, "json", "diff", *inputs[:2])))
    check("a place", json.loads(show(tool, "json", "tests", place, *inputs)))
    # A schema that takes anything would find nothing.
    document = json.loads(show(tool, "json", "coverage", *inputs))
    for change in ({"version": 2}, {"more": 1}, {"files": [{}]},
                   {"runs": -1}, {"format": "edgeprof-lines"}):
        if validator(schema).is_valid({**document, **change}):
            wrong.append(f"taken: {change}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
