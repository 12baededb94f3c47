#!/usr/bin/env python3
"""Check pages: whole, every link leads somewhere, counts are the reports'.

usage: pages.py PROF_SHOW FOLDER      (where the runs are)
"""
import html.parser
import json
import os
import subprocess
import sys

EMPTY = {"meta", "link"}


class Page(html.parser.HTMLParser):
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
        self.links += [attrs[k] for k in ("href", "src") if k in attrs]
        if "id" in attrs:
            self.ids.add(attrs["id"])
        if tag == "tr":
            self.rows.append([attrs.get("class")])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.rows[-1][-1] += data


def main(tool, folder):
    pages = {name: Page(os.path.join(folder, name))
             for name in os.listdir(folder) if name.endswith(".html")}
    wrong = [f"{n}: {w}" for n, p in pages.items() for w in p.wrong]
    for name, page in pages.items():
        for link in page.links:
            target, _, place = link.partition("#")
            there = os.path.exists(os.path.join(folder, target or name))
            if not there or (place and
                             place not in pages[target or name].ids):
                wrong.append(f"{name}: dead link {link}")
    lines = json.loads(subprocess.run([tool, "lines", "--format", "json"],
                                      check=True, stdout=subprocess.PIPE).stdout)
    want = {(x["line"], x["count"]) for x in lines["files"][0]["lines"]}
    source = next(p for n, p in pages.items() if n.startswith("prog.cc"))
    rows = [r for r in source.rows if len(r) == 5 and r[1].isdigit()]
    got = {(int(r[1]), int(r[2])) for r in rows if r[2]}
    if got != want:
        wrong.append(f"counts: {got} wanted {want}")
    with open(lines["files"][0]["file"], encoding="utf-8") as file:
        text = file.read().splitlines()
    if [r[4] for r in rows] != text:
        wrong.append("the text is not the source")
    kinds = {r[0] for r in rows}
    if kinds != {"hit", "miss", "part", "none"}:
        wrong.append(f"kinds: {kinds}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
