# RUN: %py %s
# All processes below the command are sampled, counted or not, side by side or one behind the
# other; a prof-run within another is sampled once.  What is killed or forbidden costs no
# count.
import collections
import glob
import json
import os
import re
import signal
import subprocess

from prefix import (HERE, OWN, PROF_RUN, TOOLS, compiled, equal, folders, line_of, loop, prof_run,
                    report, start, wait_for)

compiled()
compiled("cost", source="cost.c")
compiled("plain", counted=False, source="cost.c")
subprocess.run([os.environ["CC"], "-O2", "-s", "-pthread", "-o", "bare",
                f"{HERE}/cost.c"], check=True)


def spent(output="prof.out"):
    """Seconds by program or library, and in all."""
    found = report(output, "functions", "--time")
    by_object = collections.Counter()
    for row in found["functions"]:
        by_object[os.path.basename(row["object"])] += row["time"]["ns"] / 1e9
    equal(round(sum(by_object.values()), 3), round(found["time"]["ns"] / 1e9, 3))
    return by_object, found["time"]["ns"] / 1e9


def has_sampled(output, seconds):
    """Whether a file that is being written has so much by now."""
    done = subprocess.run([f"{TOOLS}/prof-show", "functions", "--time", "--format", "json", output],
                          capture_output=True, text=True, check=False)
    return done.returncode == 0 and json.loads(done.stdout)["time"]["ns"] >= seconds * 1e9


def about(got, want):
    assert abs(got - want) < 0.1 + 0.1 * want, (got, want)


# Each spins for a time of its own: in its program, the kernel's page of clocks, the kernel.
done = prof_run("--time", "bash", "-c", "./cost spin 600 & ./plain spin 900 & wait; ./bare spin 400;"
                " for i in 1 2 3 4 5; do ./cost spin 50; done; times")
took = sum(60 * float(m) + float(s) for m, s in re.findall(r"(\d+)m(\d+\.\d+)s", done.stdout))
by_object, total = spent()
equal(report()["runs"], 6)
about(total, took)
about(total, 2.15)
about(by_object["cost"] / total, 0.85 / 2.15)
about(by_object["plain"] / total, 0.9 / 2.15)
about(by_object["bare"] / total, 0.4 / 2.15)
rows = report(kind="hot")["lines"]
# The line of the plain build has time of its own, which is no counted one's.
spins = [row for row in rows if row.get("file", "").endswith("cost.c") and
         row["line"] == line_of("SPIN", "cost.c")]
equal(sorted(("count" in row, "each" in row) for row in spins), [(False, False), (True, True)])
assert all(row["object"].startswith(OWN) for row in spins), spins
assert any(row["object"].endswith("/bare") and "line" not in row for row in rows), rows

# Nothing that is counted: the times are there all the same, and gates have nothing.
done = prof_run("--time", "./plain", "spin", 300)
assert done.stderr.startswith("prof-run: warning: nothing was counted: "), done
assert "prof-run: 0 runs of 0 programs and libraries, " in done.stderr, done
about(spent()[1], 0.3)
hot = report(kind="hot")
assert any(row.get("file", "").endswith("cost.c") and "count" not in row
           for row in hot["lines"]), hot
lines = subprocess.run([f"{TOOLS}/prof-show", "lines", "prof.out"], capture_output=True,
                       text=True, check=False)
equal((lines.returncode, lines.stderr), (3, "prof-show: error: no usable profile\n"))
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "twice", "prof.out", "prof.out"], check=True)
equal(report("twice", "hot")["time"]["samples"], 2 * hot["time"]["samples"])

# Within another: the inner one's are its own; the outer one has them once.
prof_run("-q", "--time", "sh", "-c", f"./cost spin 200; {PROF_RUN} -q --time=500 -o inner "
         "./cost spin 400")
about(spent()[0]["cost"], 0.6)
about(spent("inner")[1], 0.4)
equal([(report(output, "hot")["time"]["sampled_runs"], report(output)["runs"])
       for output in ("prof.out", "inner")], [(2, 2), (1, 1)])
prof_run("-q", "sh", "-c", f"./cost spin 100; {PROF_RUN} -q --time -o inner ./cost spin 400")
about(spent()[1], 0.4)
equal((report(kind="hot")["time"]["sampled_runs"], report()["runs"]), (1, 2))

# Snapshots have what was sampled so far.
run = start("-q", "--time", "--every", 1, "sh", "-c", "./cost spin 600; echo > spun; read x; "
            "./cost spin 300", stdin=subprocess.PIPE)
wait_for(lambda: os.path.exists("spun"))
begun = len(glob.glob("snap.*.prof.out")) + 1  # it may have been begun before
snapshot = f"snap.{begun + 1}.prof.out"
wait_for(lambda: os.path.exists(snapshot))
run.communicate("\n")
equal(run.returncode, 0)
equal((report(snapshot, "hot")["time"]["sampled_runs"], report(snapshot)["runs"]), (1, 1))
about(spent(snapshot)[1], 0.6)
about(spent()[1], 0.9)

# Killed: counts are whole, samples are those of until then, and no run is sampled to its end.
run = start("-q", "--time", "-o", "killed", "sh", "-c",
            "./work 5; ./cost spin 2500; ./work 6; echo > done")
wait_for(lambda: folders() and os.path.exists(f"{folders()[0]}/samples.prof"))
wait_for(lambda: has_sampled(f"{folders()[0]}/samples.prof", 0.3))
run.kill()
run.wait()
wait_for(lambda: os.path.exists("done"))
prof_run("-q", "--recover", folders()[0])
equal((loop("killed"), folders()), ((3, 11), []))
assert 0.3 <= spent("killed")[1] < 2.9, spent("killed")
equal(report("killed", "hot")["time"]["sampled_runs"], 0)
assert not any("each" in row for row in report("killed", "hot")["lines"])

# The status, a signal, and a command that is not there are as without.
equal(subprocess.run([PROF_RUN, "-q", "--time", "./work", "1", "kill", "15"],
                     check=False).returncode, -signal.SIGTERM)
prof_run("--time", "./none", status=127)
equal(folders(), [])
# A command that is too short for a sample.
prof_run("-q", "--time=1", "./work", 3)
done = subprocess.run([f"{TOOLS}/prof-show", "hot"], capture_output=True, text=True,
                      check=False)
equal((done.returncode, done.stderr), (3, "prof-show: error: no sample of time was taken: it "
                                       "was too short; try prof-run --time=HZ\n"))
equal(loop(), (1, 3))
