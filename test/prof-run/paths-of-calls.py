# RUN: %py %s
# --trace keeps the paths of calls and disturbs nothing: what is in registers when a ring comes
# round, a program that outlives its prof-run, one that executes another.  Sums have them all.
import json
import os
import resource
import subprocess
import time

from prefix import TOOLS, compiled, equal, folders, prof_run, start, wait_for

TRACED = ["-O2", "-fplugin-arg-edgeprof-trace=ring"]
compiled("paths", source="paths.c", more=TRACED)
compiled("plain", source="paths.c", counted=False, more=["-O2"])


def result(n):
    return subprocess.run(["./plain", str(n)], capture_output=True, text=True,
                          check=False).stdout


def calls(output="prof.out"):
    """Of each call its function, number, whether it ended, and how many marks it passed."""
    done = subprocess.run([f"{TOOLS}/prof-show", "trace", "--format", "json", "--function", "none",
                           output], capture_output=True, text=True, check=True)
    return [(*call["call"].values(), call["marks"]) for call in json.loads(done.stdout)["threads"]]


# Each turn has two marks and that of the loop; a ring has 65536.
for function in "turn", "main", "t[a-z]rn":
    done = prof_run("-q", "--trace", function, "./paths", 60000, status=2, said="")
    equal(done.stdout, result(60000))
    (name, number, ended, marks), = calls()
    equal((name, number, ended), (function if "[" not in function else "turn", 1, function != "main"))
    assert 120000 < marks < 200000, marks
done = prof_run("-q", "--trace", "no such", "./paths", 3000000, status=2)
equal(done.stdout, result(3000000))
done = subprocess.run([f"{TOOLS}/prof-show", "trace", "prof.out"], capture_output=True, check=False)
equal(done.returncode, 3)

# Another program comes in its place; a sum has the calls of both, and of all.
prof_run("-q", "--trace", "turn", "-o", "a", "./paths", 40000, "again", status=2)
two = calls("a")
equal([call[:3] for call in two], [("turn", 1, True), ("turn", 2, True)])
equal(two[0][3], two[1][3])
prof_run("-q", "--trace", "turn", "--calls", 1, "-o", "b", "./paths", 10, status=2)
subprocess.run([f"{TOOLS}/prof-merge", "-o", "sum", "a", "b"], check=True)
equal(sorted(calls("sum")), sorted(two + calls("b")))

# Nobody takes its laps any more: it goes on, and is as it was.
many = 20000000
with start("-q", "--trace", "turn", "./paths", str(many), "begun", "go",
           stdout=subprocess.PIPE, process_group=0) as process:
    wait_for(lambda: os.path.exists("go"))
    time.sleep(0.2)
    process.kill()
    equal(process.stdout.read(), result(many))
for folder in folders():
    subprocess.run([f"{TOOLS}/prof-run", "-q", "--recover", folder], check=True)

# It is there, and cannot take them: nobody waits for it for good.
compiled("steps", source="steps.c", more=TRACED)
with start("-q", "--trace", "step", "--calls", "1", "./steps", "150000", "0", "begun",
           stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
    wait_for(lambda: os.path.exists("begun"))
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (0, 0))
    process.stdin.close()
    said = process.stderr.read()
    equal(process.wait(), 125)
assert "Too many open files; paths are missing\n" in said, said
assert "nothing can be taken: no program waits for it any more\n" in said, said
folder, = folders()
prof_run("-q", "--recover", folder)
equal([call[:3] for call in calls()], [("step", 1, True)])

prof_run("--calls", 3, "./plain", status=125)
prof_run("--trace", "turn", "--calls", 0, "./plain", status=125)
