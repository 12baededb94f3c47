# RUN: %py %s
# Where perf_event_open is forbidden, counted programs sample themselves, by timers of their
# threads; and are never harmed by it: no call ends early, no signal comes that was not sent, no
# timer is left behind.
import errno
import os
import resource
import signal
import subprocess
import time

from costs import check_costs
from prefix import (HERE, PROF_RUN, TOOLS, compiled, equal, folders, line_of, loop, report, wait_for)

compiled()
compiled("cost", source="cost.c")
compiled("chains", source="chains.c")
compiled("unharmed", source="unharmed.c")
subprocess.run([os.environ["CC"], f"{HERE}/deny.c", "-o", "deny"], check=True)
level = int(open("/proc/sys/kernel/perf_event_paranoid", encoding="ascii").read())
WHY = f"/proc/sys/kernel/perf_event_paranoid is {level}, and not 2 or less" if level > 2 \
    else "a container's filter of system calls?"


def used_by_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def denied(*words, number=errno.EACCES, status=0, more=""):
    before = used_by_children()
    done = subprocess.run(["./deny", str(number), PROF_RUN, *map(str, words)],
                          capture_output=True, text=True, check=False)
    done.used = used_by_children() - before
    equal(done.returncode, status)
    said = f"prof-run: --time: perf_event_open: {os.strerror(number)} ({WHY}): counted programs " \
        f"alone are sampled, by timers of their own{more}"
    equal(done.stderr.splitlines()[0], said)
    equal(folders(), [])
    return done


def spent(output="prof.out"):
    return report(output, "functions", "--time")["time"]["ns"] / 1e9


def cpu_time(of):
    return time.clock_gettime(~of << 3 | 2)  # clock_getcpuclockid(3)


def about(want, used=0, output="prof.out"):
    """So much was sampled; or more, up to what was USED, where programs were slow to start."""
    got = spent(output)
    assert 0.9 * want - 0.05 < got < max(1.1 * want, used) + 0.05, (got, want, used)


# It is said, and all else is as without.
for number in errno.EACCES, errno.EPERM, errno.ENOSYS:
    done = denied("--time", "./work", 7, 0, 3, number=number, status=3)
    equal((len(done.stderr.splitlines()), loop()), (2, (1, 7)))
denied("-q", "--stacks", "./work", 7, more=", without stacks")

# Time by line and by function, and of each execution; of processes one behind the other and side
# by side, of their children, of threads, of programs that they become.
done = denied("-q", "--time", "sh", "-c", "./cost spin 500 & ./cost spin 700; wait")
about(1.2, done.used)
rows = report(kind="hot")["lines"]
assert any(row.get("line") == line_of("SPIN", "cost.c") and "each" in row for row in rows), rows
equal(report(kind="hot")["time"]["sampled_runs"], report()["runs"])
about(0.06, denied("-q", "--time", "./chains", "-", "only").used)
about(0.3, denied("-q", "--time=100", "./cost", "spin", 300).used)

# The kernel looks at timers when it ticks, and may never find a thread that works between: what
# no signal has told is known by the thread's clock.
about(0.3, denied("-q", "--time", "./cost", "between", 300).used)

# The time of each execution is what the program measures itself.
done = denied("-q", "--time", "./cost")
check_costs(done.stdout, report(kind="hot"))

# A process that is killed has what it had sampled.
run = subprocess.Popen(["./deny", str(errno.EACCES), PROF_RUN, "-q", "--time", "sh", "-c",
                        "echo $$ > new && mv new pid && exec ./cost spin 60000"],
                       stderr=subprocess.DEVNULL)
wait_for(lambda: os.path.exists("pid"))
with open("pid", encoding="ascii") as file:
    pid = int(file.read())
wait_for(lambda: cpu_time(pid) > 1.5)
os.kill(pid, signal.SIGSTOP)
wait_for(lambda: open(f"/proc/{pid}/stat", encoding="ascii").read().split()[2] == "T")
took = cpu_time(pid)
os.kill(pid, signal.SIGKILL)
equal((run.wait(), folders()), (-signal.SIGKILL, []))
about(took)

# Within another, with samples of its own.
done = denied("-q", "--time", PROF_RUN, "-q", "--time", "-o", "inner", "./cost", "spin", 300)
about(0.3, done.used)
about(0.3, done.used, "inner")

# What a program finds is what it finds without.
for words in (["calls"], ["handlers"], ["blocked"], ["threads", "programs"]):
    plain = subprocess.run(["./unharmed", *words], capture_output=True, text=True, check=True,
                           env=dict(os.environ, EDGEPROF="off"))
    done = denied("--time", "./unharmed", *words)
    equal(done.stdout, plain.stdout)
done = denied("-q", "--time", "./unharmed", "calls")
assert "calls: 0 interrupted" in done.stdout
about(0.4, done.used)
denied("-q", "--time", "./unharmed", "raise", status=-signal.SIGRTMAX)

# Who has taken the signal has times until then, and none by count.
done = denied("-q", "--time", "./unharmed", "handlers")
about(0.3, done.used)
done = subprocess.run([f"{TOOLS}/prof-show", "hot"], capture_output=True, text=True, check=False)
assert "0 of 1 runs were sampled from end to end" in done.stderr, done
assert "counted programs alone were sampled, by timers of their own" in done.stderr, done

# Counts are those of a run without.
denied("-q", "--time", "./work", 50000000)
equal(loop(), (1, 50000000))
assert spent() > 0, spent()
