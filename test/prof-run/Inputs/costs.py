# SPDX-License-Identifier: MIT
"""The lines of cost.c whose cost it says itself, beside what is reported of them."""
from prefix import line_of


def within(what, figure, direct):
    """Twice the interval: this is no place to fail one time in twenty."""
    width = figure["high"] - figure["low"]
    assert abs(figure["ns"] - direct) <= width + 0.05 * direct, (what, figure, direct)


def time_of_call(rows, turns):
    """A function that is called takes time on its own line, half as often; on a line that is
    short it may all be on the next.  What comes back from it does so in the loop, which the
    direct measurement has, too: some processors have most of the time there."""
    none = {"time": {"ns": 0, "low": 0, "high": 0}}
    figures = [rows.get(line_of(name, "cost.c"), none)["time"]
               for name in ("TURN", "CALL", "UP", "MIX")]
    return {key: sum(figure[key] for figure in figures) / turns
            for key in ("ns", "low", "high")}


def check_costs(said, hot, threads=1):
    """What HOT, a report, has of the lines, beside what THREADS threads SAID; line -> row."""
    direct = {}
    for line in said.splitlines():
        name, ns = line.split()
        direct[name] = direct.get(name, 0) + float(ns) / threads
    rows = {row["line"]: row for row in hot["lines"]
            if row.get("file", "").endswith("cost.c") and "count" in row}
    for name in "DIVIDE", "CHASE":
        within(name, rows[line_of(name, "cost.c")]["each"], direct[name])
    within("CALL", time_of_call(rows, rows[line_of("CALL", "cost.c")]["count"]), direct["CALL"])
    return rows, direct
