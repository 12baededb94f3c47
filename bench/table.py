"""The results as markdown."""
import math
import statistics

# What names a row, whichever part it is of.
NAMES = ("program", "compiler", "level", "contender", "threads", "step", "tool")


def render(rows, texts=1):
    """Markdown of a table: ROWS of strings, the first the heads.

    The first TEXTS columns are words, the others figures.
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ["| " + " | ".join(
        cell.ljust(width) if i < texts else cell.rjust(width)
        for i, (cell, width) in enumerate(zip(row, widths))) + " |"
        for row in rows]
    rule = "|" + "|".join("-" * (width + 1) + ("-" if i < texts else ":")
                          for i, width in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule, *lines[1:]]) + "\n"


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def plain_of(row, rows):
    """The row of the plain build that ROW is compared with; None if it failed."""
    keys = ("program", "compiler", "level", "threads")
    found = [r for r in rows if r["contender"] == "plain" and "error" not in r and
             all(r.get(key) == row.get(key) for key in keys)]
    return found[0] if found else None


def round_ratios(row, rows, what):
    """Of each round, ROW's time over the plain build's; [] if either failed."""
    plain = plain_of(row, rows)
    if plain is None or "error" in row:
        return []
    return [a / b for a, b in zip(row[what], plain[what])]


def ratio(row, rows, what):
    """ROW's over the plain build's, or None."""
    plain = plain_of(row, rows)
    if plain is None or "error" in row or not plain.get(what) or what not in row:
        return None
    return row[what] / plain[what]


def timed_cell(row, rows, what):
    """Median and half the distance between the quartiles."""
    ratios = round_ratios(row, rows, what)
    if not ratios:
        return "failed"
    if len(ratios) < 3:
        return f"{statistics.median(ratios):.3f}"
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.3f} ± {(high - low) / 2:.3f}"


def mean_cell(values):
    """Geometric mean; marked if a program is missing."""
    known = [v for v in values if v is not None]
    if not known:
        return "-"
    return f"{geometric_mean(known):.3f}" + ("*" if len(known) < len(values) else "")


def ordered(rows, *keys):
    """The different values of KEYS, in the order of ROWS."""
    return list(dict.fromkeys(tuple(row[key] for key in keys) for row in rows))


def select(rows, **values):
    return [r for r in rows if all(r[k] == v for k, v in values.items())]


def medians(rows, every, what):
    """Of each of ROWS the median ratio, None where it failed."""
    found = [round_ratios(row, every, what) for row in rows]
    return [statistics.median(r) if r else None for r in found]


def kilobytes(rows, what):
    """The median over the programs."""
    known = [row[what] for row in rows if "error" not in row]
    return f"{statistics.median(known) / 1024:.1f}" if known else "-"


def summary(rows):
    """A line for each contender: geometric means over the programs."""
    table = [["", "time", "worst", "instructions", "text", "file", "compile time",
              "side files, kB", "run files, kB"]]
    for compiler, level, contender in ordered(rows, "compiler", "level",
                                              "contender"):
        if contender == "plain":
            continue
        own = select(rows, compiler=compiler, level=level, contender=contender)
        times = medians(own, rows, "cpu")
        known = [t for t in times if t is not None]
        cells = [mean_cell([ratio(row, rows, what) for row in own])
                 for what in ("instructions", "text", "file", "compile")]
        table.append([f"{compiler} {level} {contender}", mean_cell(times),
                      f"{max(known):.3f}" if known else "-", *cells,
                      kilobytes(own, "side_files"), kilobytes(own, "run_files")])
    return render(table)


def by_program(rows, cell, last=None):
    """A table for each compiler and level: programs down, contenders across; under each
    of these LAST of its rows."""
    text = ""
    for compiler, level in ordered(rows, "compiler", "level"):
        own = select(rows, compiler=compiler, level=level)
        names = [n for n, in ordered(own, "contender") if n != "plain"]
        table = [[f"{compiler} {level}", *names]]
        for program, in ordered(own, "program"):
            found = {r["contender"]: r for r in select(own, program=program)}
            table.append([program, *(cell(found[n]) if n in found else ""
                                     for n in names)])
        if last:
            table.append(["mean", *(last(select(own, contender=n)) for n in names)])
        text += render(table) + "\n"
    return text


def instructions_cell(row, rows):
    value = ratio(row, rows, "instructions")
    return "failed" if value is None else f"{value:.3f}"


def instructions(rows):
    """Programs down; edgeprof beside the compiler's own, a pair for each, across."""
    pairs = [pair for pair in ordered(rows, "compiler", "contender")
             if pair[1] != "plain"]
    columns = {pair: select(rows, compiler=pair[0], contender=pair[1])
               for pair in pairs}
    table = [["", *(compiler if name == "edgeprof" else name
                    for compiler, name in pairs)]]
    for program, in ordered(rows, "program"):
        own = [select(columns[pair], program=program) for pair in pairs]
        table.append([program, *(instructions_cell(row[0], rows) if row else ""
                                 for row in own)])
    table.append(["mean", *(mean_cell([ratio(row, rows, "instructions")
                                       for row in columns[pair]]) for pair in pairs)])
    return render(table)


def use_instructions(rows):
    """As in the part use; the last line is their mean."""
    return by_program(rows, lambda row: instructions_cell(row, rows), lambda own: mean_cell(
        [ratio(row, rows, "instructions") for row in own]))


def threads(rows):
    """Programs and numbers of threads down, contenders across."""
    text = ""
    for compiler, in ordered(rows, "compiler"):
        own = select(rows, compiler=compiler)
        names = [n for n, in ordered(own, "contender") if n != "plain"]
        table = [[compiler, "threads", *names]]
        for program, count in sorted(ordered(own, "program", "threads")):
            found = {r["contender"]: r
                     for r in select(own, program=program, threads=count)}
            table.append([program.removesuffix("-threads"), str(count),
                          *(timed_cell(found[n], rows, "wall") for n in names)])
        text += render(table) + "\n"
    return text


def startup(rows):
    table = [["units", "", "wall, ms", "above plain", "cpu, ms", "above plain"]]
    for row in rows:
        table.append([str(row["units"]), row["build"]] + [
            f"{row[key]:.3f}" if key in row else ""
            for key in ("wall", "wall_above", "cpu", "cpu_above")])
    return render(table, texts=2)


def many(rows):
    table = [["", "", "processes", "wall, s", "cpu, s", "a cpu second", "peak MB",
              "files", "kB a profile", "counters"]]
    for row in rows:
        if "error" in row:
            table.append([row["step"], row["tool"], "failed"] + [""] * 7)
            continue
        count = row.get("processes")
        table.append([
            row["step"], row["tool"], f"{count:,}" if count else "",
            f"{row['seconds']:.3f}", f"{row['cpu']:.3f}",
            f"{count / max(row['cpu'], 1e-6):,.0f}" if count else "",
            f"{row['megabytes']:.0f}" if "megabytes" in row else "",
            f"{row['files']:,}" if "files" in row else "",
            f"{row['bytes'] / row['profiles'] / 1024:,.1f}"
            if row.get("files") else "",
            f"{row['counters']:,}" if "counters" in row else ""])
    return render(table, texts=2)


def short(rows):
    table = [["", "", "wall", "over plain", "cpu", "over plain", "MB left", "counters"]]
    for i, row in enumerate(rows):
        cells = [row["what"], row["build"]]
        for key in ("wall", "cpu"):
            over = f"{row[key] / rows[i - 1][key]:.3f}" if i % 2 else ""
            cells += [f"{row[key]:.3f}", over]
        table.append(cells + [f"{row['bytes'] / 1e6:.1f}" if "bytes" in row else "",
                              f"{row['counters']:,}" if "counters" in row else ""])
    return render(table, texts=2)


def labels(rows):
    table = [["counters", "threads that wait", "us a test", "least"]]
    for row in rows:
        table.append([f"{row['counters']:,}", str(row["threads"]),
                      f"{statistics.median(row['us']):.1f}", f"{min(row['us']):.1f}"])
    return render(table, texts=0)


def failures(rows):
    """Why which of ROWS are not whole."""
    return "".join("- " + " ".join(str(r[name]) for name in NAMES if name in r) +
                   f": {r[key]}\n"
                   for r in rows for key in ("error", "callgrind") if key in r)


def speed(rows):
    return (summary(rows) + "\nTime:\n\n" +
            by_program(rows, lambda row: timed_cell(row, rows, "cpu")) +
            "Executed instructions:\n\n" +
            by_program(rows, lambda row: instructions_cell(row, rows)))


def setups(rows):
    """What it takes to copy a program, by function; and what --once costs when all
    that is executed has been so before."""
    table = [["", "functions", "seconds", "ms a function", "--once, warm: instructions"]]
    warm = {row["program"]: ratio(row, rows, "warm")
            for row in select(rows, contender="prof-patch --once")
            if "warm" in row}
    for row in select(rows, contender="prof-patch", level=rows[0]["level"]):
        if row.get("functions"):
            table.append([row["program"], f"{row['functions']:,}", f"{row['setup']:.3f}",
                          f"{1e3 * row['setup'] / row['functions']:.4f}",
                          f"{warm[row['program']]:.3f}" if warm.get(row["program"])
                          else "-"])
    return render(table)


def patched(rows):
    means = [["", "time", "worst", "instructions"]]
    for level, contender in ordered(rows, "level", "contender"):
        own = select(rows, level=level, contender=contender)
        times = medians(own, rows, "cpu")
        known = [t for t in times if t is not None]
        if contender != "plain":
            means.append([f"{level} {contender}", mean_cell(times),
                          f"{max(known):.3f}" if known else "-",
                          mean_cell([ratio(row, rows, "instructions") for row in own])])
    counted = [row for row in rows if "instructions" in row]
    return (render(means) + "\nTime:\n\n" +
            by_program(rows, lambda row: timed_cell(row, rows, "cpu")) +
            "Executed instructions:\n\n" +
            by_program(counted, lambda row: instructions_cell(row, rows)) +
            "Set-up, which is done once, and `--once` when its probes are gone:\n\n" + setups(rows))


def traced(rows):
    return summary(rows) + "\nTime:\n\n" + by_program(
        rows, lambda row: timed_cell(row, rows, "cpu"))


SECTIONS = (("speed", "All programs", speed),
            ("others", "Other programs", speed),
            ("patched", "Programs that nobody compiled for it", patched),
            ("use", "With a profile", speed),
            ("instructions", "Executed instructions", instructions),
            ("use-instructions", "Executed instructions with a profile", use_instructions),
            ("threads", "Threads", threads),
            ("startup", "Starting and ending", startup),
            ("many", "Many runs", many),
            ("short", "Short runs of a large program", short),
            ("labels", "Labels of tests inside a process", labels),
            ("trace", "Traces", traced))


def markdown(results):
    """All of RESULTS, as bench/main.py collects them."""
    text = ("# Results\n\nWritten by `bench/run`; `bench/README.md` tells what is "
            "measured.\n\n")
    for part, title, section in SECTIONS:
        if part not in results:
            continue
        rows = results[part]["rows"]
        text += f"## {title}\n\n{results[part]['taken']}\n\n"
        text += section(rows).rstrip() + "\n\n" if rows else ""
        failed = failures(rows) + "".join(
            f"- {reason}\n" for reason in results[part]["failed"])
        text += f"Failed:\n\n{failed}\n" if failed else ""
    return text
