#!/usr/bin/env python3
"""Read what GitLab's job left as GitLab does: Code Quality, JUnit and Cobertura.

usage: gitlab.py FOLDER
"""
import json
import os
import sys
import xml.etree.ElementTree as xml


def main(folder):
    with open(os.path.join(folder, "quality.json"), encoding="utf-8") as file:
        issues = json.load(file)
    assert issues
    for issue in issues:
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["description"] and issue["fingerprint"] and issue["check_name"]
        assert issue["location"]["path"] and issue["location"]["lines"]["begin"] > 0
    suite = xml.parse(os.path.join(folder, "gates.xml")).getroot()
    (case,) = suite.iter("testcase")
    assert case.get("name") == "lines" and case.find("failure") is not None
    report = xml.parse(os.path.join(folder, "cobertura.xml")).getroot()
    lines = {int(l.get("number")): int(l.get("hits"))
             for l in report.findall(".//class/lines/line")}
    assert 0.85 < float(report.get("line-rate")) < 0.86 and len(lines) == 7, lines
    print("Code Quality, JUnit and Cobertura are read")


if __name__ == "__main__":
    main(sys.argv[1])
