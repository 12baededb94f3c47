"""Short runs of a large program: git's own tests t00*, plain and counted in turn.

What is measured is an installed copy of edgeprof, in which nobody builds meanwhile, and
runs that share a pool (EDGEPROF_FILE with %m).  The tests must print what the plain
program's do.  Then 15,000 processes in a pool of their own tell what one takes, and what
they all leave on the disk.
"""
import glob
import os
import resource
import shutil
import statistics
import subprocess
import time

import many
import programs

COUNT = 15000
BUILDS = ("plain", "edgeprof")
# It is t0020 for so many settings that it would take as long as half of the others.
WITHOUT = "t0027"


def install(folder):
    """The option that loads the installed copy of edgeprof in FOLDER."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["cmake", "--install", os.path.join(programs.ROOT, "build"),
                    "--prefix", folder], check=True, stdout=subprocess.DEVNULL)
    return f"-fplugin={folder}/lib/edgeprof/edgeprof.so"


def build(base, compiler):
    """plain and edgeprof -> git's tree, built so."""
    project = programs.choose(["git"])[0]
    flags = {"plain": "-O2", "edgeprof": f"-O2 {install(base + '/installed')}"}
    for name in BUILDS:
        programs.build(project, f"{base}/{name}", compiler, flags[name])
    return {name: f"{base}/{name}/tree" for name in BUILDS}


def run_script(tree, script, environment):
    """Wall and processor seconds of SCRIPT, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(["sh", f"./{script}"], cwd=f"{tree}/t", check=False, text=True,
                          errors="replace", env={**os.environ, **environment},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            done.stdout.replace(tree, "TREE"))


def run_tests(trees, runs, rounds):
    """The rows of both builds; each script runs in both, one behind the other."""
    scripts = sorted(os.path.basename(path) for path in glob.glob(
        f"{trees['plain']}/t/t00*.sh") if WITHOUT not in path)
    rows = {name: {"what": f"t00*, {len(scripts)} scripts", "build": name, "wall": 0,
                   "cpu": 0} for name in BUILDS}
    pool = {"plain": {}, "edgeprof": {"EDGEPROF_FILE": f"{runs}/%m"}}
    for i in range(rounds * len(scripts)):
        printed = {}
        for name in BUILDS[::1 if i % 2 else -1]:
            wall, cpu, printed[name] = run_script(
                trees[name], scripts[i % len(scripts)], pool[name])
            rows[name]["wall"] += wall
            rows[name]["cpu"] += cpu
        if printed["plain"] != printed["edgeprof"]:
            raise RuntimeError(f"{scripts[i % len(scripts)]} prints other results")
    return list(rows.values())


def start(program, environment):
    """Wall and processor seconds of one process."""
    begin = time.perf_counter()
    pid = os.posix_spawn(program, [program, "rev-parse", "--git-dir"], environment,
                         file_actions=[(os.POSIX_SPAWN_OPEN, fd, "/dev/null", os.O_WRONLY, 0)
                                       for fd in (1, 2)])
    usage = os.wait4(pid, 0)[2]
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def run_starts(trees, runs):
    """The rows of COUNT processes of each build, in turn: a first decile."""
    times = {name: [] for name in BUILDS}
    environment = {**os.environ, "EDGEPROF_FILE": f"{runs}/%m"}
    for _ in range(COUNT):
        for name in BUILDS:
            times[name].append(start(f"{trees[name]}/git", environment))
    return [{"what": "a process, ms", "build": name, **{
        key: 1e3 * statistics.quantiles([t[i] for t in times[name]], n=10)[0]
        for i, key in enumerate(("wall", "cpu"))}} for name in BUILDS]


def disk(folder):
    """Bytes of it that FOLDER's files take."""
    return sum(os.stat(path).st_blocks * 512
               for path in glob.glob(f"{folder}/*") + glob.glob(f"{folder}/.[!.]*"))


def measure(compiler, rounds):
    """Rows: what, build, seconds (of a process milliseconds), bytes that are left."""
    base = os.path.join(programs.WORK, "short")
    trees = build(base, compiler)
    runs = {name: f"{base}/{name}" for name in ("tests", "starts")}
    for folder in runs.values():
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    rows = run_tests(trees, runs["tests"], rounds)
    rows[1]["bytes"] = disk(runs["tests"])
    rows += run_starts(trees, runs["starts"])
    rows[3]["bytes"] = disk(runs["starts"])
    rows[3]["counters"] = many.counters(trees["edgeprof"], "git")
    return rows
