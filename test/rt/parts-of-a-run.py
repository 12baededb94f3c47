# RUN: %py %s
"""Each count is in one part, whatever threads do and however the process ends."""
import os
import sys

import build as programs
from runs import LIB, OWN, Run, equal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../format"))
import reader  # noqa: E402

programs.build(LIB, f"{OWN}/parts", "parts.c", "-rdynamic")
programs.build(LIB, f"{OWN}/parts-shared", "parts.c", "-DATOMIC")


def labels(path, expected, cut=0, runs=None):
    """The file has these labels, of the program's first counters, and no others."""
    profile = reader.read(path)
    equal(sorted(profile.labels), sorted(expected))
    for label, counts in expected.items():
        of = profile.labelled[label]
        got = next((c for _, (p, c, _) in of.modules.items()
                    if os.path.basename(p).startswith("parts")), [0] * 8)
        equal((label, got[:len(counts)]), (label, counts))
        assert not any(got[len(counts):]), (label, got)
    equal(profile.cut, cut)
    equal(profile.runs, runs or len(expected) + (0 if "run" in expected else 1))
    return profile


def run(*args, label="", status=0, program="parts", **env):
    done = Run(*args, program=program, status=status,
               env={"EDGEPROF_LABEL": label, **env} if label else env)
    return done


for program in "parts", "parts-shared":
    profile = labels(run(program=program).files()[0], {"A": [0, 1], "B": [0, 0, 1]})
    assert all(n == 1 and 0 < t < 10**10 for n, t in profile.times.values())
    labels(run(program=program, label="run").files()[0],
           {"run": [2], "run::A": [0, 1], "run::B": [0, 0, 1]})

# A label that the run has is not said twice; two parts may have the same.
profile = reader.read(run(label="A").files()[0])
equal((profile.labels, profile.runs), ({"A": 2, "A::B": 1}, 3))
profile = labels(run("again").files()[0], {"A": [0, 2], "B": [0, 0, 1]}, runs=4)
equal(profile.labels["A"], 2)

# Killed: nothing is lost, what was counted last is the open part's.
labels(run("kill", status=-9).files()[0], {"A": [0, 1], "B": [0, 0, 1]}, cut=2)
labels(run("kill", label="run", status=-9).files()[0],
       {"run": [2], "run::A": [0, 1], "run::B": [0, 0, 1]}, cut=2)

# A fork's child is of the part it was born in.
done = run("fork")
parent, child = sorted(done.files(), key=lambda path: -reader.read(path).runs)
labels(parent, {"A": [0, 1], "B": [0, 0, 1, 1]})
profile = reader.read(child)
equal((profile.labels, profile.runs), ({"B": 1}, 1))

# Threads: those of a part, and one that never stops, each of whose counts is in
# one part or between two.
for _ in range(10):  # that one lacks them is rare
    done = run("threads")
    profile = reader.read(done.files()[0])
    equal(len(profile.labels), 202)
    ran = [next(iter(of.modules.values()))[1] for of in profile.labelled.values()]
    equal(sum(c[4] for c in ran), 200000)
    equal({profile.labelled[f"T{i}"].flags for i in range(200)}, {1})
    total = next(iter(profile.modules.values()))[1]
    equal(total[3], int(done.done.stdout))
    assert sum(c[3] for c in ran) <= total[3], (ran, total)
    for i in range(200):
        _, got, _ = next(iter(profile.labelled[f"T{i}"].modules.values()))
        assert got[3] > 0 and got[4] == 1000, (i, got)

# Regions that are not read while nobody counts in them: what their threads count then is of
# the part in which they do.
library = os.environ["RT_PROGRAMS"] + "/library.so"
for program in "parts", "parts-shared":
    profile = reader.read(run("rests", library, program=program).files()[0])
    for i in range(400):
        of = profile.labelled[f"R{i}"].modules.values()
        got = next(c for p, c, _ in of if "parts" in p)
        equal((i, got), (i, [0, 0, 0, 7 * (i % 40 in (0, 39)), 1000 * (i % 100 == 50), 1, 0, 0]))
    total = next(c for p, c, _ in profile.modules.values() if "parts" in p)
    equal(total[3:7], [140, 7000, 400, 400])

# Counts that go elsewhere, as their library goes: they are of the part in which they were made.
other = f"{OWN}/other.so"
programs.build(LIB, other, "library.c", "-shared", "-fPIC", "-DN_COUNTERS=9")
for program in "parts", "parts-shared":
    profile = reader.read(run("turns", library, other, program=program).files()[0])
    for i in range(40):
        got = {os.path.basename(path): counts[:3] for path, counts, _ in
               profile.labelled[f"L{i}"].modules.values() if any(counts)}
        here, there = ("library.so", "other.so")[::1 if i % 2 == 0 else -1]
        expected = {here: [0, i + 1 + int(i % 4 == 0), int(i % 4 == 3)]}
        if i % 4:
            expected[there] = [0, 0, 1]
        equal((i, got), (i, expected))

# exec fails, and the run goes on in a new file.
with open(f"{OWN}/bad", "w") as bad:
    bad.write("\x7fELF")
os.chmod(f"{OWN}/bad", 0o755)
labels(run("exec", f"{OWN}/bad").files()[0], {"A": [0, 1], "B": [0, 0, 2]})
labels(run("exec", f"{OWN}/bad", "kill", status=-9).files()[0],
       {"A": [0, 1], "B": [0, 0, 2]}, cut=2)
labels(run("exec", "/bin/true").files()[0], {"A": [0, 1], "B": [0, 0, 1]}, cut=2)

labels(run("reset").files()[0], {"B": [0, 0, 1]})
done = run("snapshot", "x.snap", label="run")
labels(f"{done.dir}/x.snap", {"run": [2], "run::A": [0, 1], "run::B": [0, 0, 1]}, cut=2)
labels(done.files()[0], {"run": [2], "run::A": [0, 1], "run::B": [0, 0, 2]})
profile = labels(run("library", library).files()[0], {"A": [0, 1], "B": [0, 0, 1]})
found = [c for p, c, _ in profile.labelled["B"].modules.values() if "library" in p]
equal(found[0][:3], [0, 1, 1])
profile = reader.read(run("many", label="run").files()[0])
equal((profile.runs, len(profile.labels)), (5003, 5003))
equal(next(iter(profile.labelled["run::T4999"].modules.values()))[1][5], 1)

# No part has a label of its own.
profile = reader.read(run(label="run", EDGEPROF_TESTS="off").files()[0])
equal((profile.labels, profile.runs), ({"run": 1}, 1))
