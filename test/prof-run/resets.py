# RUN: %py %s
# A process that was reset has counted nothing before, for whoever adds up its run: while it
# counts on, when it was killed or has ended, in a pool and under prof-run.  Its children and
# what it executes have runs of their own.
import glob
import os
import resource
import shutil
import signal
import subprocess
import time

from prefix import (OWN, TOOLS, compiled, equal, folders, labels, line_of, loop, prof_run,
                    report, start, wait_for)

compiled("server", source="server.c")
compiled()
TURN = line_of("TURN", "server.c")


def turns(*names):
    """Runs, and executions of the marked line."""
    subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "sum", *names], check=True)
    found = report("sum")
    lines = next(file["lines"] for file in found["files"] if file["file"].endswith("server.c"))
    return found["runs"], next(line["count"] for line in lines if line["line"] == TURN)


def clear():
    """A reset is left beside its run, and nothing else."""
    resets = glob.glob("runs/.*")
    equal((len(resets), resets == glob.glob("runs/.reset.*")), (1, True))
    shutil.rmtree("runs")


class Server:
    def __init__(self, *before, **env):
        self.process = subprocess.Popen([*before, "./server"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True,
                                        env=dict(os.environ, **env))
        equal(self.process.stdout.readline(), "ready\n")
        self.pid = self.process.pid

    def ask(self, *words, answer="done\n"):
        for word in words:
            self.process.stdin.write(f"{word}\n")
            self.process.stdin.flush()
            equal(self.process.stdout.readline(), answer)

    def reset(self):
        prof_run("--reset", self.pid, said=f"prof-run: {self.pid} is counted from now on\n")

    def now(self):
        prof_run("-q", "-o", "now", "-p", self.pid)
        return turns("now")

    def end(self, status=0):
        self.process.stdin.close()
        equal(self.process.wait(), status)

    def kill(self):
        self.process.kill()
        self.process.wait()


# As it counts on, and after each of its ends.
for end in (Server.end, Server.kill):
    server = Server(EDGEPROF_FILE="runs/run.prof")
    server.ask("plain 1000", "thread 500", "plain 7")
    equal(turns("runs/run.prof"), (1, 1507))
    server.reset()
    equal((server.now(), turns("runs/run.prof")), ((1, 0), (1, 0)))
    server.ask("plain 3", "thread 20")
    equal((server.now(), turns("runs/run.prof")), ((1, 23), (1, 23)))
    server.reset()
    server.reset()
    server.ask("thread 5", "plain 1")
    end(server)
    equal((turns("runs/run.prof"), turns("runs")), ((1, 6), (1, 6)))
    calls = {row["name"]: row["calls"]
             for row in report("runs/run.prof", "functions")["functions"]}
    equal((calls["turn"], calls["in_thread"], calls["in_child"]), (2, 1, 0))
    # It is of this run alone, whatever has its name.
    os.unlink("runs/run.prof")
    subprocess.run(["./server"], input="plain 9\n", text=True, check=True,
                   stdout=subprocess.DEVNULL, env=dict(os.environ, EDGEPROF_FILE="runs/run.prof"))
    equal(turns("runs/run.prof"), (1, 9))
    clear()

# Children and what is executed count from their own beginning; where exec fails, it goes on.
server = Server(EDGEPROF_FILE="runs/%p.prof")
server.ask("plain 40")
server.reset()
server.ask("fork 5", "plain 2", "exec 0", "plain 10")
equal((server.now(), turns("runs")), ((1, 12), (2, 17)))
server.ask("again 0", answer="ready\n")
server.ask("plain 100")
equal(turns(f"runs/{server.pid}.prof"), (1, 12))
server.end()
equal(turns("runs"), (3, 117))
clear()

# Parts that had ended are gone; one that had begun, and the run, are not.
server = Server(EDGEPROF_FILE="runs/run.prof", EDGEPROF_LABEL="whole")
server.ask("part 3", "plain 4", "part 5")
server.reset()
equal(server.now(), (1, 0))
server.ask("part 6", "plain 1", "part 7")
server.end()
equal((turns("runs/run.prof"), labels("runs/run.prof")), ((3, 14), {"whole": 1, "whole::part": 2}))
for label, want in (("whole::part", 13), ("whole", 1)):
    subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "one", "--only", label, "runs/run.prof"],
                   check=True)
    equal(turns("one")[1], want)
clear()

# What sets its own counts to 0 later has those that came then.
server = Server(EDGEPROF_FILE="runs/run.prof")
server.ask("plain 50")
server.reset()
server.ask("plain 2", "clear 0", "plain 3")
equal(server.now(), (1, 3))
server.end()
equal(turns("runs/run.prof"), (1, 3))
clear()

# A run of a pool, which keeps nothing of its name.
os.mkdir("pool")
server = Server(EDGEPROF_FILE="pool/%m.prof")
other = Server(EDGEPROF_FILE="pool/%m.prof")
server.ask("plain 30")
other.ask("plain 1")
server.reset()
server.ask("plain 4", "exec 0", "fork 500")
other.end()
equal(turns("pool"), (3, 505))
server.end()
equal((len(glob.glob("pool/*")), turns("pool")), (1, (3, 505)))
other = Server(EDGEPROF_FILE="pool/%m.prof")
other.ask("plain 1000")
other.kill()
equal(turns("pool"), (4, 1505))

# Under prof-run: while it counts, of what has been added up meanwhile, and at the end.
run = start("-q", "sh", "-c", "./server; ./work 5; touch added; read line < go",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
equal(run.stdout.readline(), "ready\n")
folder, = folders()
wait_for(lambda: glob.glob(f"{folder}/*.prof"))
run.stdin.write("plain 60\n")
run.stdin.flush()
equal(run.stdout.readline(), "done\n")
file, = glob.glob(f"{folder}/*.prof")
pid = os.path.basename(file).split(".")[0]
prof_run("-q", "--reset", pid, said="")
run.stdin.write("plain 8\n")
run.stdin.flush()
equal(run.stdout.readline(), "done\n")
prof_run("-q", "-o", "now", "-p", folder)
equal(turns("now"), (1, 8))
window = start("-q", "-p", folder, "--window", 100, "-o", "window")
time.sleep(3)  # until the window has begun
run.stdin.write("plain 11\n")
run.stdin.flush()
equal(run.stdout.readline(), "done\n")
window.send_signal(signal.SIGINT)
equal((window.wait(), turns("window")), (0, (1, 11)))
os.mkfifo("go")
run.stdin.close()
wait_for(lambda: glob.glob(f"{folder}/sum.*"))
prof_run("-q", "-o", "now", "-p", folder)
wait_for(lambda: os.path.exists("added"))
with open("go", "w", encoding="utf-8") as go:
    go.write("\n")
equal((run.wait(), turns("prof.out"), turns("now")[1]), (0, (2, 19), 19))
equal(folders(), [])

# All of a prof-run, and of one within it: what has ended is gone, what goes on is not.
os.unlink("go")
os.mkfifo("go")
run = start("-q", "-o", "all", "sh", "-c", f"""./work 100
{TOOLS}/prof-run -q -o inner sh -c './work 10; ./server'; read line < go; ./work 1""",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
equal(run.stdout.readline(), "ready\n")
folder, = folders()
for n in (50, 60):
    run.stdin.write(f"plain {n}\n")
    run.stdin.flush()
    equal(run.stdout.readline(), "done\n")
    prof_run("--reset", folder, said=f"prof-run: {folder} is counted from now on\n")
    prof_run("-q", "-o", "now", "-p", folder)
    equal((turns("now"), loop("now")), ((1, 0), (1, 0)))
    equal(len(glob.glob(f"{folder}/reset.*")), 1)
run.stdin.write("plain 4\n")
run.stdin.flush()
equal(run.stdout.readline(), "done\n")
run.stdin.close()
wait_for(lambda: os.path.exists("inner"))
with open("go", "w", encoding="utf-8") as go:
    go.write("\n")
equal(run.wait(), 0)
equal((turns("inner"), turns("all"), loop("all"), folders()), ((1, 4), (2, 4), (2, 1), []))

# While it adds up runs that end all the time: each does three turns, and a log has a line
# before it starts and when it has ended.
run = start("-q", "-o", "all", "sh", "-c", """
one() { i=0; while [ $i -lt 300 ]; do echo >> began; ./work 3; echo >> over; i=$((i+1))
    done; }
one & one & wait""")
wait_for(lambda: os.path.exists("over"))
folder, = folders()
resets = 0
while run.poll() is None:
    least = os.path.getsize("over")
    done = subprocess.run([f"{TOOLS}/prof-run", "-q", "--reset", folder], check=False,
                          capture_output=True, text=True)
    if done.returncode:  # it has ended meanwhile
        assert not os.path.lexists(f"{folder}/output"), done
        break
    bounds = least, os.path.getsize("began")
    resets += 1
    if resets == 8:
        break
run.wait()
found = loop("all")
assert resets > 1, done
least, most = bounds
assert 600 - most <= found[0] <= 600 - least, (found, least, most)
assert 3 * (600 - most) <= found[1] <= 3 * found[0], (found, least, most)
equal(folders(), [])

# A batch that was there is added up meanwhile.
compiled("gone.so", source="gone.c", counted=False, more=("-shared", "-fPIC", "-ldl"))
gone = dict(os.environ, LD_PRELOAD=f"{OWN}/gone.so", ASAN_OPTIONS="verify_asan_link_order=0")
run = start("-q", "-o", "all", "sh", "-c", "./work 3; read line; ./work 4",
            stdin=subprocess.PIPE, env=gone)
wait_for(lambda: glob.glob("prof-run.*/batch.1/*"))
prof_run("-q", "--reset", folders()[0], said="", timeout=60,
         env=dict(gone, OTHER="1"))
run.communicate("\n")
equal((run.returncode, os.path.exists("seen"), loop("all")), (0, True, (1, 4)))

# Nothing is left of one that has ended before.
os.unlink("go")
os.mkfifo("go")
run = start("-q", "-o", "all", "sh", "-c", "./work 3; echo > ready; read line < go",
            stderr=subprocess.PIPE)
wait_for(lambda: os.path.exists("ready"))
prof_run("-q", "--reset", folders()[0])
with open("go", "w", encoding="utf-8") as go:
    go.write("\n")
equal((run.wait(), run.stderr.read()),
      (0, "prof-run: warning: nothing was counted since the last --reset\n"))

# What cannot be reset.
for what, said in ((os.getpid(), f"process {os.getpid()}: counts into no file"),
                   ("4194304", "process 4194304: No such process"),
                   (".", ".: no folder of a prof-run that runs")):
    prof_run("--reset", what, status=125, said=f"prof-run: error: {said}\n")
for words, said in (("--reset 1 -o x", "--reset: only -q goes with it"),
                    ("--reset 1 true", "--reset takes no command"),
                    ("--reset 1 --wait", "--reset: only -o, -q and gates go with it"),
                    ("--reset 1 -p 1", "--snapshot: only -o, -q and gates go with it")):
    prof_run(*words.split(), status=125, said=f"prof-run: error: {said}\n")

# Where it cannot be written, all stays as it was.
server = Server(EDGEPROF_FILE="runs/run.prof")
server.ask("plain 3")
done = prof_run("--reset", server.pid, status=125, restore_signals=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
equal((server.now(), glob.glob("runs/.reset.*")), ((1, 3), []))
server.end()
