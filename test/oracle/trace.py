#!/usr/bin/env python3
"""Programs that write down the way they take, as an oracle of trace=ring.

usage: trace.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

generate.py writes a program for each seed, one that does not fork.  Each of its threads
writes the number of every line that it begins into a file that it maps, in whose last
place the program dies by SIGSEGV; or it is killed at any moment.  It is compiled by each
compiler at -O0 and -O2 with trace=ring.  What `prof-show trace` says of each thread must
be the way that the thread wrote down:

  - All that was written down is told, in that order.
  - What is told beyond is in the last stretch, which ends in doubt; or it is the line
    that its frame is in already, or one that asks and was written down in that frame, as
    the path has each operand, and each part of a `for`.

Prints what differs; the exit status is 1 if anything did.
"""
import glob
import json
import os
import random
import re
import signal
import struct
import subprocess
import time

import generate
import selfcount
import variants
from variants import execute, Unmeasured

LEVELS = ["-O0", "-O2"]
ENDS = 3  # of each kind, of each variant
OPTIONS = "tree,trace=ring"
KIND_RUN = struct.pack("<I", 2)  # of a file (docs/format.md)
PLACES = 40000  # in a trail, so that a ring holds the whole way of most threads

PRELUDE = f"""
#include <fcntl.h>
#define UNTRACED __attribute__((no_profile_instrument_function))
static __thread volatile unsigned *volatile trail; /* handlers move it, too */
UNTRACED __attribute__((constructor(101))) static void open_trail(void)
{{
    enum {{ SIZE = {PLACES} * 4 / 4096 * 4096 }};
    char name[64];
    long last = getenv("UNTIL") ? atol(getenv("UNTIL")) : SIZE / 4;
    snprintf(name, sizeof name, "trail/%d", gettid());
    int fd = open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, SIZE))
        abort();
    char *at = (char *)mmap(0, SIZE + 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mmap(at, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
    close(fd);
    trail = (volatile unsigned *)(at + SIZE) - last;
}}
struct begun {{ void *(*start)(void *); void *argument; }};
UNTRACED static void *begin(void *data)
{{
    struct begun begun = *(struct begun *)data;
    free(data);
    open_trail();
    return begun.start(begun.argument);
}}
UNTRACED static int begin_thread(pthread_t *thread, void *(*start)(void *), void *argument)
{{
    struct begun *begun = (struct begun *)malloc(sizeof *begun);
    begun->start = start;
    begun->argument = argument;
    return pthread_create(thread, 0, begin, begun);
}}
#define pthread_create(thread, no, start, argument) begin_thread(thread, start, argument)
"""


def is_fit(program):
    """A child's way begins in the midst; a team's threads are many; a coroutine is left
    and entered again; two units would write two ways down."""
    return not (program.forks or program.openmp or program.coroutines or program.units)


def made_to_tell(text):
    """The program TEXT, whose threads write down where they are."""
    for old, new in [
            ("\nstatic void start_counts(void)\n",
             PRELUDE + "static void start_counts(void)\n"),
            (generate.PLAIN, "#define COUNT(line) (*trail++ = (line))"),
            (generate.ATOMIC, "#define COUNT(line) (*trail++ = (line))")]:
        text = text.replace(old, new)
    assert "open_trail" in text and "(*trail++ =" in text
    return text


def read_trails(folder, counted):
    """Thread -> the lines that it wrote down."""
    trails = {}
    for name in glob.glob(os.path.join(folder, "trail", "*")):
        with open(name, "rb") as data:
            words = data.read()
        lines = struct.unpack(f"<{len(words) // 4}I", words)
        trails[int(os.path.basename(name))] = [line for line in lines if line in counted]
    return trails


def ways(thread):
    """Of a ring, the paths of its threads, the last one last."""
    found = [[]]
    for stretch in thread["path"]:
        if stretch.get("event") == "thread":
            found.append([])
        else:
            found[-1].append(stretch)
    return found


def plain_lines(text):
    """Line -> whether it asks, or is come back to by name, of the lines of TEXT that are
    written down where they are.  What is asked may stand on the next line."""
    lines = text.splitlines()
    return {number: bool(re.search(r"\b(if|while|for|switch)\b|&&|\|\||\?|auto \[", line) or
                         re.match(r"\s*[?:] ", lines[min(number, len(lines) - 1)]))
            for number, line in enumerate(lines, 1)
            if re.search(r"\bN\b", line) and not re.search(r"^#|UPTO|choose|_LINE|/\* N", line)}


def steps(trail, state, lines, free, last):
    """The states behind a block with LINES, before which was STATE: how much of TRAIL has
    been told, and whether a line was begun that is not written down any more.  Those in
    FREE need not be begun here; in the LAST stretch none need be."""
    at, begun = state
    left = set(lines)
    while True:
        if left <= free or last:
            yield at, begun
        elif at == len(trail) and len(left - free) == 1 and not begun:
            yield at, True
        if at == len(trail) or trail[at] not in left:
            return
        left.remove(trail[at])
        at += 1


def difference(trail, path, counted, source):
    """What of PATH is not as TRAIL has it, as text; empty if all is.  COUNTED are the
    lines, and whether they ask.  The lines of a block are in no order."""
    states, own = {(0, False)}, {}
    for number, stretch in enumerate(path):
        if "event" in stretch or stretch["gap"] or stretch["interrupted"] == "yes":
            return f"not told: {str(stretch)[:200]}"
        depth = stretch["depth"]
        if stretch["by"] == "entry":
            own = {d: lines for d, lines in own.items() if d < depth}
        for block in stretch["blocks"]:
            lines = {line["line"] for line in block["lines"]
                     if line["file"].endswith(source)} & set(counted)
            if not lines:
                continue
            free = own.get(depth, set())
            before, states = states, {
                after for state in states
                for after in steps(trail, state, lines, free, number + 1 == len(path))}
            if not states:
                at = max(before)[0]
                return (f"{at} of {len(trail)}: lines {lines} of {stretch['function']}"
                        f" for {trail[at:at + 3]}, behind {trail[max(at - 5, 0):at]}")
            own[depth] = {line for line in free if counted[line]} | lines
    at = max(states)[0]
    return f"{len(trail) - at} lines of {len(trail)} not told: {trail[at:at + 5]}" \
        if at < len(trail) else ""


def pairs(fits):
    """Way -> the thread that it is of, for as many as can be, of FITS: way -> the threads
    that it may be of.  Threads may have gone the same way."""
    of = {}

    def place(way, seen):
        for tid in fits[way]:
            if tid not in seen:
                seen.add(tid)
                if tid not in of or place(of[tid], seen):
                    of[tid] = way
                    return True
        return False

    for way in fits:
        place(way, set())
    return {way: tid for tid, way in of.items()}


def compare_ended(trails, paths, counted, source):
    """The same as `compare`, of the ways of threads that have ended: of which, only their
    marks say.  Those that are told leave TRAILS."""
    paths = [path for path in paths
             if any(line["line"] in counted for stretch in path
                    for block in stretch.get("blocks", ()) for line in block["lines"])]
    of = pairs({way: [tid for tid, trail in trails.items()
                      if trail and not difference(trail, path, counted, source)]
                for way, path in enumerate(paths)})
    told = sum(len(trails.pop(tid)) for tid in of.values())
    return (["an earlier thread's way is none that was written down"] *
            (len(paths) - len(of)), told)


def compare(trails, threads, counted, source):
    """Failures as texts, and how many lines were told."""
    failures, told, ended = [], 0, []
    left = dict(trails)
    for thread in threads:
        if not thread["whole"]:
            failures.append("a ring that was too short")
            continue
        ended += ways(thread)
        if thread["thread"]:
            trail = left.pop(thread["thread"], [])
            failures.append(difference(trail, ended.pop(), counted, source))
            told += len(trail)
    more, told_ended = compare_ended(left, ended, counted, source)
    failures += more + [f"a thread that is not told: {trail[:5]}"
                        for trail in left.values() if trail]
    return [text for text in failures if text], told + told_ended


def came_to_its_end(raw):
    """Whether RAW, a file, is of a run that ended by itself: one that is killed before it
    exits has no ring any more."""
    with open(raw, "rb") as data:
        return data.read(16)[12:] == KIND_RUN


def end(folder, environment, seconds):
    """Status of a run; it is killed after SECONDS, unless that is None."""
    with subprocess.Popen(["./prog"], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=dict(os.environ, EDGEPROF_FILE="run/%p", **environment)
                          ) as process:
        if seconds is not None:
            time.sleep(seconds)
            process.kill()
        try:
            return process.wait(60)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise Unmeasured("no end") from error


def check_end(build, folder, program, counted, environment, seconds):
    """(how many lines were told, failures); None: the program came to its own end."""
    for name in ["trail", "run"]:
        variants.shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    os.mkdir(os.path.join(folder, "trail"))
    status = end(folder, environment, seconds)
    raw = glob.glob(os.path.join(folder, "run", "*"))
    if status not in (-signal.SIGSEGV, -signal.SIGKILL) or not raw:
        return None
    if status == -signal.SIGKILL and came_to_its_end(raw[0]):
        return None
    trails = read_trails(folder, counted)
    shown = execute([f"{build}/bin/prof-show", "trace", "--format", "json", "run"],
                    folder, stderr=subprocess.DEVNULL)
    if shown and shown[0] == 3 and not any(trails.values()):
        return None  # killed before it had a ring
    if not shown or shown[0]:
        raise Unmeasured(f"prof-show trace: {shown and shown[0]}")
    failures, told = compare(trails, json.loads(shown[1])["threads"], counted, program.source)
    return told, failures


def check_calls(build, folder, program, counted, environment):
    """The same of the calls that prof-run --trace keeps."""
    for name in ["trail", "run"]:
        variants.shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    os.mkdir(os.path.join(folder, "trail"))
    ended = execute([f"{build}/bin/prof-run", "-q", "-o", "calls", "--trace", "*", "./prog"],
                    folder, stderr=subprocess.DEVNULL, **environment)
    shown = ended and execute([f"{build}/bin/prof-show", "trace", "--format", "json", "calls"],
                              folder, stderr=subprocess.DEVNULL)
    if not shown or shown[0]:
        raise Unmeasured(f"prof-run --trace: {ended and ended[0]}, {shown and shown[0]}")
    trails, paths, failures = read_trails(folder, counted), {}, []
    for call in json.loads(shown[1])["threads"]:
        paths.setdefault(call["thread"], []).extend(call["path"])
    for thread, trail in trails.items():
        failures.append(difference(trail, paths.pop(thread, []), counted, program.source))
    return (sum(map(len, trails.values())),
            [text for text in failures if text] +
            [f"thread {thread} did not write down its way" for thread in paths])


def check_variant(build, folder, program, counted, compiler, level, failures):
    made = variants.compile_counted(build, folder, program.source, compiler, level,
                                    OPTIONS, selfcount.flags(build, program, compiler))
    where = f"{compiler} {level}"
    if not made or made[0]:
        failures.append(f"{where}: does not compile: {made and made[1][:300]}")
        return 0
    rng = random.Random(f"{program.seed} {where}")
    all_told = 0
    for until in [str(PLACES // 4096 * 4096), str(int(10 ** rng.uniform(0, 4)))]:
        told, found = check_calls(build, folder, program, counted, {"UNTIL": until})
        all_told += told
        failures.extend(f"{where} calls until {until}: {text}" for text in found)
    for _ in range(ENDS):
        for kind, environment, seconds in [
                ("crash", {"UNTIL": str(int(10 ** rng.uniform(0, 4)))}, None),
                ("kill", {}, rng.uniform(0.001, 0.03))]:
            found = check_end(build, folder, program, counted, environment, seconds)
            if found:
                all_told += found[0]
                failures.extend(f"{where} {kind} {environment}: {text}"
                                for text in found[1])
    return all_told


def check_seed(seed, build, tested, folder):
    """(lines that were told, failures as texts); None: it is not fit."""
    return selfcount.check_changed(
        seed, build, tested, folder,
        lambda program: made_to_tell(program.text) if is_fit(program) else None, LEVELS,
        lambda program, text, *variant: check_variant(
            build, folder, program, plain_lines(text), *variant))


def main():
    variants.LEVELS = LEVELS  # those that the results are of
    raise SystemExit(variants.run_seeds(__doc__, 2, check_seed,
                                        "Generated programs that write down their way",
                                        "lines were told"))


if __name__ == "__main__":
    main()
