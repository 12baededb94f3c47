"""What llvm-cov says of a program: the regions of its source, and how often each was entered.

Shared by rust_coverage.py and coverage.py.
"""
import bisect
import collections
import glob
import json
import os
import re

import variants
from variants import Unmeasured

CODE, EXPANSION, SKIPPED = 0, 1, 2  # kinds of regions; others are gaps, and branches
BELOW = 1 << 63  # from here on a count is less than 0: more left than had come

# A region: where it begins and ends, as (line, column), and its count.
Region = collections.namedtuple("Region", "start end count")


def run_tool(folder, *words):
    status, text = variants.execute(words, folder, 600, stderr=None)
    if status:
        raise Unmeasured(f"{words[0]}: {text[-500:]}")
    return text


def export(folder, tools, objects, raw):
    """The functions of OBJECTS in FOLDER, a program and others, whose runs left the files
    RAW; TOOLS has llvm-profdata and llvm-cov."""
    files = sorted(glob.glob(os.path.join(folder, raw)))
    if not files:
        raise Unmeasured("no coverage")
    run_tool(folder, f"{tools}/llvm-profdata", "merge", *files, "-o", "theirs")
    text = run_tool(folder, f"{tools}/llvm-cov", "export", "-instr-profile", "theirs",
                    objects[0], *(f"-object={name}" for name in objects[1:]))
    return json.loads(text)["data"][0]["functions"]


def around(regions, number):
    """The innermost region that goes on at line NUMBER; None: there is none."""
    return max((r for r in regions if r.start[0] < number <= r.end[0]),
               key=lambda r: (r.start, (-r.end[0], -r.end[1])), default=None)


def counts_at(regions, number):
    """The counts that one function's REGIONS have for line NUMBER."""
    outer = around(regions, number)
    return {r.count for r in regions if r.start[0] == number} | (
        {outer.count} if outer else set())


class Map:
    """One function instance: the count at each place of one file's text."""

    def __init__(self, regions, inside, first):
        """REGIONS of the file; INSIDE is the place of a macro -> the counts of loops in it,
        FIRST that of what it begins with."""
        regions = sorted(regions, key=lambda r: (r.start, (-r.end[0], -r.end[1]),
                                                   r.count or 0))
        self.start, self.end = regions[0].start, max(r.end for r in regions)
        self.inside, self.first = inside, first
        self.places, self.counts, open_now = [], [], []
        for region in [*regions, Region(self.end, self.end, None)]:
            while open_now and open_now[-1].end <= region.start:
                closed = open_now.pop()
                self.add(closed.end, open_now[-1].count if open_now else None)
            open_now.append(region)
            self.add(region.start, region.count)

    def add(self, place, count):
        if self.places and self.places[-1] == place:
            self.counts[-1] = count
        else:
            self.places.append(place)
            self.counts.append(count)

    def at(self, place):
        """The counts of what stands at PLACE; none, if nothing of the function does."""
        index = bisect.bisect(self.places, place) - 1
        own = self.counts[index] if index >= 0 else None
        return [count for count in (own, *self.inside.get(place, ())) if count is not None]

    def begun_at(self, place):
        """Likewise, of a macro only what it begins with."""
        return [self.first[place]] if place in self.first else self.at(place)

    def encloses(self, place):
        return self.start <= place < self.end
