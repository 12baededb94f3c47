#!/usr/bin/env python3
"""Daemons that run, looked at by prof-run: the counts of what they did for each request are
those of the requests that were sent.

usage: daemons.py BUILD [--compiler C] [--again] [redis|nginx...]
  --again: those that were built before

redis and nginx are built from Debian's sources, by their own makefiles, with edgeprof; and are
Debian's own programs, counted by prof-patch.  Each is asked a number of times, and

  - a process is looked at (-p), again after more requests, in a window between which nothing is
    missing and nothing more is, and from a reset on (--reset), to its end;
  - below prof-run --every there is after each burst of requests a snapshot of the series with
    what was asked until then; the folder is looked at, in a window, and reset;
  - Debian's are counted below prof-run --patch --every, and, started plainly, in a window.

Every count is exact.  Prints a line for each.
"""
import argparse
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "bench"))
import programs  # noqa: E402
import projects  # noqa: E402

NGINX = """daemon off; worker_processes 2; user %(user)s; pid nginx.pid; error_log err.log;
events { worker_connections 64; }
http { access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f;
uwsgi_temp_path u; scgi_temp_path s;
server { listen unix:%(socket)s; location / { return 200 "hello\\n"; } } }
"""
PAUSED = {"128", "270", "271", "7"}  # rt_sigtimedwait, pselect6, ppoll, poll


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


class Daemon:
    """One kind: what it is built from, how it is started and asked.  COUNTED are the functions
    that are called once for each request."""

    def __init__(self, work):
        self.work = work
        self.socket = f"{work}/socket"
        self.process = None

    def start(self, words, **environment):
        self.process = subprocess.Popen(words, cwd=self.work, stdout=subprocess.DEVNULL,
                                        env={**os.environ, **environment})
        self.await_socket()
        return self.process

    def stop(self):
        self.process.terminate()
        status = self.process.wait(timeout=60)
        assert status == 0, status

    def ask(self, times):
        for _ in range(times):
            self.ask_once()

    def await_socket(self):
        def answers():
            try:
                self.connect().close()
            except OSError:
                return False
            return True
        wait_for(answers)

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        client.connect(self.socket)
        return client


class Redis(Daemon):
    project = "redis"
    binary = "src/redis-server"
    debian = "/usr/bin/redis-server"
    counted = ["setCommand", "incrCommand"]

    def command(self, program):
        return [program, "--port", "0", "--unixsocket", self.socket, "--save", "",
                "--daemonize", "no", "--logfile", f"{self.work}/log"]

    def ask_once(self):
        with self.connect() as client:
            for words, answer in (b"SET key 7\r\n", b"+OK\r\n"), (b"INCR key\r\n", b":8\r\n"):
                client.sendall(words)
                got = client.recv(100)
                assert got == answer, got

    @staticmethod
    def processes(pid):
        return [pid]


class Nginx(Daemon):
    project = "nginx"
    binary = "objs/nginx"
    debian = "/usr/sbin/nginx"
    counted = ["ngx_http_create_request"]

    def command(self, program):
        with open(f"{self.work}/conf", "w", encoding="utf-8") as out:
            out.write(NGINX % {"user": "root", "socket": self.socket})
        return [program, "-p", self.work, "-e", "err.log", "-c", f"{self.work}/conf"]

    def ask_once(self):
        with self.connect() as client:
            client.sendall(b"GET / HTTP/1.0\r\n\r\n")
            got = b""
            while piece := client.recv(1000):
                got += piece
            assert got.endswith(b"hello\n") and b"200 OK" in got, got

    @staticmethod
    def processes(pid):
        """Its workers."""
        def workers():
            with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as text:
                return [int(word) for word in text.read().split()]
        wait_for(lambda: len(workers()) == 2)
        return workers()


class Tools:
    def __init__(self, build, work):
        self.build, self.work = build, work
        self.failures = []

    def run(self, tool, *words):
        done = subprocess.run([f"{self.build}/bin/{tool}", *map(str, words)], cwd=self.work,
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done)
        return done.stdout

    def calls(self, profile, function):
        report = json.loads(self.run("prof-show", "functions", "--format", "json", profile))
        return sum(row["calls"] for row in report["functions"] if row["name"] == function)

    def expect(self, what, profile, daemon, times):
        for function in daemon.counted:
            got = self.calls(profile, function)
            if got != times:
                self.failures.append(f"{what}: {function} {got}, not {times}")

    def now(self, what, *words):
        self.run("prof-run", "-q", "-o", "now", *words, "-p", what)
        return f"{self.work}/now"

    def sum_of(self, *profiles):
        self.run("prof-merge", "-q", "-o", "sum", *profiles)
        return f"{self.work}/sum"

    def sum_now(self, pids):
        """What the processes have counted, together."""
        profiles = [f"one.{pid}" for pid in pids]
        for pid, profile in zip(pids, profiles):
            self.run("prof-run", "-q", "-o", profile, "-p", pid)
        return self.sum_of(*profiles)


class Windows:
    """Windows of several processes, or of a folder, from when they have begun."""

    def __init__(self, tools, whats, attached):
        self.tools = tools
        self.outputs = [f"{tools.work}/window.{i}" for i in range(len(whats))]
        self.processes = [subprocess.Popen(
            [f"{tools.build}/bin/prof-run", "-o", output, "-p", str(what), "--window", "3000"],
            stderr=subprocess.PIPE, text=True) for what, output in zip(whats, self.outputs)]
        for process in self.processes:
            if attached:
                said = process.stderr.readline()
                assert "is counted from now on" in said, said
            else:
                wait_for(lambda process=process: self.waits(process))

    @staticmethod
    def waits(process):
        assert process.poll() is None, process.stderr.read()
        with open(f"/proc/{process.pid}/syscall", encoding="ascii") as text:
            return text.read().split()[0] in PAUSED

    def end(self):
        for process in self.processes:
            process.send_signal(signal.SIGINT)
            said = process.communicate()[1]
            assert process.returncode == 0 and "warning" not in said, said
        return self.tools.sum_of(*self.outputs)


def check_processes(tools, daemon, program):
    """A daemon that counts, looked at from outside."""
    process = daemon.start(daemon.command(program), EDGEPROF_FILE=f"{daemon.work}/run/%p")
    pids = daemon.processes(process.pid)
    before = tools.sum_now(pids)
    first = {name: tools.calls(before, name) for name in daemon.counted}
    if any(first.values()):  # a connection that asked nothing
        tools.failures.append(f"before: {first}")
    daemon.ask(100)
    shutil.copy(tools.sum_now(pids), f"{tools.work}/early")
    tools.expect("as of now", "early", daemon, 100)
    daemon.ask(37)
    tools.expect("later", tools.sum_now(pids), daemon, 137)
    tools.run("prof-merge", "-q", "-o", "more", "sum", "--subtract", "early")
    tools.expect("between", "more", daemon, 37)
    windows = Windows(tools, pids, False)
    daemon.ask(50)
    tools.expect("window", windows.end(), daemon, 50)
    daemon.ask(3)
    for pid in pids:
        tools.run("prof-run", "-q", "--reset", pid)
    daemon.ask(20)
    tools.expect("since the reset", tools.sum_now(pids), daemon, 20)
    daemon.ask(1)
    daemon.stop()
    tools.expect("at the end", tools.sum_of("run"), daemon, 21)


def await_series(work):
    """The first snapshot that was begun from now on."""
    def last():
        return max([int(re.search(r"snap\.(\d+)", path).group(1))
                    for path in glob.glob(f"{work}/snap.*.out")], default=0)
    begun = last() + 1  # may have been begun before
    wait_for(lambda: last() > begun)
    return f"{work}/snap.{begun + 1}.out"


def check_series(tools, daemon, program, *words):
    """A daemon below prof-run."""
    daemon.start([f"{tools.build}/bin/prof-run", "-q", "-o", f"{daemon.work}/out", "--every", "1",
                  *words, *daemon.command(program)])
    folder, = glob.glob(f"{daemon.work}/prof-run.*")
    asked = 0
    for times in 11, 200, 40:
        daemon.ask(times)
        asked += times
        tools.expect(f"{words} series", await_series(daemon.work), daemon, asked)
    tools.expect(f"{words} folder", tools.now(folder), daemon, asked)
    windows = Windows(tools, [folder], False)
    daemon.ask(60)
    tools.expect(f"{words} window of the folder", windows.end(), daemon, 60)
    tools.run("prof-run", "-q", "--reset", folder)
    daemon.ask(31)
    tools.expect(f"{words} folder since the reset", tools.now(folder), daemon, 31)
    daemon.ask(9)
    daemon.stop()
    tools.expect(f"{words} at the end", "out", daemon, 40)


def check_attached(tools, daemon, program):
    """A daemon that nobody counts, until there is a window."""
    process = daemon.start(daemon.command(program))
    daemon.ask(10)
    pids = daemon.processes(process.pid)
    for times in 50, 25:
        windows = Windows(tools, pids, True)
        daemon.ask(times)
        tools.expect("attached", windows.end(), daemon, times)
        daemon.ask(7)
    daemon.stop()


def check(build, kind, compiler, work, again):
    """Print a line for each way; whether all is well."""
    project = next(project for project in projects.PROJECTS if project.name == kind.project)
    programs.fetch([project])
    built = f"{work}/built"
    if not again:
        project.build(programs.source_dir(project), built, compiler,
                      "-O2 " + programs.plugin_flag(compiler), {})
    good = True
    for name, step, *words in (
            ("processes", check_processes, f"{built}/tree/{kind.binary}"),
            ("below prof-run", check_series, f"{built}/tree/{kind.binary}"),
            ("Debian's, below prof-run --patch", check_series, kind.debian, "--patch"),
            ("Debian's, attached to", check_attached, kind.debian)):
        own = f"{work}/own"
        shutil.rmtree(own, ignore_errors=True)
        os.makedirs(f"{own}/run")
        tools, daemon = Tools(build, own), kind(own)
        try:
            step(tools, daemon, *words)
        finally:
            if daemon.process and daemon.process.poll() is None:
                daemon.process.kill()
        print(f"{kind.project}, {name}: {'; '.join(tools.failures) or 'exact'}", flush=True)
        good = good and not tools.failures
    return good


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--compiler", default="gcc-12")
    parser.add_argument("--again", action="store_true")
    args = parser.parse_intermixed_args()
    good = [check(args.build, kind, args.compiler, f"{args.build}/daemons/{kind.project}",
                  args.again)
            for kind in (Redis, Nginx) if not args.names or kind.project in args.names]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
