# RUN: %py %s
# Programs that nobody compiled for it are counted where PATH finds them, and the
# command itself.
import os

from prefix import OWN, compiled, equal, folders, prof_run, report

compiled("plain", counted=False)
os.mkdir("bin")
os.rename("plain", "bin/plain")
os.link("bin/plain", "bin/other")
with open("bin/script", "w", encoding="utf-8") as file:
    file.write("#!/bin/sh\nplain 1\nother 10\n")
os.chmod("bin/script", 0o755)
env = dict(os.environ, PATH=f"{OWN}/bin:{os.environ['PATH']}",
           XDG_CACHE_HOME=f"{OWN}/cache")


def turns():
    """How often the loop's most frequent instruction was executed, and runs."""
    found = report(kind="instructions")
    return found["runs"], max(
        instruction["count"] or 0 for file in found["objects"]
        for function in file["functions"] if function["name"] == "main"
        for instruction in function["instructions"])


prof_run("--patch=plain", "sh", "-c", "plain 3; plain 4; other 100; script", env=env,
         said="prof-run: 3 runs of 1 program or library: prof.out\n")
equal((turns()[0], folders()), (3, []))
prof_run("--patch=pl*", "--patch=oth*", "script", env=env)
equal(turns()[0], 2)
# By its path, a program is found if it is the command.
for option in ("--patch=*/bin/plain", "--patch"):
    prof_run(option, "bin/plain", 1000, 0, 5, status=5, env=env)
    assert 1000 <= turns()[1] <= 1001, turns()
prof_run("--patch", "plain", 2000, env=env)
assert 2000 <= turns()[1] <= 2001, turns()
prof_run("--patch=plain", "sh", "-c", "bin/plain 3", env=env,
         said="prof-run: warning: nothing was counted: no program that ran was compiled "
              "with edgeprof; --patch counts others\n")
# What prof-patch refuses runs as it is, and no other program of its name.
os.rename("bin/script", "bin/true")
done = prof_run("--patch", "true", env=env)
assert "prof-patch: error: " in done.stderr and "no program was found" in done.stderr, done
