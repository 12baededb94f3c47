#!/usr/bin/env python3
"""Programs that count how often their loops come round, as an oracle.

usage: loops.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

A program is generated for each seed: functions, some inlined, with loops of every kind
in each other, left at their ends, by break, return, goto, exceptions, longjmp and exit,
from several threads.  The program keeps the histogram of each loop.  It is compiled by
each compiler at -O0, -O1, -O2 and -O3 with trips=yes, each with counters on the chords
and on every edge, and optimised by the profile of the first.

  - Status and output are those of the plain build.
  - `prof-show loops` has the histogram of each loop, and as many entries.

Prints what differs; the exit status is 1 if anything did.
"""
import os
import random
import re
import shutil
import sys

import variants
from variants import compilers, Unmeasured

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import trips  # noqa: E402

HEAD = r"""
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
extern "C" void report(void);
#endif
static uint64_t left[LINES][64], entered[LINES];
static __thread unsigned state, fuel;
static __thread jmp_buf *target;
static unsigned pick(unsigned n)
{
    state = state * 1103515245 + 12345;
    return (state >> 16) % n;
}
static unsigned more(void) { return fuel && fuel--; }
static void enter(int line) { __atomic_fetch_add(&entered[line], 1, __ATOMIC_RELAXED); }
static void leave(int line, uint64_t rounds)
{
    int bin = 0;
    while (rounds) {
        bin++;
        rounds >>= 1;
    }
    __atomic_fetch_add(&left[line][bin], 1, __ATOMIC_RELAXED);
}
void report(void)
{
    for (int line = 0; line < LINES; line++) {
        if (entered[line])
            printf("%d entered %llu\n", line, (unsigned long long)entered[line]);
        for (int bin = 0; bin < 64; bin++)
            if (left[line][bin])
                printf("%d %d %llu\n", line, bin, (unsigned long long)left[line][bin]);
    }
}
"""

BODY = r"""
static void *body(void *argument)
{
    jmp_buf here;
    state = SEED + (unsigned)(uintptr_t)argument;
    for (volatile unsigned i = 0; i < 15; i++) {
        fuel = 4000;
        target = &here;
        if (setjmp(here) == 0)
            CALLS
    }
    return 0;
}
int main(void)
{
    pthread_t threads[3];
    atexit(report);
    for (uintptr_t i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, body, (void *)(i + 5));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    target = 0;
    fuel = 4000;
    state = SEED;
    END
    return 0;
}
"""


class Loop:
    """One that statements are in: the line of its head, and its rounds as the program
    has them there."""

    def __init__(self, line, rounds):
        self.line = line
        self.rounds = rounds


class Program:
    """A generated program; `text` is its source."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.cxx = seed % 2 == 1
        self.source = "program.cc" if self.cxx else "program.c"
        self.lines = HEAD.splitlines()
        self.unique = 0
        self.functions = []
        for _ in range(self.random.randint(4, 7)):
            self.function()
        calls = "; ".join(f"{name}(pick(30))" for name in self.functions[-3:])
        calls = f"{{ {calls}; }}"
        if self.cxx:
            calls = f"try {calls} catch (int) {{ }}"
        end = self.random.choice(
            [f"{self.functions[-1]}(9);"] if not self.cxx else
            [f"try {{ {self.functions[-1]}(9); }} catch (int) {{ }}"])
        self.lines += BODY.replace("CALLS", calls).replace("END", end).splitlines()
        head = [f"#define LINES {len(self.lines) + 3}", f"#define SEED {seed}"]
        self.text = "\n".join(head + self.lines) + "\n"

    def put(self, text):
        self.lines.append(text)

    def next_line(self):
        """The number of the line that is put next: two are put before all."""
        return len(self.lines) + 3

    def name(self, stem):
        self.unique += 1
        return f"{stem}{self.unique}"

    def function(self):
        name = self.name("function")
        kind = self.random.choice(["static", "static inline",
                                   "__attribute__((noinline)) static"])
        self.put(f"{kind} unsigned {name}(unsigned start)")
        self.put("{")
        self.put("unsigned x = start;")
        label = self.name("out")
        for _ in range(self.random.randint(2, 4)):
            self.statement([], label, 0)
        self.put("x++;")
        self.put(f"{label}: return x;")
        self.put("}")
        self.functions.append(name)

    def condition(self):
        k = self.random.randint(2, 7)
        return self.random.choice([f"pick({k}) == 0", f"x % {k} == 1", f"pick({k}) > 1"])

    def leave_all(self, loops):
        return " ".join(f"leave({x.line}, {x.rounds});" for x in loops)

    def statement(self, loops, label, depth):
        if depth >= 4 or (depth and self.random.randrange(3) == 0):
            self.put(f"x = x * {self.random.randint(2, 9)} + 1;")
            return
        kinds = [self.loop] * 4 + [self.jump, self.jump, self.call, self.choose]
        self.random.choice(kinds)(loops, label, depth + 1)

    def choose(self, loops, label, depth):
        self.put(f"if ({self.condition()}) {{")
        self.statement(loops, label, depth)
        self.put("} else {")
        self.put("x ^= 5;")
        self.put("}")

    def call(self, *_):
        if self.functions:
            self.put(f"if (more()) x += {self.random.choice(self.functions)}(x % 40);")
        else:
            self.put("x += pick(9);")

    def jump(self, loops, label, _):
        """Out of all loops, or out of one, or on to its next round."""
        ways = [f"{self.leave_all(loops)} return x;",
                f"{self.leave_all(loops)} goto {label};",
                f"if (target) {{ {self.leave_all(loops)} longjmp(*target, 1); }}"]
        if self.cxx:
            ways = ways[:2] + [f"{self.leave_all(loops)} throw 1;"]
        if loops:
            ways += ["break;", "continue;", "break;", "continue;"]
        seldom = self.random.randint(3, 30)
        self.put(f"if (pick({seldom}) == 0) {{ {self.random.choice(ways)} }}")

    def inside(self, loops, loop, label, depth):
        self.put("x += 3;")
        for _ in range(self.random.randint(1, 3)):
            self.statement(loops + [loop], label, depth)
        self.put("x ^= 9;")

    def loop(self, loops, label, depth):
        i = self.name("i")
        kind = self.random.choice(["for", "while", "do", "endless", "known"])
        self.put(f"unsigned {i} = 0;" if not self.cxx else f"unsigned {i}; {i} = 0;")
        number = self.next_line() + (2 if kind in ("do", "endless") else 1)
        rounds = i if kind in ("do", "endless") else f"{i} - 1"
        bound = self.random.choice([str(self.random.randint(0, 40)), "x % 9", "pick(60)"])
        heads = {"for": f"for (; {i}++ < {bound} && more(); x++) {{",
                 "known": f"for (unsigned k = {self.random.randint(0, 3)}; {i}++, k < 5; "
                          "k++) {",
                 "while": f"while ({i}++, {self.condition()} && more()) {{",
                 "do": "do {", "endless": f"for (;; {i}++) {{"}
        self.put(f"enter({number});")
        self.put(heads[kind])
        self.inside(loops, Loop(number, rounds), label, depth)
        if kind == "endless":
            self.put(f"if ({self.condition()} || !more()) break;")
            self.put("}")
        else:
            self.put(f"}} while ({self.condition()} && more() ? ({i}++, 1) : 0);"
                     if kind == "do" else "}")
        self.put(f"leave({number}, {rounds});")


def flags(program):
    return ["-pthread"] + ["-std=gnu++17"] * program.cxx


def check_variant(build, folder, program, compiler, level, place, plain):
    """What is wrong with it, as texts."""
    made = variants.compile_counted(build, folder, program.source, compiler, level,
                                    place + ",trips=yes", flags(program))
    if not made or made[0]:
        raise Unmeasured("does not compile: " + str(made and made[1][:300]))
    ran = variants.execute(["./prog"], folder, EDGEPROF_FILE="run/%p")
    if ran != plain:
        yield f"output: {ran!r:.300}"
    if place == "tree":
        variants.execute([f"{build}/bin/prof-merge", "-o", "profile", "run"], folder)
    found = trips.read_report(f"{build}/bin/prof-show", program.source,
                              [os.path.join(folder, "run")])
    shutil.rmtree(os.path.join(folder, "run"))
    yield from trips.differences(trips.read_named(plain[1]), found)


def check_seed(seed, build, tested, folder):
    """(loops that were entered, failures as texts)."""
    program = Program(seed)
    with open(os.path.join(folder, program.source), "w", encoding="utf-8") as out:
        out.write(program.text)
    made = variants.compile_plain(folder, program.source, compilers.gcc(build), "-O0",
                                  flags(program))
    plain = variants.execute(["./prog"], folder)
    if made[0] or not plain:
        return 0, [f"seed {seed}: plain: {made[1] if made[0] else 'no end'}"]
    failures = []
    for compiler in tested:
        for level, place in variants.of(build, compiler):
            try:
                failures += [f"seed {seed} {compiler} {level} {place}: {text}"
                             for text in check_variant(build, folder, program, compiler,
                                                       level, place, plain)]
            except Unmeasured as error:
                failures.append(f"seed {seed} {compiler} {level} {place}: {error}")
    return len(re.findall("entered", plain[1])), failures


def main():
    return variants.run_seeds(__doc__, 2, check_seed,
                              "Generated programs that count their loops' trips",
                              "loops that were entered")


if __name__ == "__main__":
    sys.exit(main())
