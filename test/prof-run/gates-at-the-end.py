# RUN: %py %s
# Gates are prof-show's: its rules and words; the command's failure goes before theirs.
import os
import re

from prefix import compiled, equal, loop, prof_run

compiled()
prof_run("-q", "./work", 5)
done = prof_run("--fail-under-lines", 10, "./work", 5)
assert re.search(r"^lines: .* %.*, wanted 10 %: passed$", done.stderr, re.M), done
equal((done.stdout, loop()), ("", (1, 5)))
done = prof_run("--fail-under-lines", 90, "./work", 5, status=2)
assert "wanted 90 %: failed\n" in done.stderr and "done++; /* LATER */" in done.stderr
equal(loop(), (1, 5))  # it is written whatever they say
prof_run("--fail-under-lines", 90, "./work", 5, 0, 9, status=9)
prof_run("--fail-under-lines", 90, "./work", 5, "kill", 15, status=-15)
prof_run("--fail-under-lines", 90, "true", status=2)  # nothing was counted
prof_run("--fail-under-lines", 10, "--fail-under-functions", 100, "--check", "./work", 1)

# By the project's rules.
with open(".edgeprof.yml", "w", encoding="utf-8") as file:
    file.write('rules:\n  - {of: lines, in: file, match: "*work.c", percent: 70}\n')
done = prof_run("--check", "./work", 5, status=2)
assert "(.edgeprof.yml, rule 1)" in done.stderr, done.stderr
prof_run("--check", "sh", "-c", "./work 5; ./work 1 left 1")

# A mistake in them is told before the command starts.
os.rename(".edgeprof.yml", "rules.yml")
for words, said in (
        (["--check"], "check: no gate: name one with --fail-under-lines P, "
         "--rules FILE or --ratchet FILE"),
        (["--fail-under-lines", "x"], "--fail-under-lines x: not a percentage"),
        (["--ratchet", "none.json"], "none.json: "),
        (["--ratchet", "rules.yml"], "rules.yml: "),
        (["--rules", "none.yml"], "none.yml: ")):
    done = prof_run(*words, "sh", "-c", "echo > started", status=125)
    assert done.stderr.startswith(f"prof-show: error: {said}"), done.stderr
equal(os.path.exists("started"), False)
prof_run("--rules", "rules.yml", "./work", 5, status=2)
