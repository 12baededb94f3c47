"""runtime-search.py FOLDER: a program in FOLDER, whose plugin's runtime is in ../ep/lib,
finds the runtimes that are in ../a and ../b as edgeprof(7) says."""
import os
import shutil
import subprocess
import sys
import tempfile

home = os.path.dirname(sys.argv[1])
program = sys.argv[1] + "/prog"
own = {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"}


def found(where, **env):
    """WHERE: the folder of the runtime; None: there is none."""
    done = subprocess.run([program], env={**own, **env}, cwd=home, text=True,
                          capture_output=True, check=True)
    got = {os.path.dirname(line) for line in done.stdout.splitlines()}
    want = {f"{home}/{where}"} if where else set()
    assert got == want, (env, got, where)
    assert bool(done.stderr) == (where is None), done.stderr


a, b, none = f"{home}/a", f"{home}/b", f"{home}/none"
found("ep/lib")
found("a", LD_LIBRARY_PATH=a)
found("b", LD_LIBRARY_PATH=f"{none}:{b}:{a}")
found("a", EDGEPROF_RUNTIME=a, LD_LIBRARY_PATH=b)
found("b", EDGEPROF_RUNTIME=b + "/libedgeprof_rt.so.1", LD_LIBRARY_PATH=a)
found("b", EDGEPROF_RUNTIME="b", LD_LIBRARY_PATH=a)
found("a", EDGEPROF_RUNTIME=none, LD_LIBRARY_PATH=a)
found("ep/lib", EDGEPROF_RUNTIME="", LD_LIBRARY_PATH="")
found("ep/lib", EDGEPROF_RUNTIME="x" * 5000, LD_LIBRARY_PATH="y" * 5000)
beside = shutil.copy(a + "/libedgeprof_rt.so.1", sys.argv[1])
found(os.path.basename(sys.argv[1]), EDGEPROF_RUNTIME=b, LD_LIBRARY_PATH=a)
os.unlink(beside)
if os.geteuid() == 0:  # rights that its user lacks: no runtime is opened, nothing said
    with tempfile.TemporaryDirectory() as public:
        os.chmod(public, 0o755)
        runtime = shutil.copy(a + "/libedgeprof_rt.so.1", public)
        for rights in (0o755, 0o4755):
            os.chmod(shutil.copy(program, public), rights)
            done = subprocess.run(
                ["setpriv", "--reuid=65534", "--clear-groups", public + "/prog"], cwd="/",
                env={**own, "EDGEPROF_RUNTIME": runtime, "EDGEPROF_FILE": "/dev/null/none"},
                capture_output=True, text=True, check=True)
            assert bool(done.stdout) == (rights == 0o755) and not done.stderr, done
os.rename(f"{home}/ep/lib/libedgeprof_rt.so.1", f"{home}/ep/kept")
found(None)
found("a", EDGEPROF_RUNTIME=a)
os.rename(f"{home}/ep/kept", f"{home}/ep/lib/libedgeprof_rt.so.1")
