# RUN: %py %s
# A signal from a process is passed on, one from the terminal is not sent twice; the
# counts so far are written, and prof-run ends as the command does.
import os
import pty
import signal
import subprocess

from prefix import PROF_RUN, compiled, equal, folders, loop, start, wait_for

compiled()


def told(*words, **options):
    """Start WORDS, which print a line once they are ready."""
    run = start("-q", *words, stdout=subprocess.PIPE, **options)
    equal(run.stdout.readline(), "ready\n")
    return run


# By a process: the command dies of it, or does not.
WAITS = "trap 'kill $!; exit 7' USR1 HUP; ./work 4; sleep 100 & echo ready; wait"
for number in signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR2:
    run = told("sh", "-c", "./work 4; echo ready; exec sleep 100")
    run.send_signal(number)
    equal((run.wait(), loop(), folders()), (-number, (1, 4), []))
for number in signal.SIGUSR1, signal.SIGHUP:
    run = told("sh", "-c", WAITS)
    run.send_signal(number)
    equal((run.wait(), loop(), folders()), (7, (1, 4), []))

# A counted process that is killed has its counts; the whole group, as by timeout(1).
run = told("sh", "-c", "echo ready; ./work 6 100000; ./work 6", start_new_session=True)
wait_for(lambda: folders() and any(
    name.endswith(".prof") for name in os.listdir(folders()[0])))
wait_for(lambda: os.path.getsize(next(
    f"{folders()[0]}/{name}" for name in os.listdir(folders()[0])
    if name.endswith(".prof"))) > 0)
subprocess.run(["sleep", "0.3"], check=True)
os.killpg(run.pid, signal.SIGTERM)
equal((run.wait(), loop(), folders()), (-signal.SIGTERM, (1, 6), []))

# By the terminal: each process of the foreground has it once.
COUNTS = """import signal, sys, time
times = []
signal.signal(signal.SIGINT, lambda *_: times.append(1))
print('ready', flush=True)
time.sleep(1)
print('interrupts', len(times), flush=True)"""
pid, terminal = pty.fork()
if pid == 0:
    os.execv(PROF_RUN, [PROF_RUN, "sh", "-c", "trap : INT; ./work 5; python3 -c \"$0\"",
                        COUNTS])
text = b""
sent = False
while True:
    try:
        text += os.read(terminal, 1000)
    except OSError:  # the other end is closed
        break
    if b"ready" in text and not sent:
        os.write(terminal, b"\x03")
        sent = True
status = os.waitpid(pid, 0)[1]
assert b"interrupts 1\r\n" in text, text
assert b"prof-run: 1 run of 1 program or library: prof.out\r\n" in text, text
equal((os.WEXITSTATUS(status), loop()), (0, (1, 5)))
