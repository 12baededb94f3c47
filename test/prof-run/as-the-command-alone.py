# RUN: %py %s
# Output, exit status and signals are the command's; one line more is said.
import os
import signal

from prefix import OWN, compiled, equal, folders, labels, loop, prof_run

compiled()
compiled("plain", counted=False)

done = prof_run("./work", 7, 0, 3, status=3,
                said="prof-run: 1 run of 1 program or library: prof.out\n")
equal((done.stdout, loop(), folders()), ("", (1, 7), []))
equal(os.listdir("."), sorted(["prof.out", "plain", "work"], key=os.listdir(".").index))

# A second one replaces the output; -q says nothing; words behind the command are its.
done = prof_run("-q", "sh", "-c", "cat; ./work $1 >&2; echo -q >&2", "-o", 5,
                input="text\n", said="-q\n")
equal((done.stdout, loop()), ("text\n", (1, 5)))

# Many programs, and those that they run.
prof_run("-o", "many.out", "sh", "-c",
         "./work 1 & ./work 10 & ./work 100 & wait; ./work 1000; ./plain 5",
         said="prof-run: 4 runs of 1 program or library: many.out\n")
equal(loop("many.out"), (4, 1111))

# Labels: of all, of each program, and a script's own before both.
prof_run("--label", "one two", "./work", 1)
equal(labels(), {"one two": 1})
os.link("work", "other.prof.test")
prof_run("--label-each", "sh", "-c", "./work 1; ./other.prof.test 2; ./work 3;"
         "EDGEPROF_LABEL=mine ./work 4")
equal((loop(), labels()),
      ((4, 10), {"work": 2, "other.prof.test": 1, "mine": 1}))

# Died by a signal: so does prof-run, and the counts are there.
for number in signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGINT:
    done = prof_run("./work", 9, "kill", int(number), status=-number,
                    said="prof-run: 1 run (1 cut off) of 1 program or library: "
                         "prof.out\n")
    equal(loop(), (1, 9))

# What a shell says of commands that cannot be run, in the same statuses.
os.unlink("prof.out")
prof_run("./none", status=127,
         said="prof-run: error: ./none: No such file or directory\n")
prof_run("no-such-command", status=127,
         said="prof-run: error: no-such-command: No such file or directory\n")
prof_run(".", status=126, said="prof-run: error: .: Permission denied\n")
equal((os.path.exists("prof.out"), folders()), (False, []))

with open("not-executable", "w", encoding="utf-8") as file:
    file.write("#!/bin/sh\n")
prof_run("./not-executable", status=126,
         said="prof-run: error: ./not-executable: Permission denied\n")
for words in ("--time",), ("--kills",), ("--patch",):
    prof_run("-q", *words, "./none", status=127)
equal((os.path.exists("prof.out"), folders()), (False, []))

# A script, with and without its first line, that becomes another program.
for name, first in ("script", "#!/bin/sh\n"), ("no-first-line", ""):
    with open(name, "w", encoding="utf-8") as file:
        file.write(f"{first}./work 1\nexec ./work 10 0 3\n")
    os.chmod(name, 0o755)
    for words in (), ("--time",), ("--kills",):
        prof_run("-q", *words, f"./{name}", status=3)
        equal((loop(), folders()), ((2, 11), []))
    os.unlink(name)
with open("no-interpreter", "w", encoding="utf-8") as file:
    file.write("#!/none\n")
os.chmod("no-interpreter", 0o755)
prof_run("./no-interpreter", status=127,
         said="prof-run: error: ./no-interpreter: No such file or directory\n")
os.unlink("prof.out")

# What is wrong is said before the command starts.
for words, said in (
        (("-o", "none/out"), "none/out: No such file or directory"),
        (("-o", "."), ".: Is a directory"),
        (("-o", ""), "-o: no file is named"),
        (("-o", "-"), "-o -: standard output is the command's"),
        (("--keep", "work"), f"{OWN}/work: Not a directory"),
        (("--no-such",), "--no-such: no such option; try prof-run --help"),
        (("--recover", "."), "--recover takes no command")):
    prof_run(*words, "sh", "-c", "echo >> started", status=125,
             said=f"prof-run: error: {said}\n")
prof_run(status=125, said="prof-run: error: no command; try prof-run --help\n")
equal((os.path.exists("started"), folders()), (False, []))

# Nothing was counted: why, most likely.
prof_run("./plain", 1, said="prof-run: warning: nothing was counted: no program that "
         "ran was compiled with edgeprof; --patch counts others\n")
prof_run("./work", 1, env=dict(os.environ, EDGEPROF="off"),
         said="prof-run: warning: nothing was counted: EDGEPROF=off forbids it\n")
equal((os.path.exists("prof.out"), folders()), (False, []))

# What is no file has no folder beside it.
prof_run("-o", "/dev/null", "./work", 1)
equal(folders("/dev"), [])

# The command finds signals as prof-run found them.
for ignored in (), (signal.SIGPIPE, signal.SIGCHLD, signal.SIGIO, signal.SIGHUP):
    def prepare(ignored=ignored):
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
    done = prof_run("grep", "^Sig[BI]", "/proc/self/status", preexec_fn=prepare)
    got = {line.split(":")[0]: int(line.split()[1], 16)
           for line in done.stdout.splitlines()}
    equal(got, {"SigBlk": 0, "SigIgn": sum(1 << number - 1 for number in ignored)})
