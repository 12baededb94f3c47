"""What starting and ending a small program costs: plain, edgeprof, gcov, Clang.

Builds a program of one translation unit and one of 200 in each way, runs all of
them in turn, and takes the first decile of each: what it takes when little
disturbs it.
"""
import os
import statistics
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIB = os.path.join(ROOT, "build", "lib")
PLUGIN = os.path.join(LIB, "edgeprof", "edgeprof.so")
GCC = ["gcc-12", "-O2", "-g"]
CLANG = ["clang-14", "-O2", "-g"]
COUNTED = [*GCC, "-fplugin=" + PLUGIN]
UNITS = (1, 200)
INSTR = ["-fprofile-instr-generate", "-fcoverage-mapping"]

# name: plain build to compare with, command line, environment
BUILDS = {
    "gcc plain": (None, GCC, {}),
    "gcc edgeprof": ("gcc plain", COUNTED, {}),
    "gcc edgeprof, .so linked": (
        "gcc plain", [*COUNTED, "-L" + LIB, "-Wl,--no-as-needed",
                      "-ledgeprof_rt", "-Wl,-rpath," + LIB], {}),
    "gcc edgeprof, off": ("gcc plain", COUNTED, {"EDGEPROF": "off"}),
    "gcc gcov": ("gcc plain", [*GCC, "--coverage"], {}),
    "gcc static": (None, [*GCC, "-static"], {}),
    "gcc static edgeprof, .a": (
        "gcc static",
        [*COUNTED, "-static", os.path.join(LIB, "libedgeprof_rt.a")], {}),
    "gcc static gcov": ("gcc static", [*GCC, "-static", "--coverage"], {}),
    "clang plain": (None, CLANG, {}),
    "clang edgeprof": ("clang plain", [*CLANG, "-fpass-plugin=" + PLUGIN], {}),
    "clang coverage": ("clang plain", [*CLANG, *INSTR],
                       {"LLVM_PROFILE_FILE": "%p.profraw"}),
    "clang coverage, %m pool": ("clang plain", [*CLANG, *INSTR],
                                {"LLVM_PROFILE_FILE": "%2m.profraw"}),
}


def write_sources(folder, units):
    names = []
    for i in range(units):
        names.append(f"unit{i}.c")
        with open(os.path.join(folder, names[-1]), "w", encoding="utf-8") as out:
            out.write(f"int f{i}(int n) {{ int s = 0;\n"
                      "for (int i = 0; i < n; i++)\nif (i % 3)\ns += i;\n"
                      "else\ns -= n;\nreturn s; }\n")
    with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as out:
        out.write("".join(f"int f{i}(int);\n" for i in range(units)))
        out.write("int main(int argc, char **argv) { int s = 0; (void)argv;\n")
        out.write("".join(f"s += f{i}(argc);\n" for i in range(units)))
        out.write("return s == 12345; }\n")
    return ["main.c", *names]


def one_run(folder, environment):
    start = time.perf_counter()
    pid = os.posix_spawn(os.path.join(folder, "prog"), ["prog"],
                         {**os.environ, **environment})
    usage = os.wait4(pid, 0)[2]
    taken = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
    for name in os.listdir(folder):  # a pool, and gcov's files, stay in use
        if name.startswith("prof.out.") or \
                (name.endswith(".profraw") and "%p" in str(environment)):
            os.remove(os.path.join(folder, name))
    return taken


def build_all(base, units):
    """The names of BUILDS that stand in folders below BASE."""
    built = []
    for name, (_, command, _) in BUILDS.items():
        folder = os.path.join(base, name)
        os.mkdir(folder)
        done = subprocess.run(
            [*command, *write_sources(folder, units), "-o", "prog"], cwd=folder,
            check=False)
        if done.returncode:
            print(f"  startup, {name}: does not compile", flush=True)
        else:
            built.append(name)
    return built


def time_builds(units, rounds):
    """name -> wall and processor seconds of each round."""
    home = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="edgeprof-startup-") as base:
        times = {name: [] for name in build_all(base, units)}
        for _ in range(rounds):
            for name in times:
                os.chdir(os.path.join(base, name))
                times[name].append(one_run(".", BUILDS[name][2]))
        os.chdir(home)
    return times


def first_deciles(times):
    """Milliseconds of wall and of processor time."""
    return [1e3 * statistics.quantiles([t[kind] for t in times], n=10)[0]
            for kind in (0, 1)]


def measure(rounds):
    """A row for each build: milliseconds, and those above the plain build."""
    rows = []
    for units in UNITS:
        times = time_builds(units, rounds)
        for name, of_name in times.items():
            wall, cpu = first_deciles(of_name)
            row = {"units": units, "build": name, "wall": wall, "cpu": cpu}
            plain = BUILDS[name][0]
            if plain in times:
                base = first_deciles(times[plain])
                row |= {"wall_above": wall - base[0], "cpu_above": cpu - base[1]}
            rows.append(row)
    return rows
