# RUN: %py %s
# `run` in .edgeprof.yml has the options that a project always wants, so that nobody needs
# to know them; the command line goes before them; what is wrong is told with file and line.
import os
import re
import shutil

from prefix import OWN, compiled, equal, folders, labels, loop, prof_run

compiled()


def project(text):
    with open(".edgeprof.yml", "w", encoding="utf-8") as file:
        file.write(text)


project("""
run:
  output: kept/all.prof
  label-each: yes
  quiet: yes
""")
os.mkdir("kept")
prof_run("sh", "-c", "./work 5; ./work 2", said="")
equal((loop("kept/all.prof"), labels("kept/all.prof")), ((2, 7), {"work": 2}))
equal(os.path.exists("prof.out"), False)

# The command line goes before it, or has nothing of it.
prof_run("-o", "other", "--label", "nightly", "./work", 3, said="")
equal((loop("other"), labels("other")), ((1, 3), {"nightly": 1}))
prof_run("--no-project", "./work", 4, said="prof-run: 1 run of 1 program or library: "
         "prof.out\n")
equal(loop(), (1, 4))

# All keys are options, with their values; rules stand beside them.
project("""
rules:
  - {of: lines, in: file, match: "*work.c", percent: 10}
run:
  label: daily
  time: 4000
  wait: yes
  every: 1s
  patch: [plain]
  check: yes
  fail-under-functions: 5
  fail-under-branches: 0
  fail-under-mcdc: 0
  strict: no
""")
compiled("plain", counted=False)
os.mkdir("bin")
shutil.move("plain", "bin/plain")
env = dict(os.environ, PATH=f"{OWN}/bin:{os.environ['PATH']}", XDG_CACHE_HOME=f"{OWN}/cache")
done = prof_run("sh", "-c", "plain 6; ./work 5; sleep 1.3", env=env)
for said in ("(.edgeprof.yml, rule 1)", "functions: ", "wanted 5 %", "branches: "):
    assert said in done.stderr, done.stderr
equal((loop(), labels()), ((2, 11), {"daily": 2}))
equal(os.path.exists("snap.1.prof.out"), True)
assert re.search(", [0-9]+ samples: prof.out$", done.stderr, re.M), done.stderr

# Gates of the command line are in place of the project's.
done = prof_run("--fail-under-lines", 99, "./work", 5, status=2)
assert "wanted 99 %: failed" in done.stderr and "wanted 5 %" not in done.stderr, done.stderr
prof_run("--no-project", "--fail-under-lines", 1, "./work", 5)
project("run:\n  ratchet: none.json\n")
done = prof_run("sh", "-c", "echo > started", status=125)
assert done.stderr.startswith("prof-show: error: none.json: "), done.stderr
project("run:\n  strict: yes\n  diff: HEAD\n  fail-under-lines: 1\n")
done = prof_run("./work", 5, status=125)
assert "--diff HEAD" in done.stderr, done.stderr

# A file that has rules alone, or nothing, changes nothing.
for text in ("rules:\n  - {of: lines, percent: 99}\n", "", "# later\n"):
    project(text)
    prof_run("./work", 5, said="prof-run: 1 run of 1 program or library: prof.out\n")

# One that cannot be read is told before the command starts.
WRONG = "prof-run: error: .edgeprof.yml: "
for text, *said in (
        ("run:\n  label_each: yes\n", "label_each", "line: 2"),
        ("run:\n  quiet: yes\n  wait: perhaps\n", "perhaps", "line: 3"),
        ("run:\n  patch: x\n", "line: 2"),
        ("run: yes\n", "line: 1"),
        ("runs:\n  quiet: yes\n", "runs", "line: 1"),
        ("run:\n  label: [\n", "")):
    project(text)
    done = prof_run("sh", "-c", "echo > started", status=125)
    assert done.stderr.startswith(WRONG) and all(s in done.stderr for s in said), done.stderr
project("run:\n  time: 0\n")
prof_run("true", status=125, said="prof-run: error: --time=0: not a number of samples in a second "
         f"from 1 to 20000\n{WRONG}run: time: that is its value\n")
project("run:\n  every: soon\n")
prof_run("true", status=125, said="prof-run: error: soon: not a whole number of seconds "
         f"above 0\n{WRONG}run: every: that is its value\n")
project("run:\n  output: no/such/folder/all.prof\n  fail-under-lines: x\n")
done = prof_run("true", status=125)
assert "x: not a percentage" in done.stderr, done.stderr
equal(os.path.exists("started"), False)

# Without a command it is not read.
prof_run("-o", "now", "-p", "1", "--no-project", status=125, said="prof-run: error: "
         "--snapshot: only -o, -q and gates go with it\n")
done = prof_run("-p", os.getpid(), status=125)
assert "counts into no file" in done.stderr, done.stderr
equal(folders(), [])
