#!/usr/bin/env python3
"""Programs that count their own lines and are ended at any place, as an oracle.

usage: crashes.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

generate.py writes a program for each seed, one that does not fork.  Its own counts are
in a file that it maps, so that they are there whatever ends it.  It is compiled by each
compiler at -O0 and -O2 with frames=yes, and ends

  - by SIGSEGV, from the function that counts each line: where the line began, and nothing
    behind it;
  - by a SIGSEGV of the processor's, there;
  - by SIGALRM, between any two instructions;
  - by SIGKILL, in both ways, below prof-run --kills.

The stacks that the runtime or prof-run leaves are all that is known of where it stood.  Of
each run:

  - No line is too low.  None is too high if the run is not said to be cut off; but
    a frame to which the signal came by itself may have begun a line that has not yet
    counted itself: one line, by one, for each thread.
  - The process dies by that signal.
  - At -O0, three of four runs that ended from that function, in whatever way, are not said to
    be cut off.  Those whose place has several meanings are (docs/counting.md).

Prints what differs, and how many runs were whole; the exit status is 1 if any differed.
"""
import os
import random
import re
import signal
import struct
import sys
import threading

import generate
import selfcount
import variants
from variants import execute, Unmeasured

LEVELS = ["-O0", "-O2"]
ENDS = 4  # of each kind, of each variant
OPTIONS = "tree,frames=yes"

PRELUDE = """
#include <fcntl.h>
#include <sys/time.h>
#include <time.h>
static long until;
static int number, faults;
static void __attribute__((noinline)) tick(unsigned long *count)
{
    if (count != counts)
        __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(counts, 1, __ATOMIC_RELAXED); /* line 0 is none */
    if (until > 0 && __atomic_sub_fetch(&until, 1, __ATOMIC_RELAXED) == 0) {
        if (faults)
            *(volatile int *)0 = 1;
        raise(number ? number : SIGSEGV);
    }
}
static void start_timer(long micros)
{
    struct itimerval timer = {{0, 0}, {0, micros}};
    struct itimerspec spec = {{0, 0}, {0, micros * 1000}};
    struct sigevent event = {};
    timer_t id;
    event.sigev_signo = number;
    if (!number)
        setitimer(ITIMER_REAL, &timer, 0);
    else if (micros && !timer_create(CLOCK_MONOTONIC, &event, &id))
        timer_settime(id, 0, &spec, 0);
}
static int own_file(void)
{
    const char *ticks = getenv("UNTIL"), *time = getenv("ALARM");
    number = getenv("KILLED") ? SIGKILL : 0;
    faults = getenv("FAULT") != 0;
    until = ticks ? atol(ticks) : 0;
    start_timer(time ? atol(time) : 0);
    return open("own", O_RDWR);
}
static void start_counts(void)
"""

NUMBERS = {"crash": signal.SIGSEGV, "fault": signal.SIGSEGV, "alarm": signal.SIGALRM,
           "kill": signal.SIGKILL, "kill at any time": signal.SIGKILL}
AT_PLACES = ("crash", "fault", "kill")

tally = {}
tally_lock = threading.Lock()


def is_fit(program):
    """Children count in the same array, and outlive it; a team's threads are many; two
    units would have a clock each."""
    return not (program.forks or program.openmp or program.units)


def made_mortal(text):
    """The program TEXT, which ends where the environment says."""
    for old, new in [
            ("\nstatic void start_counts(void)\n", PRELUDE),
            ("MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0",
             "MAP_SHARED | MAP_FIXED, own_file(), 0"),
            (generate.PLAIN, "#define COUNT(line) (tick(&counts[line]))"),
            (generate.ATOMIC, "#define COUNT(line) (tick(&counts[line]))")]:
        text = text.replace(old, new)
    assert "own_file(), 0" in text and "(tick(&counts" in text
    number = len(text.splitlines()) + 1
    return re.sub(r"#define LINES \d+", f"#define LINES {number}", text)


def self_counting(text):
    """The lines of TEXT that count themselves.  Those of constexpr functions are counted by
    who calls them, and may not come to run."""
    lines = text.splitlines()
    return [line for line in selfcount.own_counts(text, "")
            if "/* N */" not in lines[line - 1]]


def run(build, folder, lines, **environment):
    """Status, and line -> what it counted itself."""
    prefix = []
    if "KILLED" in environment:
        os.makedirs(os.path.join(folder, "run"))
        prefix = [f"{build}/bin/prof-run", "--kills", "-q", "-o", "run/out"]
    own = os.path.join(folder, "own")
    with open(own, "wb") as out:
        out.truncate((lines * 8 + 4095) // 4096 * 4096)
    ran = execute([*prefix, "./prog"], folder, EDGEPROF_FILE="run/%p", **environment)
    with open(own, "rb") as counts:
        found = struct.unpack(f"<{lines}Q", counts.read(lines * 8))
    if not ran:
        raise Unmeasured("no end")
    return ran[0], dict(enumerate(found))


def wrong(own, got, spare):
    """What is wrong with the counts GOT, as text; SPARE lines may be one too high."""
    low = {line: (own[line], got.get(line, 0)) for line in own
           if got.get(line, 0) < own[line]}
    high = {line: (own[line], got.get(line, 0)) for line in own
            if got.get(line, 0) > own[line]}
    slack = sum(more - has for has, more in high.values())
    text = f"too low: {low}"[:300] if low else ""
    if slack > spare or (high and spare == 0):
        text += f" too high: {high}"[:300]
    return text


def end(build, folder, program, lines, counted, environment):
    """(status, whether the run is whole, its own counts, ours)."""
    status, own = run(build, folder, lines, **environment)
    try:
        said = execute([f"{build}/bin/prof-merge", "-o", "merged", "run"], folder)
        if not said or said[0]:
            raise Unmeasured(f"prof-merge: {said and said[1][-300:]}")
        os.rename(os.path.join(folder, "merged"), os.path.join(folder, "run", "merged"))
        for name in os.listdir(os.path.join(folder, "run")):
            if name != "merged":
                os.unlink(os.path.join(folder, "run", name))
        got = variants.read_counts(build, folder, program.source)[0]
    finally:
        variants.shutil.rmtree(os.path.join(folder, "run"), ignore_errors=True)
    return status, "cut off" not in said[1], {n: own[n] for n in counted}, got


def check_end(where, kind, spare, ended, failures):
    """Note what is wrong with one run that ended; whether it was one."""
    status, whole, own, got = ended
    if status != -NUMBERS[kind]:
        if kind in AT_PLACES or status < 0:
            failures.append(f"{where} {kind}: status {status}")
        return False  # the program was faster
    with tally_lock:
        counts = tally.setdefault((where.split()[1], kind), [0, 0])
        counts[0] += whole
        counts[1] += 1
    # Of a run that is cut off only that it is not too low is known.
    text = wrong(own, got, spare if whole else len(own) * 1000)
    if text:
        failures.append(f"{where} {kind}: {text}")
    return True


def check_variant(build, folder, program, lines, counted, compiler, level, failures):
    made = variants.compile_counted(build, folder, program.source, compiler, level,
                                    OPTIONS, selfcount.flags(build, program, compiler))
    where = f"{compiler} {level}"
    if not made or made[0]:
        failures.append(f"{where}: does not compile: {made and made[1][:300]}")
        return 0
    began = os.times().elapsed
    _, own = run(build, folder, lines)
    micros = int((os.times().elapsed - began) * 1e6) + 1000
    variants.shutil.rmtree(os.path.join(folder, "run"), ignore_errors=True)
    total, ends = own[0], 0
    rng = random.Random(f"{program.seed} {where}")
    others = 3 if program.parallel else 0
    for _ in range(ENDS):
        for kind, environment, spare in [
                ("crash", {"UNTIL": str(rng.randint(1, total))}, others),
                ("fault", {"UNTIL": str(rng.randint(1, total)), "FAULT": "1"}, others),
                ("alarm", {"ALARM": str(rng.randint(1, micros))}, 1 + others),
                ("kill", {"UNTIL": str(rng.randint(1, total)), "KILLED": "1"}, others),
                ("kill at any time", {"ALARM": str(rng.randint(1, micros)),
                                      "KILLED": "1"}, 1 + others)]:
            ended = end(build, folder, program, lines, counted, environment)
            ends += check_end(where, kind, spare, ended, failures)
    return ends


def check_seed(seed, build, tested, folder):
    """(runs that ended, failures as texts); None: it is not fit."""
    return selfcount.check_changed(
        seed, build, tested, folder,
        lambda program: made_mortal(program.text) if is_fit(program) else None, LEVELS,
        lambda program, text, *variant: check_variant(
            build, folder, program, len(text.splitlines()) + 1, self_counting(text),
            *variant))


def main():
    variants.LEVELS = LEVELS  # those that the results are of
    status = variants.run_seeds(__doc__, 2, check_seed,
                                "Generated programs that end at any place",
                                "runs that ended")
    for (level, kind), (whole, all_runs) in sorted(tally.items()):
        print(f"{level} {kind}: {whole} of {all_runs} whole")
    at_places = [ends for (level, kind), ends in tally.items()
                 if level == "-O0" and kind in AT_PLACES]
    whole, all_runs = sum(w for w, _ in at_places), sum(n for _, n in at_places)
    if whole * 4 < all_runs * 3:
        print(f"-O0: only {whole} of {all_runs} whole")
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
