# RUN: %py %s
# With --kills a process that SIGKILL ends, whoever sends it and however many threads it has,
# leaves its stacks, so that no line behind where it stood has run.  Whatever is followed
# behaves as it would, debuggers too; and it goes on if nobody follows it any more.
import errno
import glob
import os
import shutil
import signal
import subprocess
import time

from prefix import (HERE, PROF_RUN, compiled, equal, folders, line_of, loop, prof_run, report,
                    start, wait_for)

# LeakSanitizer, in prof-runs that are built with it, cannot be traced either.
os.environ["ASAN_OPTIONS"] = "detect_leaks=0"
FRAMES = ["-O0", "-fplugin-arg-edgeprof-frames=yes"]
compiled()
compiled("killed", source="killed.c", more=FRAMES)
compiled("semantics", source="semantics.c", more=FRAMES)
with open(f"{HERE}/killed.c", encoding="utf-8") as text:
    NEVER = [i for i, line in enumerate(text, 1) if "/* NEVER */" in line]
equal(len(NEVER), 3)


def counts(output="prof.out"):
    found = report(output)
    lines = next(file["lines"] for file in found["files"] if file["file"].endswith("killed.c"))
    return {line["line"]: line["count"] for line in lines}


def check(threads, output="prof.out"):
    got = counts(output)
    equal([got[line] for line in NEVER], [0, 0, 0])
    equal((got[line_of("STARTED", "killed.c")], got[line_of("ENTERED", "killed.c")]),
          (threads, threads + 1))


WHOLE = "prof-run: 1 run of 1 program or library: prof.out\n"
CUT = "prof-run: 1 run (1 cut off) of 1 program or library: prof.out\n"

# By itself, by whatever signal; without --kills nothing is known.
for threads in (0, 1, 40):
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV):
        prof_run("--kills", "./killed", threads, int(number), status=-number, said=WHOLE)
        check(threads)
    # Likewise by _exit, which writes nothing.
    prof_run("--kills", "./killed", threads, -1, status=5, said=WHOLE)
    check(threads)
prof_run("./killed", 0, int(signal.SIGKILL), status=-signal.SIGKILL, said=CUT)

# By another, in a child of a shell, in a name space of its own, by its group; what it ran in
# was private.
for command in (["sh", "-c", "./killed 3; exit 5"],
                *([["unshare", "-pf", "--mount-proc", "./killed", "3"]]
                  if os.geteuid() == 0 else [])):
    shutil.rmtree("kept", ignore_errors=True)
    run = start("--kills", "-q", "--keep", "kept", *command, stdout=subprocess.PIPE)
    equal(run.stdout.readline(), "ready\n")
    time.sleep(0.2)  # until all wait
    found = subprocess.run(["pgrep", "-f", "^./killed 3$"], capture_output=True, text=True,
                           check=True).stdout.split()
    # In a chroot another mount name space's path of that folder is another.
    ours = [pid for pid in found if os.path.samefile(f"/proc/{pid}/cwd", ".")]
    os.kill(int(ours[-1]), signal.SIGKILL)
    equal(run.wait() == 5, command[0] == "sh")
    check(3)
    file, = glob.glob("kept/*.prof")
    equal(os.stat(file).st_mode & 0o777, 0o600)

# What a program sees is what it sees without.
plain = prof_run("./semantics", status=7)
followed = prof_run("--kills", "./semantics", status=7)
equal(followed.stdout, plain.stdout)
assert followed.stdout.count("\n") > 20, followed

# Debuggers are let go: nobody is traced by two.
done = prof_run("--kills", "gdb", "-q", "-batch", "-nx", "-ex", "run", "-ex",
                "print $_exitcode", "--args", "./work", 5, 0, 3)
assert "= 3" in done.stdout, done
equal(loop(), (1, 5))
if shutil.which("strace"):
    prof_run("--kills", "strace", "-f", "-o", "/dev/null", "./work", 5, 0, 3, status=3)
    equal(loop(), (1, 5))

# Where it is forbidden, the command is counted all the same.
subprocess.run([os.environ["CC"], f"{HERE}/deny.c", "-o", "deny"], check=True)
for number in errno.EPERM, errno.ENOSYS:
    done = subprocess.run(["./deny", str(number), PROF_RUN, "-q", "--kills", "./work", "7", "0",
                           "3"], capture_output=True, text=True, check=False)
    equal((done.returncode, done.stderr, loop()),
          (3, "prof-run: warning: --kills: the command cannot be followed: "
           f"{os.strerror(number)}\n", (1, 7)))

# Within another, either one's following is enough; samples and labels go on.
for outer, inner in ((["--kills"], []), ([], ["--kills"]), (["--kills"], ["--kills"])):
    prof_run(*outer, "-q", "-o", "outer", PROF_RUN, *inner, "-o", "inner", "./killed", 2, 9,
             status=-9, said="prof-run: 1 run of 1 program or library: inner\n")
    check(2, "outer")
    check(2, "inner")

# Many processes that end well, side by side.
prof_run("--kills", "sh", "-c", "for j in 1 2 3 4; do (for i in $(seq 50); do ./work 3; done) & "
         "done; wait", said="prof-run: 200 runs of 1 program or library: prof.out\n")
equal(loop(), (200, 600))

# Who is killed itself leaves the command running, also what was stopped.
run = start("--kills", "-q", "sh", "-c", "echo $$ > pid; ./work 4 700; ./work 2; echo > over")
wait_for(lambda: os.path.exists("pid") and open("pid").read())
time.sleep(0.2)
run.kill()
run.wait()
wait_for(lambda: os.path.exists("over"))
folder, = folders()
prof_run("-q", "--recover", folder)
equal(loop(), (2, 6))

# What the command leaves behind goes on, too.
prof_run("--kills", "-q", "sh", "-c",
         "(./work 6 2000; sleep 0.1; echo > after) > /dev/null 2>&1 & ./work 1")
equal((loop(), os.path.exists("after")), ((2, 7), False))
wait_for(lambda: os.path.exists("after"))
