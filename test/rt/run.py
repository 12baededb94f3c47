#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs hand-instrumented programs over the runtime and reads what they leave.

usage: run.py LIBDIR INCLUDEDIR [NAME|-NAME...]

Without names all tests are run, but for each -NAME.
SANITIZE in the environment is added to the flags of the programs.
"""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from profile import CLONE, CUT, LOST, SHARED, Profile  # noqa: E402

LIB, INCLUDE = (os.path.abspath(p) for p in sys.argv[1:3])
RT = f"{LIB}/libedgeprof_rt.so"
BIN = tempfile.mkdtemp(prefix="edgeprof-rt-")
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def build(out, source, *flags):
    if not {"-static", "-static-pie"} & set(flags):  # sanitizers cannot
        flags = [*flags, *os.environ.get("SANITIZE", "").split()]
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-g", "-Wall",
                    "-Wno-prio-ctor-dtor", "-I",
                    INCLUDE, f'-DRT_PATH="{RT}"', *flags, "-o", f"{BIN}/{out}",
                    f"{HERE}/prog/{source}", "-pthread"], check=True)


def build_all():
    shared = ["-shared", "-fPIC"]
    archive = ["-DSTATIC", f"{LIB}/libedgeprof_rt.a", "-Wl,--build-id"]
    build("main", "main.c", "-fPIE", "-pie", "-rdynamic")
    build("main-big", "main.c", "-fPIE", "-pie", "-DN_COUNTERS=100000")
    build("main-nopie", "main.c", "-fno-pie", "-no-pie")
    build("main-static", "main.c", "-static", *archive)
    build("main-static-pie", "main.c", "-fPIE", "-static-pie", *archive)
    build("main-linked", "main.c", RT, f"-Wl,-rpath,{LIB}")
    build("main-shared", "main.c", "-DSHARED")
    build("main-atomic", "main.c", "-DATOMIC")
    build("main-noid", "main.c", "-Wl,--build-id=none")
    build("main-absent", "main.c", '-URT_PATH', '-DRT_PATH="/nowhere.so"')
    build("library.so", "library.c", *shared)
    build("flushes.so", "library.c", "-DFLUSHES", *shared)
    build("other.so", "library.c", *shared, "-DOTHER")
    build("threads.so", "threads.c", *shared)


class Run:
    """One run in a directory of its own (kept in self.dir)."""

    def __init__(self, *args, program="main", wrap=(), env=None, where=None,
                 status=0, **popen):
        self.dir = where or tempfile.mkdtemp(dir=BIN)
        full = {k: v for k, v in os.environ.items()
                if not k.startswith("EDGEPROF")}
        full.update(env or {})
        self.done = subprocess.run(
            [*wrap, f"{BIN}/{program}", *map(str, args)], cwd=self.dir,
            env=full, capture_output=True, timeout=120, **popen)
        assert self.done.returncode == status, self.done
        assert not self.done.stderr or wrap, self.done.stderr

    def files(self, pattern="prof.out.*"):
        left = [f for f in os.listdir(self.dir) if f.startswith(".")]
        assert not left, left
        return sorted(glob.glob(f"{self.dir}/{pattern}"))

    def profiles(self, pattern="prof.out.*"):
        return [Profile(f) for f in self.files(pattern)]

    def one(self, pattern="prof.out.*"):
        found = self.profiles(pattern)
        assert len(found) == 1, self.files(pattern)
        return found[0]


def equal(a, b):
    assert a == b, f"{a} != {b}"


def counts(profile, expected, name="main", raw=False, flags=0):
    got = profile.module(name)
    equal((got[:len(expected)], profile.raw, profile.flags),
          (expected, raw, flags))
    assert not any(got[len(expected):])


EXIT = [1, 0, 0, 0, 0, 0, 1, 1]  # main, atexit, destructor


@test
def every_kind_of_program():
    for kind in ("main", "main-nopie", "main-static", "main-static-pie",
                 "main-linked", "main-noid", "main-big"):
        counts(Run("exit", program=kind).one(), EXIT, kind)
        counts(Run("_exit", program=kind).one(), [1], kind, raw=True)
        threads = Run("threads", program=kind).one()
        counts(threads, [1, 9000000, 8, 0, 0, 0, 0, 1], kind)
        forks = Run("fork", 3, program=kind).profiles()
        equal(sorted(p.module(kind)[:3] for p in forks),
              [[0, 3, 0]] * 3 + [[1, 5, 1]])


@test
def every_layout_of_memory():
    for wrap in (["setarch", "-R"], ["sh", "-c", 'ulimit -s unlimited; "$@"',
                                     "sh"], ["setarch", "-L"]):
        for kind in ("main", "main-nopie", "main-static", "main-static-pie"):
            counts(Run("exit", program=kind, wrap=wrap).one(), EXIT, kind)
            counts(Run("many", 300, program=kind, wrap=wrap).one(),
                   [1, 300000, 300, 0, 0, 0, 0, 1], kind)
        lib = Run("dlopen", 1, f"{BIN}/library.so", wrap=wrap).one()
        counts(lib, [0, 1, 1], "library.so")


@test
def every_end():
    counts(Run("quick_exit").one(), [1])
    counts(Run("abort", status=-signal.SIGABRT).one(), [1], raw=True)
    counts(Run("kill", status=-signal.SIGKILL).one(), [1], raw=True)
    counts(Run("crash", status=-signal.SIGSEGV).one(), [1], raw=True)


@test
def exec_leaves_the_raw_file():
    first, second = sorted(Run("exec").profiles(), key=lambda p: not p.raw)
    counts(first, [1], raw=True)
    counts(second, EXIT)


@test
def vfork_counts_for_the_parent():
    counts(Run("vfork").one(), [1, 1, 0, 0, 0, 0, 0, 1])


@test
def raw_clone_is_told():
    run = Run("clone")
    counts(run.one(), [1, 2, 0, 0, 0, 0, 0, 2], flags=CLONE)


@test
def threads_of_all_kinds():
    counts(Run("many", 500).one(), [1, 500000, 500, 0, 0, 0, 0, 1])
    counts(Run("sequence", 10000).one(), [1, 10000, 10000, 0, 0, 0, 0, 1])
    counts(Run("pthread_exit").one(), [1, 0, 2, 2, 0, 0, 0, 1])
    counts(Run("c11").one(), [1, 0, 1, 0, 0, 0, 0, 1])
    counts(Run("looked_up").one(), [1, 8000000, 8, 0, 0, 0, 0, 1])
    counts(Run("tls", 500).one(), [1, 0, 2000, 8000, 0, 0, 0, 1])
    got = Run("detached", 500).one()
    equal(got.module("main")[:3], [1, 0, 500])


@test
def threads_in_static_programs():
    for kind in ("main-static", "main-static-pie"):
        counts(Run("c11", program=kind).one(), [1, 0, 1, 0, 0, 0, 0, 1], kind)
        counts(Run("sequence", 1000, program=kind).one(),
               [1, 1000, 1000, 0, 0, 0, 0, 1], kind)


@test
def regions_are_handed_on():
    run = Run("sequence", 1000, env={"EDGEPROF_LOG": "log"})
    raw = Run("sequence", 1000, wrap=["sh", "-c", '"$@"; ls -s', "sh"])
    counts(run.one(), [1, 1000, 1000, 0, 0, 0, 0, 1])
    assert raw.done.stdout


@test
def forks_in_threads():
    profiles = Run("fork_threads").profiles()
    equal(len(profiles), 81)
    parent = [p for p in profiles if not p.raw]
    equal(len(parent), 1)
    counts(parent[0], [1, 40, 0, 0, 4, 0, 0, 1])
    for child in profiles:
        if child.raw:
            counts(child, [0, 4, 1, 1], raw=True)


@test
def fork_with_one_name():
    run = Run("fork", 20, env={"EDGEPROF_FILE": "deep/er/name"})
    equal(len(run.files("deep/er/*")), 21)


@test
def nothing_shows():
    Run("invisible")
    counts(Run("close_all").one(), [1, 1, 1, 0, 0, 0, 0, 1])
    counts(Run("exit", preexec_fn=lambda: [os.close(i) for i in range(3)]).one(),
           EXIT)


@test
def off():
    run = Run("threads", env={"EDGEPROF": "off"})
    equal(os.listdir(run.dir), [])
    Run("absent", env={"EDGEPROF": "off"})
    Run("absent", program="main-absent")


@test
def names():
    env = {"EDGEPROF_FILE": "d/%e-%h-%p-%%-%q{FRUIT}-%b-%t", "FRUIT": "pear",
           "TMPDIR": "x", "EDGEPROF_LABEL": "a label"}
    run = Run("exit", env=env)
    path, = glob.glob(f"{run.dir}/d/*/*") or glob.glob(f"{run.dir}/d/*")
    name = os.path.basename(path).split("-")
    equal((name[0], name[-4:-2], name[-1]), ("main", ["%", "pear"], "x"))
    equal(len(name[-2]), 40)
    equal(Profile(path).label, "a label")
    killed = Run("kill", env={"EDGEPROF_LABEL": "cut"}, status=-9).one()
    equal(killed.label, "cut")


@test
def never_overwritten():
    run = Run("exit", env={"EDGEPROF_FILE": "name"})
    before = open(f"{run.dir}/name", "rb").read()
    Run("exit", env={"EDGEPROF_FILE": "name"}, where=run.dir)
    equal(sorted(os.listdir(run.dir)), ["name", "name.1"])
    equal(open(f"{run.dir}/name", "rb").read(), before)


@test
def no_place_for_files():
    for bad in ("/proc/none/x", "/dev/full/x", "x" * 300):
        run = Run("threads", env={"EDGEPROF_FILE": bad})
        equal(os.listdir(run.dir), [])
    counts(Run("limit", 10).one(), [1, 10, 10, 0, 0, 0, 0, 1], raw=True)


@test
def full_disk():
    if os.geteuid():
        return
    where = tempfile.mkdtemp(dir=BIN)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", where],
                   check=True)
    try:
        open(f"{where}/fill", "wb").write(b"x" * 65536)
    except OSError:
        pass
    try:
        Run("threads", where=where)
        equal(os.listdir(where), ["fill"])
        os.truncate(f"{where}/fill", 40960)  # too little for 30 threads
        Run("many", 30, where=where)
        found = glob.glob(f"{where}/prof*")
        counts(Profile(found[0]), [1, 30000, 30, 0, 0, 0, 0, 1])
    finally:
        subprocess.run(["umount", where], check=True)


@test
def read_only_directory():
    where = tempfile.mkdtemp(dir=BIN)
    os.chmod(where, 0o555)
    os.chmod(BIN, 0o755)
    wrap = ["setpriv", "--reuid=65534", "--clear-groups"] \
        if not os.geteuid() else []
    Run("threads", where=where, wrap=wrap)
    equal(os.listdir(where), [])


@test
def set_uid():
    if os.geteuid():
        return
    where = tempfile.mkdtemp(dir=BIN)
    os.chmod(where, 0o777)
    os.chmod(BIN, 0o755)
    shutil.copy(f"{BIN}/main", f"{BIN}/set-uid")
    os.chmod(f"{BIN}/set-uid", 0o4755)
    Run("threads", program="set-uid", where=where,
        wrap=["setpriv", "--reuid=65534", "--clear-groups"])
    equal(os.listdir(where), [])


@test
def rights_of_files():
    run = Run("kill", env={"EDGEPROF_FILE": "d/raw"}, status=-9,
              preexec_fn=lambda: os.umask(0))
    Run("exit", env={"EDGEPROF_FILE": "d/run", "EDGEPROF_LOG": "d/log"},
        where=run.dir, preexec_fn=lambda: os.umask(0))
    for name, mode in (("", 0o755), ("/raw", 0o644), ("/run", 0o644),
                       ("/log", 0o644)):
        equal(os.stat(f"{run.dir}/d{name}").st_mode & 0o777, mode)


@test
def log_at_the_limit():
    where = tempfile.mkdtemp(dir=BIN)
    wrap = ["sh", "-c", 'ulimit -f 0; exec "$@" 2>error', "sh"]
    for target in ("log", "2"):
        Run("exit", env={"EDGEPROF_LOG": target}, where=where, wrap=wrap)


@test
def run_by_the_loader():
    loader = "/lib64/ld-linux-x86-64.so.2"
    run = Run("exit", wrap=[loader], env={"EDGEPROF_FILE": "%e"})
    counts(run.one("main"), EXIT)
    equal(run.one("main").modules[0][0], f"{BIN}/main")


@test
def without_proc():
    if os.geteuid():
        return
    where = tempfile.mkdtemp(dir=BIN)
    shutil.copy(f"{BIN}/main-static", where)
    for path in ("/main-static", "./main-static"):
        subprocess.run(["chroot", where, path, "exit"], check=True)
        left, = glob.glob(f"{where}/prof.out.*")
        counts(Profile(left), EXIT, "main-static")
        equal(Profile(left).modules[0][0], "/main-static")
        os.unlink(left)


@test
def many_processes():
    where = tempfile.mkdtemp(dir=BIN)
    script = 'i=0; while [ $i -lt 1000 ]; do "$@" & i=$((i+1)); ' \
             '[ $((i % 50)) = 0 ] && wait; done; wait'
    run = Run("exit", wrap=["sh", "-c", script, "sh"], where=where)
    profiles = run.profiles()
    equal(len(profiles), 1000)
    for p in profiles:
        counts(p, EXIT)


@test
def libraries():
    lib = f"{BIN}/library.so"
    p = Run("dlopen", 100, lib).one()
    counts(p, [1, 100, 0, 0, 0, 0, 0, 1])
    counts(p, [0, 100, 100], "library.so")
    p = Run("dlopen_threads", lib).one()
    counts(p, [0, 800000, 1], "library.so")


@test
def hundred_libraries():
    names = []
    for i in range(100):
        names.append(f"{BIN}/l{i}.so")
        build(f"l{i}.so", "library.c", "-shared", "-fPIC")
    linked = [n for n in names]
    build("main-100", "main.c", "-Wl,--no-as-needed", *linked)
    p = Run("many", 100, program="main-100").one()
    counts(p, [1, 100000, 100, 0, 0, 0, 0, 1], "main-100")
    for i in range(100):
        counts(p, [0, 0, 1], f"l{i}.so")
    # More than there are mappings for.
    p = Run("many", 1000, program="main-100").one()
    counts(p, [1, 1000000, 1000, 0, 0, 0, 0, 1], "main-100")


@test
def another_library_in_the_same_place():
    build("alternate", "alternate.c")
    p = Run(f"{BIN}/library.so", f"{BIN}/other.so", program="alternate").one()
    counts(p, [0, 50, 50], "library.so")
    counts(p, [0, 50, 50], "other.so")


@test
def libraries_of_a_program_without_counters():
    build("alternate-plain", "alternate.c", "-DPLAIN")
    p = Run(f"{BIN}/library.so", f"{BIN}/other.so",
            program="alternate-plain").one()
    counts(p, [0, 50, 50], "library.so")
    counts(p, [0, 50, 50], "other.so")


@test
def threads_of_a_library_without_counters():
    p = Run("foreign_threads", f"{BIN}/threads.so").one()
    counts(p, [1, 4000000, 0, 0, 0, 0, 0, 1])


@test
def code_that_runs_before_its_constructor():
    build("early.so", "early.c", "-shared", "-fPIC", "-DLIBRARY")
    build("early", "early.c", "-Wl,--no-as-needed", f"{BIN}/early.so",
          "-rdynamic")
    build("early-lld", "early.c", "-Wl,--no-as-needed", f"{BIN}/early.so",
          "-rdynamic", "-fuse-ld=lld", "-no-pie", "-fno-pie")
    for kind in ("early", "early-lld"):
        p = Run(program=kind).one()
        counts(p, [1001, 1], kind)
        counts(p, [1], "early.so")
    p = Run("kill", program="early", status=-9).one()
    counts(p, [1000, 1], "early", raw=True)


@test
def a_library_that_does_not_fit():
    build("collide", "collide.c")
    build("early.so", "early.c", "-shared", "-fPIC", "-DLIBRARY")
    build("called-early.so", "early.c", "-shared", "-fPIC",
          "-Wl,--no-as-needed", f"{BIN}/early.so")
    for threads in (0, 3):
        p = Run("kill", threads, f"{BIN}/called-early.so", program="collide",
                status=-9).one()
        if "SANITIZE" not in os.environ:  # their libraries are in the way
            counts(p, [1, threads], "collide", raw=True,
                   flags=LOST if threads else 0)
            if not threads:  # its counters have moved
                counts(p, [1000], "called-early.so", raw=True)
        p = Run(threads, f"{BIN}/called-early.so", program="collide").one()
        counts(p, [1, threads], "collide")
        counts(p, [1001], "called-early.so")
        counts(p, [1], "early.so")
        p = Run(threads, f"{BIN}/library.so", program="collide").one()
        counts(p, [1, threads], "collide")
        counts(p, [0, 1000, 1], "library.so")


@test
def a_library_that_finds_threads():
    build("host", "host.c")
    for way in ("here", "apart"):
        p = Run(way, f"{BIN}/flushes.so", program="host").one()
        counts(p, [0, 400000, 1, 800000, 400000000, 1200000, 1600000],
               "flushes.so")


@test
def handlers_that_never_return():
    archive = ["-static", "-DSTATIC", f"{LIB}/libedgeprof_rt.a"]
    build("handlers", "handlers.c")
    build("handlers-hard", "handlers.c", "-O2", "-U_FORTIFY_SOURCE",
          "-D_FORTIFY_SOURCE=2")
    build("handlers-static", "handlers.c", *archive, "-Wl,--build-id")
    for kind in ("handlers", "handlers-hard", "handlers-static"):
        counts(Run("none", program=kind).one(), [1, 0, 1], kind)
        for way in ("", "-other", "-defer", "-reset"):
            p = Run("returns" + way, program=kind).one()
            counts(p, [1, 1, 1], kind)
            p = Run("within" + way, program=kind).one()
            counts(p, [1, 1, 1], kind)
            p = Run("exits" + way, program=kind).one()
            counts(p, [1, 1], kind, flags=CUT)
            p = Run("jumps" + way, program=kind).one()
            counts(p, [1, 1, 1], kind, flags=CUT)
        counts(Run("sysv", program=kind).one(), [1, 1], kind, flags=CUT)
    if "thread" not in os.environ.get("SANITIZE", ""):  # TSan forbids it
        counts(Run("thread", program="handlers").one(), [1, 1, 1], "handlers",
               flags=CUT)


@test
def foreign_gs():
    build("foreign", "foreign.c")
    done = subprocess.run([f"{BIN}/foreign"], capture_output=True, cwd=BIN)
    equal(done.returncode, 1)
    assert b"threads=shared" in done.stderr and done.stderr.count(b"\n") == 1


@test
def shared_counters():
    counts(Run("exit", program="main-shared").one(), EXIT, "main-shared")
    run = Run("threads", program="main-shared").one()
    equal(run.flags, SHARED)
    run = Run("threads", program="main-atomic").one()
    counts(run, [1, 9000000, 8, 0, 0, 0, 0, 1], "main-atomic")


@test
def api():
    run = Run("api")
    counts(run.one(), [0, 0, 1, 1, 0, 0, 0, 1])
    equal(run.one().label, "by api")
    snap = Profile(f"{run.dir}/api.snap")
    counts(snap, [0, 0, 1], flags=CUT)


@test
def signal_snapshots():
    run = Run("signal", env={"EDGEPROF_SIGNAL": "USR1"})
    first, second = run.profiles("snap.*")
    counts(first, [1], flags=CUT)
    counts(second, [1, 0, 1], flags=CUT)
    counts(run.one(), [1, 0, 1, 0, 0, 0, 0, 1])


@test
def a_living_process_can_be_read():
    where = tempfile.mkdtemp(dir=BIN)
    child = subprocess.Popen([f"{BIN}/main", "wait"], cwd=where)
    try:
        while True:
            found = glob.glob(f"{where}/*")
            if found:
                try:
                    p = Profile(found[0])
                except AssertionError:
                    continue
                if p.modules and p.module("main")[0]:
                    break
        counts(p, [1], raw=True)
    finally:
        child.kill()
        child.wait()


@test
def debugger():
    script = ["-batch", "-ex", "break at_barrier", "-ex", "run", "-ex",
              "print barrier", "-ex", "print $gs_base", "-ex", "finish",
              "-ex", "delete", "-ex", "continue", "--args"]
    run = Run("many", 3, wrap=["gdb", *script])
    assert b"exited normally" in run.done.stdout, run.done.stdout
    counts(run.one(), [1, 3000, 3, 0, 0, 0, 0, 1])


@test
def valgrind():
    run = Run("exit", wrap=["valgrind", "-q", "--error-exitcode=9"])
    counts(run.one(), EXIT)
    run = Run("threads", wrap=["valgrind", "-q", "--error-exitcode=9"])
    counts(run.one(), [1, 9000000, 8, 0, 0, 0, 0, 1])


@test
def log():
    run = Run("exit", env={"EDGEPROF_LOG": "log"})
    assert "wrote" in open(f"{run.dir}/log").read()


def main():
    build_all()
    ran = failed = 0
    chosen = [n for n in sys.argv[3:] if n[0] != "-"]
    left_out = [n[1:] for n in sys.argv[3:] if n[0] == "-"]
    for function in TESTS:
        name = function.__name__
        if name in left_out or (chosen and name not in chosen):
            continue
        ran += 1
        try:
            function()
        except Exception:
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc()
    print(f"{ran - failed} passed, {failed} failed")
    shutil.rmtree(BIN, ignore_errors=True)
    return failed != 0


sys.exit(main())
