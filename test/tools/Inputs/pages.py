#!/usr/bin/env python3
"""Check pages: whole, every link leads somewhere, counts are the reports'.

usage: pages.py PROF_SHOW FOLDER-OR-FILE SOURCE      (where the runs are)
"""
import html.parser
import json
import os
import subprocess
import sys

EMPTY = {"meta", "link", "input"}
SPACE = "\u202f"


class Page(html.parser.HTMLParser):
    """rows: [class, line, count, text, branches] of each line of source."""

    def __init__(self, path):
        super().__init__()
        self.open, self.links, self.ids, self.rows = [], [], set(), []
        self.wrong = []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        if self.open:
            self.wrong.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in EMPTY:
            self.open.append(tag)
        self.links += [attrs[k] for k in ("href", "src") if k in attrs
                       and not attrs[k].startswith("data:")]
        if "id" in attrs:
            if attrs["id"] in self.ids:
                self.wrong.append(f"twice: {attrs['id']}")
            self.ids.add(attrs["id"])
        if tag == "div" and attrs.get("class", "").split(" ")[0] == "l":
            self.rows.append([attrs["class"], "", "", "", ""])

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        if self.open[-2:] == ["code", "u"]: # of an operand
            self.rows[-1][3] += data
            return
        at = {"a": 1, "b": 2, "code": 3, "i": 4, "em": 4}.get(self.open[-1]
                                                             if self.open
                                                             else "")
        if at and self.rows and self.open[-2 if at < 4 else -3] in (
                "div", "code", "i"):
            self.rows[-1][at] += data


def branches(outcomes):
    return ", ".join(f"{o['name']}\u00a0{o['count']}" for o in outcomes)


def report(tool, name):
    out = subprocess.run([tool, name, "--format", "json"], check=True,
                         stdout=subprocess.PIPE).stdout
    return json.loads(out)["files"][0]


def main(tool, place, source):
    single = os.path.isfile(place)
    folder = os.path.dirname(place) if single else place
    names = [os.path.basename(place)] if single else [
        x for x in os.listdir(folder) if x.endswith(".html")]
    pages = {name: Page(os.path.join(folder, name)) for name in names}
    wrong = [f"{n}: {w}" for n, p in pages.items() for w in p.wrong]
    for name, page in pages.items():
        for link in page.links:
            target, _, part = link.partition("#")
            there = os.path.exists(os.path.join(folder, target or name))
            if not there or (part and part not in pages[target or name].ids):
                wrong.append(f"{name}: dead link {link}")
    rows = next(p for n, p in pages.items()
                if single or n.startswith("prog.cc")).rows

    def same(what, got, want):
        if got != want:
            wrong.append(f"{what}: {got} wanted {want}")
    same("counts", {int(r[1]): int(r[2].replace(SPACE, ""))
                    for r in rows if r[2]},
         {x["line"]: x["count"] for x in report(tool, "lines")["lines"]})
    with open(source, encoding="utf-8") as file:
        same("text", [r[3] for r in rows], file.read().splitlines())
    outcomes = {}
    for x in report(tool, "branches")["branches"]:
        outcomes.setdefault(x["line"], []).append(x["outcomes"])
    same("branches", {int(r[1]): r[4].replace(SPACE, "") for r in rows if r[4]},
         {n: "; ".join(map(branches, x)) for n, x in outcomes.items()
          if any(o["count"] for d in x for o in d)})
    same("kinds", {r[0] for r in rows}, {"l", "l h", "l m", "l q"})
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
